// Has a model word the middle of a letter: asks, checks, asks again with the objections, gives up in time.
import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type LanguageModel, ModelFailed, type ModelMessage, type ModelRequest } from '#clients'
import type { Drafting } from '../rules.ts'
import type { Paragraph } from '../sentence.ts'
import { readAnswer } from './answer.ts'
import { openFacts } from './open-facts.ts'
import { letterRequest } from './prompt.ts'
import type { ModelUse } from './use.ts'

export interface WritingOptions {
  model: LanguageModel
  /** Most tokens of the whole task. */
  tokenBudget: number
  use: ModelUse
  /** Stores what was used so far; awaited before and after each call. */
  save(use: ModelUse): Promise<void>
  signal: AbortSignal
  /** How long all calls and waits of this slice may take together. */
  withinMs: number
}

export type Written =
  | { kind: 'written'; paragraphs: Paragraph[]; use: ModelUse }
  /** The rules' letter stands; `why` is for the person. */
  | { kind: 'given up'; why: string; use: ModelUse }
  /** The service can't answer now. */
  | { kind: 'wait'; seconds: number; use: ModelUse }

const mostDrafts = 3
const mostCalls = 8
const mostWaits = 4
const callMs = 40_000
/** A call is not begun with less time than this. */
const leastCallMs = 10_000

/**
 * At most three drafts, each told what was wrong with the one before. An answer that `use` holds is
 * taken from there, never asked for again. Rejects with the signal's reason only.
 */
export async function writeLetter(drafted: Drafting, options: WritingOptions): Promise<Written> {
  const untilMs = performance.now() + options.withinMs
  const facts = openFacts(drafted.facts, drafted.profile.resume)
  const objections: ModelMessage[] = []
  let { use } = options
  let why = ''
  for (let draft = 0; draft < mostDrafts; draft++) {
    const request = letterRequest(drafted, objections)
    const asked = await answerTo(request, { ...options, use }, untilMs)
    use = asked.use
    if (asked.kind !== 'answer') return asked
    const read = readAnswer(asked.answer, facts)
    if (read.kind === 'accepted') return { kind: 'written', paragraphs: read.paragraphs, use }
    why = read.why
    if (asked.answer.stop === 'refusal') break
    objections.push(
      { role: 'assistant', text: asked.answer.text.trim() || '{}' },
      { role: 'user', text: `${read.why}\nWrite it again, as JSON only.` },
    )
  }
  const [first = ''] = why.split('\n')
  return { kind: 'given up', why: `the model's draft was refused (${first})`, use }
}

type Asked =
  | { kind: 'answer'; answer: ModelUse['answers'][number]; use: ModelUse }
  | Exclude<Written, { kind: 'written' }>

/** The stored answer, or a new one: tried again while it may help and time remains. */
async function answerTo(
  request: ModelRequest,
  options: WritingOptions,
  untilMs: number,
): Promise<Asked> {
  const key = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  let { use } = options
  const stored = use.answers.find((answer) => answer.request === key)
  if (stored) return { kind: 'answer', answer: stored, use }
  // Three characters a token is on the safe side: English has about four.
  const reserved = Math.ceil(JSON.stringify(request).length / 3) + request.maxTokens
  for (let attempt = 0; ; attempt++) {
    if (use.calls >= mostCalls || use.tokens + reserved > options.tokenBudget) {
      return { kind: 'given up', why: 'the budget for the model is used up', use }
    }
    const leftMs = untilMs - performance.now()
    if (leftMs < leastCallMs) return { kind: 'wait', seconds: 1, use }
    // Counted before it begins, with all it may cost: a process can't die in it without end.
    const before = use.tokens
    use = { ...use, calls: use.calls + 1, tokens: before + reserved }
    await options.save(use)
    try {
      const timeoutMs = Math.min(callMs, leftMs)
      const answer = await options.model.ask(request, { signal: options.signal, timeoutMs })
      const tokens = before + answer.inputTokens + answer.outputTokens
      use = { ...use, tokens, answers: [...use.answers, { request: key, ...answer }] }
      await options.save(use)
      return { kind: 'answer', answer: { request: key, ...answer }, use }
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error
      if (!error.maybePaid) use = { ...use, tokens: before }
      if (!error.passing) return { kind: 'given up', why: error.message, use }
      const delayMs = Math.max(error.retryAfterMs ?? 0, 500 * 2 ** attempt)
      if (performance.now() + delayMs + leastCallMs > untilMs) {
        return later(use, delayMs, error.message)
      }
      await pause(delayMs, undefined, { signal: options.signal })
    }
  }
}

/** Gives the task back for a while; after four times the letter is written without the model. */
function later(use: ModelUse, delayMs: number, why: string): Asked {
  if (use.waits >= mostWaits) return { kind: 'given up', why, use }
  const seconds = Math.min(3_600, Math.max(Math.ceil(delayMs / 1_000), 60 * 2 ** use.waits))
  return { kind: 'wait', seconds, use: { ...use, waits: use.waits + 1 } }
}
