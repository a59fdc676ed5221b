// Countries as postings name them: ISO 3166-1 code, UTC offset (standard time, most people),
// regions, names.

/** Groups of countries that postings hire in. `world` is every place. */
export type Region =
  | 'eu'
  | 'eea'
  | 'europe'
  | 'emea'
  | 'dach'
  | 'nordics'
  | 'benelux'
  | 'baltics'
  | 'americas'
  | 'north-america'
  | 'latin-america'
  | 'apac'
  | 'asia'
  | 'middle-east'
  | 'africa'
  | 'world'

export interface Country {
  code: string
  /** Hours from UTC in standard time, where most people live. */
  offset: number
  regions: readonly Region[]
  names: readonly string[]
  /** Adjectives and nouns for its people ("German", "Briton"). */
  people: readonly string[]
}

const groups: Readonly<Record<string, readonly Region[]>> = {
  E: ['eu', 'eea', 'europe', 'emea'],
  e: ['eea', 'europe', 'emea'],
  u: ['europe', 'emea'],
  N: ['americas', 'north-america'],
  L: ['americas', 'latin-america'],
  P: ['apac'],
  A: ['apac', 'asia'],
  M: ['middle-east', 'emea', 'asia'],
  F: ['africa', 'emea'],
}

/** code | offset | group | extra regions | names | people */
const table = `
DE|1|E|dach|Germany,Deutschland,Allemagne,Alemania|German,deutsche
AT|1|E|dach|Austria,Österreich|Austrian
CH|1|e|dach|Switzerland,Schweiz,Suisse|Swiss,Schweizer
FR|1|E||France,Frankreich,Francia|French
NL|1|E|benelux|Netherlands,The Netherlands,Holland,Niederlande,Pays-Bas|Dutch
BE|1|E|benelux|Belgium,Belgien,Belgique|Belgian
LU|1|E|benelux|Luxembourg,Luxemburg|Luxembourgish
ES|1|E||Spain,Spanien,España,Espagne|Spanish
PT|0|E||Portugal|Portuguese
IT|1|E||Italy,Italien,Italia,Italie|Italian
IE|0|E||Ireland,Republic of Ireland,Irland|Irish
DK|1|E|nordics|Denmark,Dänemark,Danmark|Danish
SE|1|E|nordics|Sweden,Schweden,Sverige|Swedish
FI|2|E|nordics|Finland,Finnland|Finnish
NO|1|e|nordics|Norway,Norwegen,Norge|Norwegian
IS|0|e|nordics|Iceland|Icelandic
PL|1|E||Poland,Polen,Polska|Polish
CZ|1|E||Czech Republic,Czechia,Tschechien|Czech
SK|1|E||Slovakia|Slovak
HU|1|E||Hungary,Ungarn|Hungarian
RO|2|E||Romania,Rumänien|Romanian
BG|2|E||Bulgaria,Bulgarien|Bulgarian
GR|2|E||Greece,Griechenland|Greek
HR|1|E||Croatia,Kroatien|Croatian
SI|1|E||Slovenia|Slovenian
EE|2|E|baltics|Estonia,Estland|Estonian
LV|2|E|baltics|Latvia,Lettland|Latvian
LT|2|E|baltics|Lithuania,Litauen|Lithuanian
CY|2|E||Cyprus|Cypriot
MT|1|E||Malta|Maltese
LI|1|e||Liechtenstein|
GB|0|u||United Kingdom,Great Britain,Britain,UK,U.K.,England,Scotland,Wales,Northern Ireland,Großbritannien,Vereinigtes Königreich,Royaume-Uni,Reino Unido|British,UK,English
UA|2|u||Ukraine|Ukrainian
RS|1|u||Serbia,Serbien|Serbian
AL|1|u||Albania|Albanian
BA|1|u||Bosnia and Herzegovina,Bosnia|Bosnian
MK|1|u||North Macedonia|Macedonian
ME|1|u||Montenegro|Montenegrin
MD|2|u||Moldova|Moldovan
TR|3|u|middle-east|Turkey,Türkiye,Türkei|Turkish
GE|4|u||Republic of Georgia|
AM|4|u||Armenia|Armenian
US|-5|N||United States of America,United States,USA,U.S.A.,US,U.S.,America,Vereinigte Staaten,États-Unis,Estados Unidos|American,US,U.S.
CA|-5|N||Canada,Kanada|Canadian
MX|-6|N|latin-america|Mexico,México,Mexiko|Mexican
BR|-3|L||Brazil,Brasil,Brasilien|Brazilian
AR|-3|L||Argentina,Argentinien|Argentinian,Argentine
CL|-4|L||Chile|Chilean
CO|-5|L||Colombia,Kolumbien|Colombian
PE|-5|L||Peru,Perú|Peruvian
UY|-3|L||Uruguay|Uruguayan
EC|-5|L||Ecuador|Ecuadorian
BO|-4|L||Bolivia|Bolivian
PY|-4|L||Paraguay|Paraguayan
VE|-4|L||Venezuela|Venezuelan
CR|-6|L||Costa Rica|Costa Rican
PA|-5|L||Panama|Panamanian
GT|-6|L||Guatemala|Guatemalan
SV|-6|L||El Salvador|Salvadoran
HN|-6|L||Honduras|Honduran
NI|-6|L||Nicaragua|Nicaraguan
DO|-4|L||Dominican Republic|Dominican
PR|-4|L||Puerto Rico|Puerto Rican
JM|-5|L||Jamaica|Jamaican
AU|10|P||Australia,Australien|Australian
NZ|12|P||New Zealand,Neuseeland|New Zealander
JP|9|A||Japan|Japanese
KR|9|A||South Korea,Republic of Korea,Korea|Korean
CN|8|A||China,People's Republic of China|Chinese
HK|8|A||Hong Kong|
TW|8|A||Taiwan|Taiwanese
SG|8|A||Singapore,Singapur|Singaporean
MY|8|A||Malaysia|Malaysian
ID|7|A||Indonesia,Indonesien|Indonesian
TH|7|A||Thailand|Thai
VN|7|A||Vietnam|Vietnamese
PH|8|A||Philippines,Philippinen|Filipino
IN|5.5|A||India,Indien|Indian
PK|5|A||Pakistan|Pakistani
BD|6|A||Bangladesh|Bangladeshi
LK|5.5|A||Sri Lanka|Sri Lankan
NP|5.75|A||Nepal|Nepali
KZ|5|A||Kazakhstan|Kazakh
IL|2|M||Israel|Israeli
AE|4|M||United Arab Emirates,UAE,U.A.E.|Emirati
SA|3|M||Saudi Arabia,KSA|Saudi
QA|3|M||Qatar|Qatari
LB|2|M||Lebanon|Lebanese
EG|2|F|middle-east|Egypt,Ägypten|Egyptian
MA|1|F||Morocco,Marokko|Moroccan
TN|1|F||Tunisia|Tunisian
NG|1|F||Nigeria|Nigerian
GH|0|F||Ghana|Ghanaian
KE|3|F||Kenya|Kenyan
ZA|2|F||South Africa,Südafrika|South African
ET|3|F||Ethiopia|Ethiopian
RW|2|F||Rwanda|Rwandan
UG|3|F||Uganda|Ugandan
`

