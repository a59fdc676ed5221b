// What every board offers: its open postings, and whether one of them still is open.

import { z } from 'zod'
import { type HttpClient, HttpFailed, type HttpReply, type Validator } from '#clients'
import type { ReadText, TextFlag } from '../text/html.ts'
import { speaksToMachines } from '../text/instructions.ts'
import { splitLine } from '../text/sentences.ts'
import type { Posting } from './posting.ts'

interface BoardAccount {
  /** The board's name for the employer, as in its address. */
  account: string
  /** The employer's name for people; the board's own, else the account, when left out. */
  company?: string | undefined
  /** Lever keeps European customers on a host of their own. */
  eu?: boolean | undefined
}

export interface BoardReading {
  /**
   * `ok`: postings were read. `empty`: the board exists and has none. `unchanged`: the validator
   * still holds, keep what you have. `unknown`: no such board, or one that is switched off; says
   * nothing about its postings. `error`: no usable answer.
   */
  outcome: 'ok' | 'empty' | 'unchanged' | 'unknown' | 'error'
  /** One line for the record, e.g. "12 postings" or "404 Job not found". */
  detail: string
  postings: Posting[]
  /** Entries that aren't postings to judge, and why: unlisted, a talent pool, unreadable. */
  leftOut: { externalId: string | null; reason: string }[]
  validator: Validator | null
}

export interface Liveness {
  /** `inconclusive` is neither: the API may be off while the page is live. */
  state: 'open' | 'closed' | 'inconclusive'
  detail: string
  /** The posting as the board has it now; null where it gave none that can be read. */
  posting: Posting | null
}

export interface Board {
  name: Posting['board']
  /** All open postings of an account. Never throws for what a server does. */
  list(account: BoardAccount, http: HttpClient, options?: ListOptions): Promise<BoardReading>
  /** Whether a posting can still be applied to, and what it says now. Never throws for what a server does. */
  live(
    posting: Pick<Posting, 'account' | 'externalId' | 'company' | 'url' | 'deadline'>,
    http: HttpClient,
    options?: { baseUrl?: string | undefined },
  ): Promise<Liveness>
}

interface ListOptions {
  /** Scheme, host and port of the API; a local server in tests and in the sample night. */
  baseUrl?: string | undefined
  validator?: Validator | null | undefined
}

const noPostings = { postings: [], leftOut: [], validator: null }

function reading(outcome: BoardReading['outcome'], detail: string): BoardReading {
  return { outcome, detail, ...noPostings }
}

/**
 * Asks for JSON and sorts out everything that isn't a usable answer. `parse` throws on an
 * unexpected shape.
 */
export async function ask<T>(
  http: HttpClient,
  url: string,
  validator: Validator | null | undefined,
  parse: (json: unknown) => T,
): Promise<{ value: T; reply: HttpReply } | BoardReading> {
  let reply: HttpReply
  try {
    reply = await http.request({ url, ...(validator ? { validator } : {}) })
  } catch (error) {
    if (error instanceof HttpFailed) return reading('error', error.message)
    throw error
  }
  const said = reply.text.replace(/\s+/g, ' ').slice(0, 120)
  if (reply.notModified)
    return {
      ...reading('unchanged', 'not modified'),
      validator: reply.validator ?? validator ?? null,
    }
  if (reply.status === 404 || reply.status === 410)
    return reading('unknown', `${reply.status} ${said}`)
  if (reply.status !== 200) return reading('error', `${reply.status} ${said}`)
  try {
    return { value: parse(JSON.parse(reply.text)), reply }
  } catch (error) {
    return reading('error', `unexpected answer: ${problemOf(error)}`)
  }
}

function problemOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const issue = error.issues[0]
    return issue ? `${issue.path.join('.')}: ${issue.message}` : 'shape'
  }
  return error instanceof Error ? error.message : String(error)
}

/** Reads entries one by one, so that an odd one costs only itself. */
export function readEntries(
  entries: readonly unknown[],
  read: (entry: unknown) => Posting | { leftOut: string },
): Pick<BoardReading, 'postings' | 'leftOut'> {
  const postings: Posting[] = []
  const leftOut: BoardReading['leftOut'] = []
  const seen = new Set<string>()
  for (const entry of entries) {
    const externalId = idOf(entry)
    try {
      const result = read(entry)
      if ('leftOut' in result) leftOut.push({ externalId, reason: result.leftOut })
      else if (seen.has(result.externalId)) leftOut.push({ externalId, reason: 'listed twice' })
      else {
        seen.add(result.externalId)
        postings.push(result)
      }
    } catch (error) {
      leftOut.push({ externalId, reason: `unreadable: ${problemOf(error)}` })
    }
  }
  return { postings, leftOut }
}

/** The posting of an answer that should hold it alone; null for anything else. */
export function readAlone(
  text: string,
  read: (entry: unknown) => Posting | { leftOut: string },
): Posting | null {
  try {
    const result = read(JSON.parse(text))
    return 'leftOut' in result ? null : result
  } catch {
    return null
  }
}

/** An answer to "is it still open?" that brings no posting. */
export function without(state: Liveness['state'], detail: string): Liveness {
  return { state, detail, posting: null }
}

function idOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return null
  return typeof entry.id === 'string' || typeof entry.id === 'number' ? String(entry.id) : null
}

/** The outcome of a list that was read: an answer of nothing but unreadable entries is an error. */
export function outcomeOf(
  read: Pick<BoardReading, 'postings' | 'leftOut'>,
  validator: Validator | null,
): BoardReading {
  const { postings, leftOut } = read
  const broken = leftOut.filter((entry) => entry.reason.startsWith('unreadable'))
  if (postings.length > 0)
    return { outcome: 'ok', detail: `${postings.length} postings`, ...read, validator }
  if (broken.length > 0)
    return { outcome: 'error', detail: broken[0]?.reason ?? '', ...read, validator: null }
  return { outcome: 'empty', detail: 'no postings', ...read, validator }
}

/**
 * Joins a posting's parts under their headings and adds flags for sentences that give orders to
 * software.
 */
export function joinParts(parts: readonly { heading?: string | undefined; part: ReadText }[]): {
  text: string
  flags: TextFlag[]
} {
  const text = parts
    .filter(({ part }) => part.text !== '')
    .map(({ heading, part }) => (heading ? `## ${heading}\n${part.text}` : part.text))
    .join('\n')
  const flags = parts.flatMap(({ part }) => part.flags)
  for (const line of text.split('\n')) {
    for (const said of splitLine(line.replace(/^(?:## |- )/, ''))) {
      if (speaksToMachines(said)) flags.push({ kind: 'instruction', text: said.slice(0, 200) })
    }
  }
  return { text, flags: flags.slice(0, 20) }
}

/**
 * True when a board that had postings has none now: a signal for a person, never a reason to
 * close them.
 */
export function suddenlyEmpty(
  previousCount: number,
  reading: Pick<BoardReading, 'outcome'>,
): boolean {
  return previousCount > 0 && (reading.outcome === 'empty' || reading.outcome === 'unknown')
}

/** The status of a page, 0 when there was no answer. */
export async function pageStatus(
  http: HttpClient,
  url: string,
): Promise<{ status: number; detail: string; text: string }> {
  try {
    const reply = await http.request({ url })
    return { status: reply.status, detail: String(reply.status), text: reply.text }
  } catch (error) {
    return { status: 0, detail: error instanceof Error ? error.message : String(error), text: '' }
  }
}
