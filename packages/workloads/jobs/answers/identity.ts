// Name, addresses, links and the present job, where a label asks for exactly that and nothing else.

import { countries } from '../geography/index.ts'
import type { Resume } from '../profile/resume.ts'
import { pattern } from '../text/pattern.ts'
import { isInternational } from './fit.ts'
import { fromProfile, type Reply, type Topic, words } from './saying.ts'

type Read = (resume: Resume) => Reply | 'ask'

const basics =
  (name: string, value: (resume: Resume) => string | undefined): Read =>
  (resume) => {
    const text = value(resume)
    return text === undefined ? 'ask' : fromProfile(words(text), name)
  }

/** A resume.json may say the parts itself where a name has more than two. */
function part(resume: Resume, at: 'first' | 'last'): Reply | 'ask' {
  const field = at === 'first' ? 'firstName' : 'lastName'
  const own = resume.basics[field]
  if (typeof own === 'string' && own.trim() !== '')
    return fromProfile(words(own.trim()), `basics.${field}`)
  const names = resume.basics.name.split(/\s+/)
  const [first, last, ...more] = names
  if (first === undefined || last === undefined || more.length > 0) return 'ask'
  return fromProfile(words(at === 'first' ? first : last), 'basics.name')
}

function phone({ basics }: Resume): Reply | 'ask' {
  const number = basics.phone?.replace(/^00/, '+')
  return number !== undefined && isInternational(number)
    ? fromProfile(words(number), 'basics.phone')
    : 'ask'
}

const city = (resume: Resume) => resume.countersign.residence?.city ?? resume.basics.location?.city
const countryName = (resume: Resume) => {
  const code = countryCodeOf(resume)
  return code === undefined ? undefined : (countries.get(code)?.names[0] ?? code)
}
const countryCodeOf = (resume: Resume) =>
  resume.countersign.residence?.country ?? resume.basics.location?.countryCode

function place(resume: Resume): Reply | 'ask' {
  const parts = [city(resume), countryName(resume)]
  if (parts.includes(undefined)) return 'ask'
  return fromProfile(words(parts.join(', ')), homeField(resume))
}

function country(resume: Resume): Reply | 'ask' {
  const code = countryCodeOf(resume)
  const text = countryName(resume)
  if (code === undefined || text === undefined) return 'ask'
  return fromProfile({ as: 'country', code, text }, homeField(resume))
}

const homeField = (resume: Resume) =>
  resume.countersign.residence ? 'countersign.residence' : 'basics.location'

function street(resume: Resume): Reply | 'ask' {
  const { address, postalCode } = resume.basics.location ?? {}
  const town = resume.basics.location?.city
  if (address === undefined || postalCode === undefined || town === undefined) return 'ask'
  const whole = [address, `${postalCode} ${town}`, countryName(resume)]
  return fromProfile(
    words(whole.filter((text) => text !== undefined).join(', ')),
    'basics.location.address',
  )
}

/** The one job without an end. */
function present(resume: Resume, field: 'name' | 'position'): Reply | 'ask' {
  const open = (resume.work ?? []).flatMap((entry, at) =>
    entry.endDate === undefined ? [{ text: entry[field], at }] : [],
  )
  const [only, ...others] = open
  if (only === undefined || others.length > 0) return 'ask'
  return fromProfile(words(only.text), `work[${only.at}].${field}`)
}

const website: Read = basics('basics.url', ({ basics: { url } }) => url)

