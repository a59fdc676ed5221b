// A draft by rules alone: the same profile and posting give the same documents.
import type { Posting } from '../boards/posting.ts'
import type { LetterInput } from '../documents/content.ts'
import type { Profile } from '../profile/index.ts'
import { contactOf, linksOf, paperFor } from './contact.ts'
import { draftCv } from './cv.ts'
import { type Fact, type Facts, factsOf } from './facts.ts'
import { languageName, postingLanguage } from './language.ts'
import { addressee, closing, opening, project, spokenTitle } from './letter.ts'
import { logistics } from './logistics.ts'
import { type Relevance, relevanceTo } from './relevance.ts'
import type { Evidence, Paragraph } from './sentence.ts'
import { letterDate, shortCompany } from './wording.ts'
import { work } from './work.ts'

/** What a draft is made of, and what it is made from. */
export interface Drafting {
  profile: Profile
  posting: Posting
  /** ISO date: the letter's, and the day on which years are counted. */
  today: string
  facts: Facts
  /** Of residence, permission, languages and start: stated in the letter's last lines only. */
  logistics: readonly Fact[]
  relevance: Relevance
  /** The letter's paragraphs, by what they are for. */
  letter: { opening: Paragraph[]; body: Paragraph[]; end: Paragraph[] }
}

export function drafting(profile: Profile, posting: Posting, today: string): Drafting {
  const facts = factsOf(profile, today)
  const relevance = relevanceTo(posting, facts)
  const last = logistics(profile, posting, today)
  const letter = {
    opening: opening(posting, facts, relevance),
    body: [...work(facts, relevance), ...project(facts, relevance)],
    end: [
      ...(last.sentences.length > 0 ? [{ sentences: last.sentences, optional: false }] : []),
      ...closing(),
    ],
  }
  return { profile, posting, today, facts, logistics: last.facts, relevance, letter }
}

export interface Documents {
  cv: ReturnType<typeof draftCv>['cv']
  letter: LetterInput
  evidence: Evidence[]
  /** What the person should know, one sentence each. */
  notes: string[]
}

/** Both documents; `body` stands for the rules' own middle part of the letter. */
export function documentsOf(drafted: Drafting, body = drafted.letter.body): Documents {
  const { profile, posting, facts, relevance } = drafted
  const { cv, evidence } = draftCv(profile, facts, relevance, posting)
  const paragraphs = [...drafted.letter.opening, ...body, ...drafted.letter.end]
  const told = paragraphs.flatMap(({ sentences }, index) =>
    sentences.map(({ text, facts: behind }) => {
      return { place: `letter.paragraphs[${index}]`, text, facts: [...behind] }
    }),
  )
  return {
    cv,
    letter: letterOf(drafted, paragraphs),
    evidence: [...evidence, ...told],
    notes: notesOn(posting),
  }
}

function letterOf(drafted: Drafting, paragraphs: readonly Paragraph[]): LetterInput {
  const { posting, today, profile } = drafted
  const { resume } = profile
  const paper = paperFor(posting, resume)
  const title = spokenTitle(posting)
  const company = addressee(posting)
  return {
    paper,
    sender: { name: resume.basics.name, contact: contactOf(resume), links: linksOf(resume) },
    date: letterDate(today, paper === 'letter'),
    recipient: { company },
    ...(title === null ? {} : { subject: title }),
    salutation: `Dear ${shortCompany(company)} team,`,
    paragraphs: paragraphs.map(({ sentences, optional }) => ({
      text: sentences.map(({ text }) => text).join(' '),
      optional,
    })),
    closing: paper === 'letter' ? 'Sincerely,' : 'Kind regards,',
  }
}

function notesOn(posting: Posting): string[] {
  const language = postingLanguage(posting)
  if (language === 'en') return []
  const name = languageName(language)
  return [
    `The posting is written in ${name}; CV and letter are in English, the language of the templates. Write them yourself where the employer expects ${name}.`,
  ]
}
