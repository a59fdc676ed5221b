// Residence: where a person must live for this job, and which countries its remote work reaches.

import { covers, overlap, type Place, placesIn, placeWords } from '../geography/index.ts'
import { pattern } from '../text/pattern.ts'
import { type Area, areaOf, only } from './area.ts'
import { placesOf, remoteMark } from './locations.ts'
import type { Applicant, Finding, Job, Requirement, Verdict } from './types.ts'
import { conditional, isWished, nearby, quoteOf, strictWords } from './wording.ts'

const dimension = 'residence'

const remote = pattern('')`
    \bremote(?:ly)?\b|home ?-?office|work(?:ing)? from home|\bwfh\b|distributed|telework|
    télétravail|\banywhere\b|wherever you|work from|remoto|weltweit|worldwide
  `
const lives = pattern('')`
    \b(?:(?<!-)based|home-based|located|live(?! and breathe)|(?<!'s |their |our |save |of )lives|
    living|reside|resides|residing|
    (?<!permanent )(?:residents?|residence in)|domiciled|
    wohnhaft|ansässig|wohnsitz|(?<!\bwo )du wohnst|commut\w+|basé|(?:sits?|stands?) in|
    (?:must|has to|have to|needs? to) be in|home is|payroll in|can be (?:anywhere )?(?:with)?in)\b|
    \b(?:locations?|standorte?|arbeitsort):
  `
const hires = pattern('')`
    \b(?:hire|hires|hiring|employ|
    (?<!\b(?:offices?|hubs?|studios?|spaces?|doors?)\b[^.;]{0,40})open (?:to|for)(?! (?:everyone|everybody|all\b|visitors|guests|the public))|consider(?:ing|ed)?|accept(?:ing)?|
    (?<!sponsorship is )available (?:to|in|for)|eligible (?:locations?|countries|states)|
    (?:candidates?|applicants?|applications?|(?<!\d |million |thousand |hundred |have )people) (?:in|from|across|outside|within|based))\b
  `
const relocates = /\brelocat\w+ to\b|\bmove to\b|relocation to\b|umzug nach/
/** Speaks of the company, its people or its customers, not of the applicant. */
const ofTheCompany = pattern('')`
    \b(?:headquarter\w*|\bhq\b|some of our|colleagues|teammates|coworkers|customers|clients|engineers (?:\w+ )?(?:distributed|across)|acquired|\d+ employees|with employees|marketplace in|distributed team|
    users|investors|founders|subsidiar\w+|members|peers|stakeholders|data cent(?:er|re)s?)\b|\b(?:our|we have|
    with) (?:\w+ )?(?:offices?|hubs?|team|teams|entities)\b|\bwe(?:'re| are) (?:a[ ]|
    an )?(?:\w+ )?(?:based|located|company|team|startup|start-up)\b|\b(?:company|startup|
    start-up|firm|business) (?:is )?(?:based|located|founded)|\b(?:the|our|
    this) team (?:is )?(?:fully |globally )?(?:based|located|spread|distributed)|founded in|offices (?:in|across)|
    ^(?:based|headquartered|located) in\b[^.;]*, (?:we|our|the company)\b|
    \bmarkets?\b|expand\w*|trips?|travel|offsite|off-site|retreat|meets?\b|meet-?ups?
  `
/** The law of a place, the pay for it and the data there say nothing of who may live where. */
const ofLawOrPay = pattern('')`
    \bpay for (?:candidates|applicants|people|employees|those)\b|\bdata (?:is|are|stays?|lives?)\b|\bservers (?:are )?(?:based|located|in)\b|pursuant|ordinance|legislation|privacy|\bccpa\b|\baedt\b|sanction|\bi-9\b|u\.?s\.? persons?\b|federal government|hiring (?:[a-z/]+ ){0,5}process|cost[- ]of[- ]living|\bthe \w+ tier\b|\bact\b|\blaws?\b|fair chance|in compliance|salar|compensation|
    pay range|base range|\b(?:this|the|our|following|posted|listed) range\b|base pay|\bote\b|benefits|(?:from|in|at) (?:our|the|
    one of our) (?:[\w-]+ ){0,3}(?:offices?|hubs?)\b
  `
