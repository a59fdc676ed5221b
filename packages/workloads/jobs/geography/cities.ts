// Cities where software jobs are posted: country, state where postings leave it out, other names.

export interface City {
  name: string
  country: string
  state: string | null
  /** Hours from UTC in standard time. */
  offset: number
  names: readonly string[]
}

/** name,other names | country[-state] | offset */
const table = `
Berlin|DE|1
Munich,München|DE|1
Hamburg|DE|1
Cologne,Köln|DE|1
Frankfurt,Frankfurt am Main|DE|1
Stuttgart|DE|1
Düsseldorf,Duesseldorf|DE|1
Leipzig|DE|1
Dresden|DE|1
Karlsruhe|DE|1
Nuremberg,Nürnberg|DE|1
Hannover,Hanover|DE|1
Bonn|DE|1
Potsdam|DE|1
Bremen|DE|1
Vienna,Wien|AT|1
Graz|AT|1
Linz|AT|1
Zurich,Zürich|CH|1
Geneva,Genf,Genève|CH|1
Basel|CH|1
Lausanne|CH|1
Bern|CH|1
Paris|FR|1
Lyon|FR|1
Toulouse|FR|1
Nantes|FR|1
Bordeaux|FR|1
Lille|FR|1
Amsterdam|NL|1
Rotterdam|NL|1
Utrecht|NL|1
Eindhoven|NL|1
The Hague,Den Haag|NL|1
Brussels,Brüssel,Bruxelles|BE|1
Antwerp|BE|1
Ghent|BE|1
Madrid|ES|1
Barcelona|ES|1
Valencia|ES|1
Málaga,Malaga|ES|1
Lisbon,Lisboa,Lissabon|PT|0
Porto|PT|0
Braga|PT|0
Milan,Milano|IT|1
Rome|IT|1
Turin|IT|1
Dublin|IE|0
Galway|IE|0
Copenhagen,København|DK|1
Aarhus|DK|1
Stockholm|SE|1
Gothenburg,Göteborg|SE|1
Malmö,Malmo|SE|1
Helsinki|FI|2
Espoo|FI|2
Oslo|NO|1
Bergen|NO|1
Warsaw,Warszawa,Warschau|PL|1
Kraków,Krakow,Cracow|PL|1
Wrocław,Wroclaw|PL|1
Gdańsk,Gdansk|PL|1
Poznań,Poznan|PL|1
Prague,Praha,Prag|CZ|1
Brno|CZ|1
Bratislava|SK|1
Budapest|HU|1
Bucharest|RO|2
Cluj-Napoca,Cluj|RO|2
Sofia|BG|2
Athens|GR|2
Zagreb|HR|1
Ljubljana|SI|1
Belgrade|RS|1
Tallinn|EE|2
Riga|LV|2
Vilnius|LT|2
Kyiv,Kiev|UA|2
Istanbul|TR|3
London|GB|0
Manchester|GB|0
Edinburgh|GB|0
Glasgow|GB|0
Bristol|GB|0
Leeds|GB|0
Birmingham|GB|0
Cambridge|GB|0
Oxford|GB|0
Belfast|GB|0
Cardiff|GB|0
New York,New York City,NYC,Manhattan,Brooklyn|US-NY|-5
San Francisco,SF,San Francisco Bay Area,Bay Area,South San Francisco|US-CA|-8
San Jose|US-CA|-8
Palo Alto|US-CA|-8
Mountain View|US-CA|-8
Menlo Park|US-CA|-8
Sunnyvale|US-CA|-8
Santa Clara|US-CA|-8
Oakland|US-CA|-8
Los Angeles,Santa Monica|US-CA|-8
San Diego|US-CA|-8
Irvine|US-CA|-8
Seattle,SEA,Bellevue,Redmond,Kirkland|US-WA|-8
Portland|US-OR|-8
Austin|US-TX|-6
Dallas|US-TX|-6
Houston|US-TX|-6
San Antonio|US-TX|-6
Denver|US-CO|-7
Boulder|US-CO|-7
Salt Lake City|US-UT|-7
Phoenix|US-AZ|-7
Las Vegas|US-NV|-8
Chicago,CHI|US-IL|-6
Minneapolis|US-MN|-6
Detroit|US-MI|-5
Boston|US-MA|-5
Cambridge MA|US-MA|-5
Philadelphia|US-PA|-5
Pittsburgh|US-PA|-5
Washington DC,Washington D.C.,Washington, D.C.,Washington, DC|US-DC|-5
Arlington|US-VA|-5
Reston|US-VA|-5
Atlanta|US-GA|-5
Miami|US-FL|-5
Tampa|US-FL|-5
Orlando|US-FL|-5
Raleigh|US-NC|-5
Durham|US-NC|-5
Charlotte|US-NC|-5
Nashville|US-TN|-6
Toronto|CA-ON|-5
Ottawa|CA-ON|-5
Waterloo|CA-ON|-5
Montreal,Montréal|CA-QC|-5
Vancouver|CA-BC|-8
Calgary|CA-AB|-7
Mexico City,Ciudad de México,CDMX|MX|-6
Guadalajara|MX|-6
Monterrey|MX|-6
São Paulo,Sao Paulo|BR|-3
Rio de Janeiro|BR|-3
Buenos Aires|AR|-3
Bogotá,Bogota|CO|-5
Medellín,Medellin|CO|-5
Lima|PE|-5
Montevideo|UY|-3
Tokyo|JP|9
Osaka|JP|9
Seoul|KR|9
Beijing|CN|8
Shanghai|CN|8
Shenzhen|CN|8
Taipei|TW|8
Bangalore,Bengaluru|IN|5.5
Hyderabad|IN|5.5
Mumbai|IN|5.5
Pune|IN|5.5
Chennai|IN|5.5
Gurgaon,Gurugram|IN|5.5
Noida|IN|5.5
New Delhi,Delhi|IN|5.5
Manila|PH|8
Jakarta|ID|7
Bangkok|TH|7
Kuala Lumpur|MY|8
Ho Chi Minh City|VN|7
Hanoi|VN|7
Sydney|AU|10
Melbourne|AU|10
Brisbane|AU|10
Perth|AU|8
Auckland|NZ|12
Wellington|NZ|12
Tel Aviv,Tel-Aviv|IL|2
Dubai|AE|4
Abu Dhabi|AE|4
Riyadh|SA|3
Cairo|EG|2
Lagos|NG|1
Nairobi|KE|3
Cape Town|ZA|2
Johannesburg|ZA|2
`

function parse(line: string): City {
  const [names = '', where = '', offset = '0'] = line.split('|')
  const [country = '', state] = where.split('-')
  const list = names.split(/,(?! D)/)
  return { name: list[0] ?? '', country, state: state ?? null, offset: Number(offset), names: list }
}

export const cities: readonly City[] = table.trim().split('\n').map(parse)