/** Contents of a label, as `contentOf` gives them, on the left; whole labels only. */
const labels: readonly (readonly [string, Read])[] = [
  [
    'first name|given name|forename|first names|given names|vorname|prenom',
    (resume) => part(resume, 'first'),
  ],
  [
    'last name|surname|family name|last names|nachname|familienname|nom famille',
    (resume) => part(resume, 'last'),
  ],
  [
    `name|full name|name surname|first last name|first name last name|candidate name|
    applicant name|vollstandiger name|vor nachname|vor- nachname`,
    basics('basics.name', ({ basics: { name } }) => name),
  ],
  [
    `email|email address|contact email|personal email|confirm email|confirm email address|
    repeat email|email confirmation|re-enter email|best email|email adresse`,
    basics('basics.email', ({ basics: { email } }) => email),
  ],
  [
    `phone|phone number|mobile|mobile number|mobile phone|mobile phone number|telephone|
    telephone number|contact number|cell|cell phone|cell phone number|contact phone number|
    best phone number|best number reach|telefon|telefonnummer|handynummer|mobilnummer`,
    phone,
  ],
  [
    `city|current city|city residence|city town|town|wohnort|stadt|which city live|
    which city currently live|which city based`,
    basics('basics.location.city', city),
  ],
  [
    `location|current location|location city|city country|city country residence|where based|
    where currently based|where located|where currently located|where live|where currently live|
    where reside|where currently reside|current city country|location city country|
    where currently living|where living|city country live|city country where live|wo wohnen sie`,
    place,
  ],
  [
    `country|country residence|current country|current country residence|which country live|
    which country currently live|which country reside|which country currently reside|
    which country based|which country currently based|country where live|country where reside|
    country where currently reside|land|country currently reside|country which currently reside`,
    country,
  ],
  [
    'state|state province|province|state region|county',
    basics('basics.location.region', ({ basics: { location } }) => location?.region),
  ],
  [
    'postal code|zip|zip code|zip postal code|postcode|plz|postleitzahl|postal zip code',
    basics('basics.location.postalCode', ({ basics: { location } }) => location?.postalCode),
  ],
  ['address|home address|full address|mailing address|postal address|anschrift|adresse', street],
  [
    'street|street address|address line 1|strasse|strasse hausnummer',
    basics('basics.location.address', ({ basics: { location } }) => location?.address),
  ],
  [
    `website|personal website|portfolio|portfolio website|website portfolio|personal site|homepage|
    personal website portfolio|website url|portfolio url|portfolio link|personal website url|
    link portfolio website|link portfolio|link website|webseite`,
    website,
  ],
  [
    `current company|current employer|company|current company name|current organization|
    current most recent company|current most recent employer|aktueller arbeitgeber`,
    (resume) => present(resume, 'name'),
  ],
  [
    `current title|current job title|current position|current role|current job|current most recent
    job title|current most recent title|current most recent role|aktuelle position`,
    (resume) => present(resume, 'position'),
  ],
]

const byContent = new Map(
  labels.flatMap(([names, read]) =>
    names.split('|').map((name) => [name.replace(/\s+/g, ' ').trim(), read] as const),
  ),
)

const networks = pattern('')`
  ^(?:linkedin|github|gitlab|xing|twitter|mastodon|stack ?overflow|dribbble|behance|medium|
  bluesky)$
`
const linkWords = /\b(?:profile|profil|url|link|page|account|address|public|current|personal)\b/g

/** Fields that a label asks for by name; a longer label is another question. */
export const identityAnswer: Topic = ({ field, wording }, { profile }) => {
  const { resume } = profile
  const read = byContent.get(wording.content)
  if (read) {
    const said = read(resume)
    const hidden = said !== 'ask' && !field.required && isPrivate(resume, said.detail)
    return hidden ? 'empty' : said
  }
  const network = wording.content.replace(linkWords, ' ').replace(/\s+/g, ' ').trim()
  if (!networks.test(network)) return null
  const found = resume.basics.profiles?.find(
    (entry) => entry.network.toLowerCase().replace(/\s/g, '') === network.replace(/\s/g, ''),
  )
  return found?.url === undefined
    ? 'ask'
    : fromProfile(words(found.url), `basics.profiles ${found.network}`)
}

/** What the person marked private goes only where a form insists. */
function isPrivate(resume: Resume, detail: string): boolean {
  const own = detail.split('.').at(-1) ?? ''
  return (resume.countersign.private ?? []).includes(own)
}