function parse(line: string): Country {
  const [code = '', offset = '0', group = '', extra = '', names = '', people = ''] = line.split('|')
  const list = (text: string) => text.split(',').filter((part) => part !== '')
  return {
    code,
    offset: Number(offset),
    regions: [...(groups[group] ?? []), ...(list(extra) as Region[]), 'world'],
    names: list(names),
    people: list(people),
  }
}

export const countries: ReadonlyMap<string, Country> = new Map(
  table
    .trim()
    .split('\n')
    .map(parse)
    .map((country) => [country.code, country]),
)

/** True when the country lies in the region. Unknown countries lie only in `world`. */
export function inRegion(code: string, region: Region): boolean {
  return region === 'world' || (countries.get(code)?.regions.includes(region) ?? false)
}

/** Every name a region goes by in postings. */
export const regionNames: readonly (readonly [Region, readonly string[]])[] = [
  [
    'eu',
    [
      'European Union',
      'EU',
      'E.U.',
      'EU countries',
      'EU member state',
      'EU-wide',
      'Europäische Union',
    ],
  ],
  ['eea', ['EEA', 'European Economic Area', 'EU/EEA', 'EU & EEA', 'EU-EEA']],
  ['europe', ['Europe', 'European', 'Europa', 'European countries', 'continental Europe']],
  ['emea', ['EMEA', 'Europe, Middle East and Africa']],
  ['dach', ['DACH', 'D-A-CH', 'DACH region']],
  ['nordics', ['Nordics', 'Nordic countries', 'Scandinavia', 'the Nordic region']],
  ['benelux', ['Benelux']],
  ['baltics', ['Baltics', 'Baltic states', 'the Baltic countries']],
  ['americas', ['Americas', 'AMER', 'North and South America', 'North America or South America']],
  ['north-america', ['North America', 'NA region', 'NORAM', 'NAMER']],
  [
    'latin-america',
    ['LATAM', 'Latin America', 'South America', 'Central America', 'Lateinamerika'],
  ],
  ['apac', ['APAC', 'Asia-Pacific', 'Asia Pacific', 'JAPAC']],
  ['asia', ['Asia', 'Southeast Asia', 'South-East Asia']],
  ['middle-east', ['Middle East', 'MENA', 'GCC']],
  ['africa', ['Africa', 'Sub-Saharan Africa']],
  [
    'world',
    [
      'anywhere in the world',
      'anywhere on earth',
      'worldwide',
      'world-wide',
      'globally',
      'Remote Global',
      'Remote - Global',
      'Remote, Global',
      'Global (Remote)',
      'wherever you are',
      'wherever you live',
      'wherever you like',
      'from anywhere',
      'any country',
      'all countries',
      'weltweit',
    ],
  ],
]
