// A night's table as a file: every board's outcome, every posting's placement, and why. Kept by its hash.
import { z } from 'zod'
import { Posting } from '../boards/posting.ts'
import { placements } from '../ranking/placement.ts'
import type { NightRow, NightTable } from '../ranking.ts'
import { dimensions } from '../requirements/types.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const verdict = z.enum(['meets', 'misses', 'unclear'])
const part = z.enum(['text', 'skills', 'title', 'recency', 'unclear'])

/** How the reading of one board went. */
export const BoardOutcome = z.object({
  board: Posting.shape.board,
  account: z.string(),
  /** What people call it; the account where the profile gives no name. */
  company: z.string(),
  /** As boards answer it: `unchanged` stands by the postings that were read before. */
  outcome: z.enum(['ok', 'empty', 'unchanged', 'unknown', 'error']),
  detail: z.string(),
  readAt: z.iso.datetime(),
  /** Postings that were judged. */
  postings: z.int(),
  /** How many the last reading that found any had; null: it never found any. */
  before: z.int().nullable(),
  /** It had postings, and names none now. Says nothing about them: a person should look. */
  suddenlyEmpty: z.boolean(),
  /** Entries that are no postings to judge, by reason. */
  leftOut: z.array(z.object({ reason: z.string(), entries: z.int() })),
})
export type BoardOutcome = z.infer<typeof BoardOutcome>

const Row = z.object({
  key: z.string(),
  company: z.string(),
  title: z.string(),
  url: z.string(),
  /** As the board writes them, joined. */
  places: z.string(),
  workplace: Posting.shape.workplace,
  postedAt: z.string().nullable(),
  placement: z.enum(placements),
  score: z.number(),
  /** Their points add up to the score. */
  parts: z.array(z.object({ name: part, points: z.number(), why: z.string() })),
  verdict,
  /** The requirement that decided a miss. */
  missed: z.enum(dimensions).nullable(),
  /** Of each requirement that the posting speaks of, or leaves open. What isn't listed is met in silence. */
  verdicts: z.array(
    z.object({
      dimension: z.enum(dimensions),
      verdict,
      reason: z.string(),
      /** The posting's own words; null where it says nothing. */
      quote: z.string().nullable(),
    }),
  ),
  /** What only software would read, or what gives software orders. Shown, never judged. */
  flags: Posting.shape.flags,
  /** The posting whose words these are, by key. */
  repostOf: z.string().nullable(),
})
export type Row = z.infer<typeof Row>

export const NightFile = z.object({
  version: z.literal(1),
  /** The night's local date, on which the postings were judged. */
  date: z.iso.date(),
  /** When the last board was read. */
  asOf: z.iso.datetime(),
  /** The profile it was judged for. */
  profileSha256: sha256,
  /** How many were wanted, and how many of one company. */
  wanted: z.object({ postings: z.int(), perCompany: z.int() }),
  boards: z.array(BoardOutcome),
  /** What is taken, best first; then the rest by placement, each best first. */
  rows: z.array(Row),
})
export type NightFile = z.infer<typeof NightFile>

/** A row of the ranking as the file keeps it: without the posting's text. */
export function rowOf(ranked: NightRow): Row {
  const { key, posting, judgement, placement, score, parts, repostOf } = ranked
  const verdicts = dimensions.flatMap((dimension) => {
    const said = judgement.dimensions[dimension]
    const silent = said.verdict === 'meets' && said.quote === null
    return silent ? [] : [{ dimension, ...said }]
  })
  return {
    key,
    company: posting.company,
    title: posting.title,
    url: posting.url,
    places: [...new Set(posting.locations.map(({ text }) => text))].join(' · '),
    workplace: posting.workplace,
    postedAt: posting.postedAt,
    placement,
    score,
    parts,
    verdict: judgement.verdict,
    missed: judgement.missed,
    verdicts,
    flags: posting.flags,
    repostOf,
  }
}

/** The bytes of a table: the same night makes the same bytes. Row by row, never as one string. */
export function nightBytes(night: Omit<NightFile, 'version' | 'rows'>, table: NightTable): Buffer {
  const rest: Omit<NightFile, 'rows'> = { version: 1, ...night }
  const parts = [Buffer.from(`${JSON.stringify(rest).slice(0, -1)},"rows":[`)]
  for (const [at, ranked] of table.rows.entries()) {
    parts.push(Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(rowOf(ranked))}`))
  }
  return Buffer.concat([...parts, Buffer.from(']}')])
}

/** Reads a table back. Throws where the bytes are none. */
export function parseNight(bytes: Uint8Array): NightFile {
  return NightFile.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}