/** "You'll help us hire in Poland": others, later. */
const hiresLater = /\b(?:help(?:ing)? us|you'll|you will)(?: be)? hir(?:e|ing)\b/
const perk = pattern('')`
    \bto (?:order|buy) from us\b|\bto (?:use|register|sign up)\b|
    \b(?:days?|weeks?|months?) (?:a|per|each|every|in any|of the) (?:calendar )?year\b|
    weeks? per year|workation|\bperks?\b|temporar|for (?:up to )?\w+ (?:days|weeks|months)|
    working abroad|work(?:ing)? from abroad|sabbatical
  `

/** Widens what another sentence says ("we also hire in …"), or only helps those to move who like to. */
const widens = pattern('')`
  \bif you(?:'d| would)? (?:like|want|fancy|prefer|wish)\b|
  \bwe(?:'re| are)?(?: can| do)? also (?:hir|employ|accept|consider|welcom)\w*|
  \bwe (?:hire|employ|accept|consider|welcome)\b[^.;]*\b(?:too|as well)\b[.!]?$|
  \b(?:around|across|all over|parts of) the (?:world|globe)\b|\bexceptional candidates|prioriti[sz]e|\b(?:whenever|where) possible|
  \b(?:over|more than|at least|beyond) \d+\+? (?:miles|km|kilomet)|\brelocation (?:support|assist|package)|
  \bhelp (?:you )?(?:to )?(?:move|relocate)|relocation assistance|
  \b(?:help|support|assist|contribut)\w* (?:with|to|towards) (?:your|the) (?:move|relocation)
`
const officeWords =
  /\b(?:offices?|hq|headquarter\w*|hubs?|location|studio|co-?working|on-?site|hybrid|in-?person)\b/
const alsoRemote = pattern('')`
  \b(?:or|and|but|as well as|also)\b[^.;]{0,40}?\bremote(?:ly)?\b|\bremote(?:ly)?,? (?:\w+ )?or\b|from home,? or\b|
  \bremote\b[^.;]{0,20}\bbut if you\b
`
const remoteFrom = /\bremote(?:ly)?(?: [\w-]+){0,3} ?[(,-]? ?$/i

/** "In our Lisbon office or remotely": the office is no limit, and none is named. */
function officeOrRemote(area: Area, norm: string, low: string): boolean {
  if (!officeWords.test(low) || !alsoRemote.test(low)) return false
  return area.allowed.every(
    (place) => place.kind !== 'country' && !remoteFrom.test(norm.slice(0, place.index)),
  )
}

type Reach = 'in' | 'out' | 'unknown'

/**
 * Whether the applicant lives in one of the places; unknown when a state decides and theirs
 * isn't known.
 */
function lies(applicant: Applicant, places: readonly Place[]): Reach {
  const cities = [
    ...(applicant.offices ?? []).map((office) => office.place),
    ...applicant.relocation,
  ]
  const reached = (place: Place) =>
    covers(place, applicant.home) ||
    (place.kind === 'city' && cities.some((city) => overlap(city, place))) ||
    (place.kind !== 'region' && applicant.relocation.some((goal) => overlap(goal, place)))
  if (places.some(reached)) return 'in'
  if (applicant.home.country === '') return 'unknown'
  const stateDecides = places.some(
    (place) =>
      place.kind === 'state' &&
      place.country === applicant.home.country &&
      applicant.home.region === null,
  )
  return stateDecides ? 'unknown' : 'out'
}

function verdictOf(area: Area, applicant: Applicant): Verdict | null {
  const excluded =
    area.except.length === 0
      ? 'out'
      : lies({ ...applicant, offices: [], relocation: [] }, area.except)
  if (area.excludedOnly) {
    if (excluded === 'in') return 'misses'
    // Not being left out doesn't say that one is let in.
    return excluded === 'unknown' ? 'unclear' : null
  }
  const inside = lies(applicant, area.allowed)
  if (inside === 'out') return 'misses'
  if (excluded === 'in') return 'misses'
  return inside === 'unknown' || excluded === 'unknown' ? 'unclear' : 'meets'
}

export const residence: Requirement = {
  dimension,
  ofTheTeam: true,
  mentions: pattern('')`
      remot|home|wfh|distributed|telework|télétravail|anywhere|wherever|work|based|locat|
      \bliv(?:e|es|ing)\b|resid|domicil|\b(?:sit|stand)s?\b|\bmust\b|\bha(?:s|ve)\b|\bneeds?\b|
      payroll|wohn|standort|arbeitsort|within|ansässig|
      commut|\bhir(?:e|es|ed|ing)\b|\bopen\b|consider|candidat|applicants|applications\b|eligib|relocat|
      \bmove\b|umzug|worldwide|weltweit|\bonly\b|^employ$
    `,
  beside: placeWords,
  judge(sentence, _job, applicant) {
    const { low, norm } = sentence
    if (conditional.test(low) && !/(?:will not|cannot|can't|won't) be/.test(low)) return null
    if (nearby(low) || perk.test(low) || ofLawOrPay.test(low) || hiresLater.test(low)) return null
    const strictly = strictWords.test(low)
    if (!strictly && widens.test(low)) return null
    const area = areaOf(norm, low)
    if (area === null) return null
    const moving = relocates.test(low)
    const about =
      remote.test(low) ||
      lives.test(low) ||
      area.allowed.some(({ end }) => /^[- ]based\b/.test(norm.slice(end))) ||
      hires.test(low) ||
      (only.test(low) && norm.length < 60) ||
      moving
    if (!about) return null
    if (
      ofTheCompany.test(low) &&
      !/\b(?:you|candidates?|applicants?|role|position|must)\b|\bremote within\b/.test(low)
    )
      return null
    if (
      /\b(?:experience|customers?|clients|market|users|knowledge|colleagues|teammates)\b/.test(
        low,
      ) &&
      !/\b(?:based|located|reside|remote|hire)\b/.test(low)
    )
      return null
    const first = [...area.allowed, ...area.except].sort((a, b) => a.index - b.index)[0]
    if (!first || isWished(low, first.index, first.end)) return null
    const read = verdictOf(area, applicant)
    if (read === null) return null
    const open = officeOrRemote(area, norm, low) || /\bideal(?:ly)?\b/.test(low)
    const verdict = read === 'misses' && open ? 'unclear' : read
    const reason = reasonOf(verdict, area, moving)
    const strict = strictly || area.excludedOnly
    return { dimension, verdict, quote: quoteOf(sentence.text), reason, strict }
  },
  fields(job, applicant, said) {
    if (!job.remote || said.length > 0) return []
    return fromLocations(job, applicant)
  },
  /** Among sentences that differ, the strict one decides; two weak ones leave it open. */
  settle(findings) {
    const misses = findings.filter((finding) => finding.verdict === 'misses')
    const meets = findings.filter((finding) => finding.verdict === 'meets')
    if (misses.length === 0 || meets.length === 0) return findings
    if (misses.some((finding) => finding.strict)) return misses
    return misses.map(
      (finding): Finding => ({
        ...finding,
        verdict: 'unclear',
        reason: 'sentences differ on the places',
      }),
    )
  },
}

function reasonOf(verdict: Verdict, area: Area, moving: boolean): string {
  if (area.excludedOnly) return 'your place is left out'
  if (verdict === 'unclear') return 'whether it reaches your place is not said'
  if (moving) return verdict === 'meets' ? 'you live there' : 'would mean moving'
  return verdict === 'misses' ? 'reaches other places only' : 'places it reaches'
}

/**
 * "Remote, Brazil" reaches Brazil. "New York, NY" with a remote mark doesn't say how far it
 * reaches.
 */
function fromLocations(job: Job, applicant: Applicant): Finding[] {
  const quote = `Location: ${job.locationText}`
  const said = (verdict: Verdict, reason: string): Finding[] => [
    { dimension, verdict, quote, reason, field: true },
  ]
  const { locations, workplace } = job.posting
  const remoteOnes =
    workplace === 'remote' ? locations : locations.filter(({ text }) => remoteMark.test(text))
  const named = remoteOnes.map((location) => placesOf(location))
  if (job.places.length === 0) return said('unclear', 'remote, but from where is not said')
  if (lies(applicant, named.flat()) === 'in') return said('meets', 'location field')
  // A bare "Remote" or a city with a remote mark doesn't say how far it reaches.
  const openEnded = remoteOnes.some(({ text }) =>
    placesIn(text).every((place) => place.kind === 'city'),
  )
  if (openEnded) return said('unclear', 'remote, but how far it reaches is not said')
  if (applicant.home.country === '') return said('unclear', 'the profile has no residence')
  return said('misses', 'the location field reaches other places only')
}
