// Decides which requests of a form's page go out: everything a form needs, and no application before its time.
import type { Asked } from '#clients'
import { pattern } from '../text/pattern.ts'
import type { FormSchema } from './schema.ts'

type Board = FormSchema['board']

interface Needs {
  /** Hosts of pages, scripts and look-ups. */
  hosts: readonly string[]
  /** Beside GET, what a form does before it is sent: uploads, look-ups, drafts of single fields. */
  before: readonly RegExp[]
}

const captchaHosts = [
  'www.google.com',
  'www.recaptcha.net',
  'www.gstatic.com',
  'hcaptcha.com',
  '*.hcaptcha.com',
]
const common = ['fonts.googleapis.com', 'fonts.gstatic.com', ...captchaHosts]
/** Of these hosts only the captcha is ours to reach. */
const onlyCaptcha = /^www\.(?:google\.com|recaptcha\.net|gstatic\.com)$/
/** An operation may hide in the body under another's name in the address. */
const submits = /"operationName"\s*:\s*"ApiSubmit/

/** What the boards' own captchas and bot checks say home; nothing of a form is in it. */
const checks = [
  /^POST https:\/\/www\.(?:google\.com|recaptcha\.net)\/recaptcha\//,
  /^POST https:\/\/(?:[\w-]+\.)?hcaptcha\.com\//,
  /^POST https:\/\/[\w.-]+\/cdn-cgi\/challenge-platform\//,
]

// As seen in public field notes of 2026; what isn't listed is kept back, which shows as a field that
// doesn't take its answer.
const needs: Readonly<Record<Board, Needs>> = {
  greenhouse: {
    hosts: [
      'job-boards.greenhouse.io',
      'job-boards.eu.greenhouse.io',
      'boards.greenhouse.io',
      'boards.eu.greenhouse.io',
      'boards-api.greenhouse.io',
      'job-boards.cdn.greenhouse.io',
      'job-boards.eu.cdn.greenhouse.io',
      'boards.cdn.greenhouse.io',
      'api-geocode-earth-proxy.greenhouse.io',
      'email-address-validator.*.greenhouse.io',
      '*.s3.amazonaws.com',
      '*.s3.*.amazonaws.com',
    ],
    before: [
      /^(?:POST|PUT) https:\/\/[\w.-]+\.s3(?:[.-][\w-]+)?\.amazonaws\.com\//,
      /^POST https:\/\/email-address-validator\.\w+\.greenhouse\.io\//,
      /^POST http:\/\/localhost:\d+\/s3$/,
    ],
  },
  lever: {
    hosts: [
      'jobs.lever.co',
      'jobs.eu.lever.co',
      'cdn.lever.co',
      '*.s3.amazonaws.com',
      '*.s3.*.amazonaws.com',
    ],
    before: [/^POST [^?]+\/parseResume(?:\?|$)/],
  },
  ashby: {
    hosts: ['jobs.ashbyhq.com', 'cdn.ashbyprd.com', '*.s3.amazonaws.com', '*.s3.*.amazonaws.com'],
    before: [
      /^(?:POST|PUT) https:\/\/[\w.-]+\.s3(?:[.-][\w-]+)?\.amazonaws\.com\//,
      // Ashby keeps a draft of every field and reads only that when the application is sent. The
      // draft is nobody's application: it is made anew with every opening of the page.
      pattern()`
        ^POST[ ]https?://[^/?]+/api/non-user-graphql[?]op=Api
        (?:JobPosting|JobBoard\w*|Organization\w*|CreateFileUploadHandle|UploadFile|ParseResume|
        SetFormValue|SetFormValueToFile|\w*(?:Location|School)\w*)$
      `,
    ],
  },
}

/** Hosts that a board's form may reach. */
export function hostsOf(board: Board): string[] {
  return [...needs[board].hosts, ...common]
}

/** A request that may have been the application, and how it was answered. */
export interface Sent {
  method: string
  host: string
  path: string
  /** Null while there is no answer, and when there never was one. */
  status: number | null
}

export interface Guard {
  admits(asked: Asked): boolean
  /** The form is there: nothing may replace the page any more. */
  hold(): void
  /** From now on the application may go out, once. */
  open(): void
  /** Nothing goes out any more. */
  close(): void
  /** What went out while it was open. */
  sent: Sent[]
}

/** A guard that starts by letting the page load. */
export function formGuard(board: Board): Guard {
  let state: 'loading' | 'filling' | 'pressing' | 'closed' = 'loading'
  const become = (next: typeof state) => () => {
    state = next
  }
  const sent: Sent[] = []
  return {
    sent,
    hold: become('filling'),
    open: become('pressing'),
    close: become('closed'),
    admits({ method, url, leavesPage, body }) {
      const line = `${method} ${url.href}`
      if (onlyCaptcha.test(url.hostname) && !url.pathname.startsWith('/recaptcha/')) return false
      if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') {
        // A form may also be sent by GET: then the page is left for an address with all the values.
        if (!leavesPage || state === 'loading') return true
        if (state !== 'pressing') return false
        if (sent.length === 0)
          sent.push({ method, host: url.host, path: url.pathname, status: null })
        return true
      }
      if (checks.some((known) => known.test(line))) return true
      const before = needs[board].before.some((known) => known.test(line))
      if (before && !submits.test(body ?? '')) return state !== 'closed'
      if (state !== 'pressing') return false
      const op = url.searchParams.get('op') ?? ''
      const one = { method, host: url.host, path: `${url.pathname}${op && `?op=${op}`}` }
      // A page that sends twice sends once.
      if (sent.some((other) => other.host === one.host && other.path === one.path)) return false
      sent.push({ ...one, status: null })
      return true
    },
  }
}
