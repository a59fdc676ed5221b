// Invents postings by the thousand: the same seed gives the same postings, byte for byte.
import {
  bodyHash,
  locationFromText,
  type Posting,
  rawHash,
} from '../../packages/workloads/jobs/boards/posting.ts'

/** Mulberry32: small, fast, good enough to vary text. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const skills =
  'TypeScript,Postgres,Node.js,Python,Go,Kubernetes,Terraform,AWS,React,Kafka,Java,Rust,Docker,GraphQL,Redis,Linux,SQL,Vue,Ruby on Rails,C++,Spark,Airflow,dbt,Elasticsearch'.split(
    ',',
  )
const cities =
  'Berlin|Munich|Hamburg|Austin, TX|New York, NY|San Francisco, CA|London|Dublin|Lisbon|Remote|Remote, Germany|Remote (US)|Remote - Europe|Toronto|Paris|Zurich|Warsaw|Singapore|Bengaluru|Remote, Brazil|Amsterdam; Berlin|United States (Remote)'.split(
    '|',
  )
const nouns =
  'ledger,pipeline,scheduler,billing,catalogue,forecast,inventory,routing,settlement,telemetry,archive,gateway,booking,tariff,registry,index,dispatch,survey,reservoir,workshop'.split(
    ',',
  )
const verbs =
  'own,design,run,extend,simplify,document,rebuild,measure,migrate,review,automate,observe,harden,plan,test'.split(
    ',',
  )
const traits =
  'calm,curious,patient,exact,kind,thorough,practical,steady,plain-spoken,careful'.split(',')
const titles =
  'Backend Engineer|Senior Backend Engineer|Platform Engineer|Staff Software Engineer|Data Engineer|Account Executive|Frontend Developer|Site Reliability Engineer|Engineering Manager|Junior Developer|Product Designer|Infrastructure Engineer|Software Engineer II'.split(
    '|',
  )
const languages = 'English,German,French,Spanish,Japanese,Portuguese'.split(',')

type Pick = <T>(list: readonly T[]) => T

const musts: readonly ((pick: Pick, number: (max: number) => number) => string)[] = [
  (pick, number) =>
    `${number(9) + 1}+ years of ${pick(skills)} in a ${pick(nouns)} that customers depend on`,
  (pick) =>
    `You have worked with ${pick(skills)}, ${pick(skills)} and ${pick(skills)} on a ${pick(nouns)} of some age`,
  (pick, number) =>
    `At least ${number(8) + 2} years of professional experience with a ${pick(nouns)} or a ${pick(nouns)}`,
  (pick) => `Fluent ${pick(languages)}, since the ${pick(nouns)} team writes in it`,
  (pick) =>
    `A ${pick(traits)} way of working, and a ${pick(traits)} way of disagreeing about the ${pick(nouns)}`,
  (pick) =>
    `A bachelor's degree in a technical field, or equivalent experience with ${pick(skills)}`,
  (pick) => `Sound knowledge of ${pick(skills)}; ${pick(skills)} is a plus for the ${pick(nouns)}`,
  (pick, number) => `${number(4) + 1} days a week in our office with the ${pick(nouns)} group`,
  (pick) =>
    `You have strong opinions on how to ${pick(verbs)} a ${pick(nouns)} and the humility to ${pick(verbs)} it differently when a ${pick(traits)} colleague knows better`,
  (pick) =>
    `Experience in how a ${pick(nouns)} fails, and how to ${pick(verbs)} it with ${pick(skills)} before anybody who relies on it has noticed`,
  (pick) =>
    `You can explain a ${pick(nouns)} to someone who has only ever seen a ${pick(nouns)}, in words that are ${pick(traits)} enough for both`,
]
const duties: typeof musts = [
  (pick) =>
    `You ${pick(verbs)} the ${pick(nouns)} and ${pick(verbs)} the ${pick(nouns)} around it, together with two ${pick(traits)} colleagues and a ${pick(traits)} designer.`,
  (pick) =>
    `In your first quarter you ${pick(verbs)} our ${pick(nouns)}, which today runs on ${pick(skills)} and some ${pick(skills)}, and which nobody has had the peace to ${pick(verbs)} since the ${pick(nouns)} was added.`,
  (pick) =>
    `Our ${pick(nouns)} talks to a ${pick(nouns)} in ${pick(skills)}; you ${pick(verbs)} both, ${pick(verbs)} what lies between and say no when a ${pick(nouns)} asks for more.`,
  (pick, number) =>
    `The ${pick(nouns)} handles ${number(900) + 100} thousand events an hour, and we expect the ${pick(nouns)} to double that as soon as the ${pick(traits)} ${pick(nouns)} beside it is done.`,
  (pick) =>
    `When the ${pick(nouns)} is ${pick(traits)}, so is the ${pick(nouns)}; you ${pick(verbs)} it and write down what you learned, so that the next person can ${pick(verbs)} it.`,
]
const extras: typeof musts = [
  (pick, number) =>
    `The base salary is €${number(60) + 50},000 to €${number(60) + 110},000 a year, by level on the ${pick(nouns)} ladder.`,
  (pick) => `We are unable to sponsor visas for the ${pick(nouns)} team at this time.`,
  (pick) => `Visa sponsorship is available for people who will ${pick(verbs)} the ${pick(nouns)}.`,
  (pick) => `This is a permanent, full-time position in the ${pick(nouns)} group.`,
  (pick) =>
    `Four hours of overlap with the ${pick(['New York', 'Berlin', 'Singapore', 'San Francisco'])} ${pick(nouns)} team are needed.`,
]

/** What a company says in all of its postings: half of the sentences, as on recorded boards. */
const abouts: typeof musts = [
  (pick, number) =>
    `Today ${number(900) + 20} people in ${pick(cities)} and ${pick(cities)} look after the ${pick(nouns)} and after what surrounds it.`,
  (pick) =>
    `Customers who used to run their ${pick(nouns)} in a spreadsheet now trust us with it, among them a ${pick(traits)} railway and two ${pick(traits)} airports.`,
  (pick) =>
    `We believe that a ${pick(nouns)} should be ${pick(traits)}, and that ${pick(traits)} teams build ${pick(traits)} software.`,
  (pick) =>
    `Whoever has seen a ${pick(nouns)} fail on a Friday knows why we ${pick(verbs)} ours in small and ${pick(traits)} pieces.`,
  (pick, number) =>
    `Backed by investors who stay, we have raised $${number(80) + 5}M and spend less than the ${pick(nouns)} brings in.`,
]
const offers: typeof musts = [
  (pick, number) =>
    `${number(10) + 25} days of holiday, a learning budget of €${number(20) + 5}00 and a ${pick(traits)} office dog`,
  (pick) =>
    `Equipment of your choice, a ${pick(traits)} mentor to begin with and room for open source`,
  (pick) => `Health insurance, a bicycle and a ${pick(traits)} ${pick(nouns)} of books`,
  (pick) =>
    `A ${pick(traits)} review in spring and in autumn, and one formula for everybody’s salary`,
  (pick) =>
    `Colleagues who are ${pick(traits)} and ${pick(traits)}, and who ${pick(verbs)} what they promise`,
]
const closings: readonly string[] = [
  'The process is a call with somebody from the team, a task that we pay for, and an afternoon with those you would see again and again.',
  'We answer everybody who writes to us, and we say why when the answer is no.',
  'We consider everyone regardless of origin, religion, gender, age, citizenship or disability.',
  'Whoever wants an adjustment of the process tells us, and we arrange it without asking for a reason.',
  'Please send no photograph and no age; we look at what you have done and at what you want to do next, and at nothing else.',
  'Recruiters of ours only ever write from our own domain and never ask for money, for a copy of your bank card or for a favour.',
]

