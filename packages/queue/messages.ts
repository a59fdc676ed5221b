// Tells people what waits for them: what is due is a query, so nothing is lost and reminders are free.
import { createHash } from 'node:crypto'
import type { Database } from '#database'
import { errorFacts, type Log } from './run/log.ts'
import { type DueMessage, dueMessages, noteDelivery } from './verbs/shared.ts'

/** A message as a channel sends it. It carries no value of a task and no authority. */
export interface Message {
  /** The same message has the same id when it is sent again: receivers can tell. */
  id: string
  subject: string
  lines: readonly string[]
  /** Where the button leads. */
  url: string
  button: string
  urgent: boolean
}

export interface Channel {
  name: string
  send(message: Message): Promise<void>
}

export interface MessageOptions {
  channels: readonly Channel[]
  /** Where the pages are. */
  origin: string
  stage: string
  /** Times of day, "08:00", at which a person wants to hear of requests; at most three. */
  times: readonly string[]
  timeZone: string
  /** Name the capability and gate of a request in its message. Off: only how many wait. */
  titles: boolean
  log: Log
  /** Once it aborts no further message begins. */
  signal?: AbortSignal
}

const mostOfOneRun = 200

/**
 * Sends what is due on every channel and records each delivery; answers how many messages went out. At
 * least once: what was sent and not recorded is sent again, under the same id. Requests and reminders are
 * merged into one message, at the chosen times only; a receipt goes out at once. A channel's failure is
 * recorded, backed off, and holds back nobody else.
 */
export async function deliverDue(database: Database, options: MessageOptions): Promise<number> {
  let sent = 0
  for (const channel of options.channels) {
    const due = await dueMessages(database, channel.name, mostOfOneRun)
    const questions = due.filter(({ kind }) => kind !== 'receipt')
    if (options.signal?.aborted) return sent
    if (questions.length > 0 && itIsTime(questions, options)) {
      sent += await deliver(
        database,
        channel,
        questions,
        questionsMessage(questions, options),
        options.log,
      )
    }
    for (const receipt of due) {
      if (receipt.kind !== 'receipt') continue
      if (options.signal?.aborted) return sent
      sent += await deliver(
        database,
        channel,
        [receipt],
        receiptMessage(receipt, options),
        options.log,
      )
    }
  }
  return sent
}

async function deliver(
  database: Database,
  channel: Channel,
  due: readonly DueMessage[],
  message: Message,
  log: Log,
): Promise<number> {
  let error: string | undefined
  try {
    await channel.send(message)
  } catch (cause) {
    error = cause instanceof Error ? cause.message : 'failed'
    log('message failed', { channel: channel.name, ...errorFacts(cause) })
  }
  for (const { approvalId, kind } of due) {
    await noteDelivery(database, {
      approvalId,
      kind,
      channel: channel.name,
      ...(error !== undefined && { error }),
    })
  }
  log('message', { channel: channel.name, requests: due.length, delivered: error === undefined })
  return error === undefined ? 1 : 0
}

/**
 * Whether a chosen time has passed since the channel last asked. What is about to expire does not wait for
 * one, and neither does the first request ever.
 */
export function itIsTime(
  due: readonly DueMessage[],
  { times, timeZone }: Pick<MessageOptions, 'times' | 'timeZone'>,
): boolean {
  const [first] = due
  if (!first) return false
  const { now, lastAskedAt } = first
  const lastChance = due.some(({ kind }) => kind === 'reminder_2')
  if (lastAskedAt === null || times.length === 0 || lastChance) return true
  const slot = slotOf(now, times, timeZone)
  return slot !== slotOf(lastAskedAt, times, timeZone)
}

/** The last chosen time before a moment, as a day and a time: two moments of one slot have the same. */
function slotOf(at: Date, times: readonly string[], timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((piece) => piece.type === type)?.value ?? ''
  const day = Date.UTC(Number(part('year')), Number(part('month')) - 1, Number(part('day')))
  const clock = `${part('hour')}:${part('minute')}`
  const passed = [...times].sort().filter((time) => time <= clock)
  const last = passed.at(-1)
  // Before the first time of a day it is still the last slot of the day before.
  return last === undefined ? `${day - 86_400_000} ${[...times].sort().at(-1)}` : `${day} ${last}`
}

function questionsMessage(
  due: readonly DueMessage[],
  { origin, stage, timeZone, titles }: MessageOptions,
): Message {
  const requests = new Map(due.map((message) => [message.approvalId, message]))
  const waiting = [...requests.values()]
  const ends = waiting.flatMap(({ expiresAt }) => (expiresAt ? [expiresAt.getTime()] : []))
  const until = ends.length > 0 ? `, until ${momentIn(timeZone, Math.min(...ends))}` : ''
  const reminder = due.some(({ kind }) => kind !== 'request')
  // What other workers would say now is said with it: the channel is not used again before its next time.
  const fresh = due.filter(({ kind }) => kind === 'request').length
  const total = waiting.length + Math.max(0, (due[0]?.unannounced ?? 0) - fresh)
  const [only] = total === 1 ? waiting : []
  const count = `${total} ${total === 1 ? 'request waits' : 'requests wait'} for you`
  return {
    id: idOf(due),
    subject: `${only ? `[${codeOf(only.publicId)}] ` : ''}${reminder ? 'Reminder: ' : ''}${count}${until}`,
    lines: [
      `${reminder ? 'Reminder: ' : ''}${count} on ${stage}${until}${only ? `, code ${codeOf(only.publicId)}` : ''}.`,
      ...(titles
        ? waiting
            .slice(0, 20)
            .map((one) => `${codeOf(one.publicId)} · ${one.capability} · ${one.gate}`)
        : []),
      'Nothing is done until you decide. This link only leads to the page; it decides nothing.',
    ],
    url: only ? `${origin}/r/${only.publicId}` : `${origin}/sitting`,
    button: 'Review',
    urgent: due.some(({ kind }) => kind === 'reminder_2'),
  }
}

/** "Wed, 2 Dec, 14:58 CET": as the people who are told read their clocks. */
function momentIn(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
}

function receiptMessage(receipt: DueMessage, { origin, stage, titles }: MessageOptions): Message {
  const code = codeOf(receipt.publicId)
  const what = titles ? ` ${receipt.capability} · ${receipt.gate}` : ''
  return {
    id: idOf([receipt]),
    subject: `[${code}] Approved by ${receipt.decidedBy ?? 'somebody'}${what}`,
    lines: [
      `A request on ${stage} was approved by ${receipt.decidedBy ?? 'somebody'}, code ${code}.`,
      'If that was not you, open it and press Undo; it works until the act begins.',
    ],
    url: `${origin}/r/${receipt.publicId}`,
    button: 'Open, or undo',
    urgent: false,
  }
}

function idOf(due: readonly DueMessage[]): string {
  const of = due.map(({ approvalId, kind }) => `${approvalId} ${kind}`).join('\n')
  return createHash('sha256').update(of).digest('hex').slice(0, 32)
}

// Crockford's alphabet: no letter that reads like a figure.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Six characters by which a person knows a request again, in the message and on the page: K7Q-2MD. */
export function codeOf(publicId: string): string {
  const bits = Number.parseInt(publicId.slice(0, 8), 16)
  const code = Array.from(
    { length: 6 },
    (_, at) => alphabet[Math.floor(bits / 32 ** at) % 32],
  ).join('')
  return `${code.slice(0, 3)}-${code.slice(3)}`
}
