// The sample boards' forms, opened in a real browser, with answers for whatever they ask.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { httpClient } from '#clients'
import { type SampleBoards, startSampleBoards } from '../../packages/local/sample-boards/server.ts'
import { type Posting, boards as readers } from '../../packages/workloads/jobs/boards/index.ts'
import {
  type FieldValue,
  type FormReading,
  type FormSchema,
  type OpenForm,
  withForm,
} from '../../packages/workloads/jobs/forms/index.ts'
import type { FormField } from '../../packages/workloads/jobs/forms/schema.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const cv = new TextEncoder().encode('%PDF-1.4 a CV')
const letter = new TextEncoder().encode('%PDF-1.4 a letter')

export const documents = {
  cv: { file: sha256(cv), name: 'Zoe_Muller_CV.pdf' },
  letter: { file: sha256(letter), name: 'Zoe_Muller_Letter.pdf' },
  bytes: new Map([
    [sha256(cv), cv],
    [sha256(letter), letter],
  ]),
}

type Sample = SampleBoards['postings'][number]
type Traits = Sample['form']['traits'][number]

export interface SampleForms {
  boards: SampleBoards
  /** The first posting of a board whose form has exactly these traits, with its questions. */
  sample(board: Posting['board'], ...traits: Traits[]): Sample
  posting(sample: Sample): Promise<Posting>
  open<T>(sample: Sample, work: (form: OpenForm) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Opens the form of a posting that was read before, also where its board no longer lists it. */
  at<T>(posting: Posting, work: (form: OpenForm) => Promise<T>, origin?: string): Promise<T>
  /** What employers received since the last call of `forget`. */
  submits(): SampleBoards['requests'][number][]
  forget(): void
  stop(): Promise<void>
}

export async function sampleForms(port?: number): Promise<SampleForms> {
  const delays = { slowMs: 3_000, parseMs: 800, lookupMs: 200 }
  const boards = await startSampleBoards({ delays, ...(port !== undefined && { port }) })
  const http = httpClient({ allowedHosts: ['localhost'], gapMs: 0 })
  const baseUrl = boards.origin
  let forgotten = 0
  const posting = async ({ employer, id }: Sample) => {
    const { board, account } = employer
    const read = await readers[board].list({ account }, http, { baseUrl })
    const found = read.postings.find(({ externalId }) => externalId === id)
    if (!found) throw new Error(`${account} lists no posting ${id}: ${read.detail}`)
    return found
  }
  return {
    boards,
    posting,
    sample(board, ...traits) {
      const wanted = [...traits].sort().join()
      const found = boards.postings.find(
        ({ employer, form }) =>
          employer.board === board &&
          [...form.traits].sort().join() === wanted &&
          form.captcha === 'badge' &&
          form.fields.some(({ kind }) => kind === 'yes-no'),
      )
      if (!found) throw new Error(`no sample form of ${board} has ${wanted || 'no trait'}`)
      return found
    },
    open: async (sample, work, signal) => {
      const access = { http, baseUrl, ...(signal && { signal }) }
      return withForm(await posting(sample), access, work)
    },
    at: (one, work, origin = baseUrl) => withForm(one, { http, baseUrl: origin }, work),
    submits: () => boards.requests.slice(forgotten).filter(({ kind }) => kind === 'submit'),
    forget: () => {
      forgotten = boards.requests.length
    },
    stop: async () => {
      await boards.stop()
      await http.close()
    },
  }
}

export function schemaOf(reading: FormReading): FormSchema {
  if (reading.kind !== 'form') throw new Error(`no form but ${reading.kind}: ${reading.detail}`)
  return reading.schema
}

const yes = new Set<FormField['kind']>(['yes-no', 'consent'])

/** A page of our own in place of a posting's form: one server that answers everything with it. */
export async function ownPage<T>(html: string, work: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(html)
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  try {
    return await work(`http://localhost:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/**
 * An answer for every required field and for every other optional one, each its own; so some stay that
 * nobody planned. Voluntary questions and consents are only answered where they have to be.
 */
export function answersFor(fields: readonly FormField[]): FieldValue[] {
  let left = 0
  const wanted = fields.filter(({ required, kind, section }) => {
    if (required) return true
    left += 1
    return kind === 'file' || (section === 'main' && left % 2 === 1)
  })
  return wanted.map((field, at) => ({ key: field.key, value: answerFor(field, at) }))
}

let people = 0

function answerFor({ key, kind, label, options }: FormField, at: number): FieldValue['value'] {
  if (/name$/.test(key) && kind === 'text') return `Zoë Müller-Łukasiewicz ${'I'.repeat(at + 1)}`
  if (yes.has(kind)) return kind === 'consent' || at % 2 === 0
  const values = options.map(({ value }) => value)
  switch (kind) {
    case 'file':
      return /letter/i.test(label) ? documents.letter : documents.cv
    case 'email':
      // Ashby takes one application per address and job.
      people += 1
      return `zoe.${people}@example.com`
    case 'phone':
      return '+49 30 5550142'
    case 'location':
      return 'Berlin, Germany'
    case 'number':
      return String(3 + at)
    case 'date':
      return '2027-03-01'
    case 'long-text':
      return `First line about ${key}.\n\nSecond line: “quotes”, & < > and 100 %.`
    case 'choice':
      return values.at(-1) ?? ''
    case 'choices':
      return values.slice(0, 2)
    default:
      return `An answer to ${key}`
  }
}