/** `count` postings over `count / 25` companies, as long as recorded ones. Days old: 0 to 80. */
export function inventPostings(count: number, seed = 1, now = '2026-11-30T06:00:00Z'): Posting[] {
  const random = randomFrom(seed)
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] as (typeof list)[number]
  const number = (max: number) => Math.floor(random() * max)
  const companies = Math.max(1, Math.ceil(count / 25))
  const made = (list: typeof musts, length: number) =>
    Array.from({ length }, () => pick(list)(pick, number))
  const bullets = (list: typeof musts, length: number) =>
    made(list, length)
      .map((line) => `- ${line}`)
      .join('\n')
  const ofCompany = Array.from({ length: companies }, (_, company) => ({
    about: `Company ${company} makes the ${nouns[company % nouns.length]} that ${traits[company % traits.length]} people rely on. Our founders met in 2011 and we have grown for ${2 + (company % 12)} years. ${made(abouts, 4).join(' ')}`,
    offers: bullets(offers, 5),
  }))
  return Array.from({ length: count }, (_, at) => {
    const company = at % companies
    const text = [
      ofCompany[company]?.about,
      `## What you will do\n${made(duties, 3).join(' ')}\n${bullets(duties, 8)}`,
      `## What you bring\n${bullets(musts, 9)}`,
      `## Nice to have\n${bullets(musts, 3)}`,
      `## Conditions\n${made(extras, 3).join(' ')}`,
      `## What we offer\n${ofCompany[company]?.offers}`,
      `## How we hire\n${closings.join(' ')}`,
    ].join('\n')
    const location = pick(cities)
    const locations = location.split('; ').map(locationFromText)
    const title = pick(titles)
    const url = `https://jobs.example/company-${company}/${at}`
    return {
      board: pick(['greenhouse', 'lever', 'ashby'] as const),
      account: `company-${company}`,
      externalId: String(at),
      company: `Company ${company}`,
      title,
      url,
      applyUrl: `${url}/apply`,
      locations,
      workplace: pick(['remote', 'hybrid', 'onsite', 'unknown', 'unknown'] as const),
      commitment: pick(['FullTime', 'Permanent', null, null, 'Contract']),
      pay: [],
      department: null,
      language: null,
      postedAt: new Date(Date.parse(now) - number(80) * 86_400_000 - at * 1000).toISOString(),
      deadline: null,
      text,
      flags: [],
      rawHash: rawHash(text),
      bodyHash: bodyHash(title, locations, text),
    }
  })
}
