// Reads one board, whatever it answers: a failure is an outcome, and nothing is ever closed for it.
import { type HttpClient, HttpFailed } from '#clients'
import type { Context } from '#queue'
import { type Board, boards, suddenlyEmpty } from '../boards/index.ts'
import type { Profile } from '../profile/index.ts'
import { keepAgain, keepPostings } from './board-file.ts'
import { boardKey, type KnownBoard } from './memory.ts'
import type { ReadBoard } from './state.ts'

export type WishedBoard = Profile['search']['boards'][number]
type Reading = Awaited<ReturnType<Board['list']>>

/** Longest for one board with all its pages and tries. */
const withinSeconds = 120
/** Goes up when postings are read in another way: a file made before is then read anew. */
const version = 1

/** What a file of postings depends on besides the board's answer. */
export function readerOf({ company, eu }: WishedBoard): string {
  return JSON.stringify([version, company ?? null, eu ?? false])
}

export interface Connection {
  http: HttpClient
  baseUrl: string | undefined
}

/**
 * One board's outcome, its postings kept as a file of this task. `known` is how it stood before: an
 * unchanged board's file is kept again. Throws only when the slice has to stop, or the store fails.
 */
export async function readBoard(
  wished: WishedBoard,
  known: KnownBoard | undefined,
  { http, baseUrl }: Connection,
  ctx: Context,
): Promise<ReadBoard> {
  const name = `${wished.board}-${wished.account}`
  const same = known !== undefined && known.reader === readerOf(wished)
  const usable = same && known.validator !== null && (await keepAgain(ctx, name, known.file))
  const timeout = AbortSignal.timeout(withinSeconds * 1_000)
  const signal = AbortSignal.any([ctx.signal, timeout])
  const reading = await boards[wished.board]
    .list(wished, within(http, signal), { baseUrl, validator: usable ? known.validator : null })
    .catch((error: unknown) => failure(wished, error, ctx, timeout.aborted))
  // What was cut short by the end of the slice says nothing about the board.
  ctx.signal.throwIfAborted()
  const { detail, postings, validator } = reading
  const unchanged = reading.outcome === 'unchanged' && usable
  // Told that nothing changed since nothing: an answer that can't be used.
  const outcome = reading.outcome === 'unchanged' && !usable ? 'error' : reading.outcome
  const kept = postings.length > 0 ? await keepPostings(ctx, name, postings) : null
  return {
    board: wished.board,
    account: wished.account,
    company: wished.company ?? wished.account,
    outcome,
    detail: detail.slice(0, 300),
    readAt: new Date().toISOString(),
    postings: unchanged ? known.postings : postings.length,
    before: known?.postings ?? null,
    suddenlyEmpty: suddenlyEmpty(known?.postings ?? 0, reading),
    leftOut: counted(reading.leftOut),
    file: unchanged ? known.file : kept,
    validator,
  }
}

/** How the board stands from now on: only a reading with postings replaces what was known. */
export function knownAfter(
  read: ReadBoard,
  before: KnownBoard | undefined,
  wished: WishedBoard,
  date: string,
): KnownBoard | undefined {
  const { postings, file, validator } = read
  if (file !== null) {
    return { postings, file, validator, reader: readerOf(wished), emptySince: null }
  }
  if (before === undefined || !read.suddenlyEmpty) return before
  return { ...before, emptySince: before.emptySince ?? date }
}

/** The same client, whose requests end with the signal. */
function within(http: HttpClient, signal: AbortSignal): HttpClient {
  return { ...http, request: (request) => http.request({ ...request, signal }) }
}

/** A board that took too long, or whose answer broke our reading of it, costs only itself. */
function failure(wished: WishedBoard, error: unknown, ctx: Context, late: boolean): Reading {
  ctx.signal.throwIfAborted()
  const message = error instanceof Error ? error.message : String(error)
  const detail = late ? `nothing usable within ${withinSeconds} s` : message
  if (!late && !(error instanceof HttpFailed)) {
    const name = error instanceof Error ? error.name : typeof error
    ctx.log('board failed', { what: boardKey(wished), error: name })
  }
  return { outcome: 'error', detail, postings: [], leftOut: [], validator: null }
}

function counted(leftOut: Reading['leftOut']): ReadBoard['leftOut'] {
  const byReason = Map.groupBy(leftOut, ({ reason }) => reason.slice(0, 200))
  return [...byReason]
    .slice(0, 20)
    .map(([reason, entries]) => ({ reason, entries: entries.length }))
}
