// The verbs about people: invite, enrol, sign in, challenge, revoke.
import * as z from 'zod'
import type { Database } from '#database'
import { storable } from '../json.ts'
import { call, only, verb } from './call.ts'
import { answerOf, nothing } from './rows.ts'

const bytes = z.instanceof(Uint8Array)

const verbs = {
  addOperator: verb('add_operator', ['text', 'text', 'text'], answerOf('add_operator', z.date())),
  enrolment: verb(
    'enrolment',
    ['text'],
    z
      .object({ operator: z.string(), expires_at: z.date() })
      .transform((row) => ({ operator: row.operator, expiresAt: row.expires_at })),
  ),
  enrol: verb(
    'enrol',
    ['text', 'text', 'bytea', 'bigint', 'text[]', 'text', 'boolean'],
    answerOf('enrol', z.string()),
  ),
  revokeOperator: verb('revoke_operator', ['text', 'text'], nothing),
  revokeCredential: verb('revoke_credential', ['text', 'text'], nothing),
  setAway: verb('set_away', ['text', 'timestamptz'], nothing),
  makeChallenge: verb(
    'make_challenge',
    ['text', 'text', 'text', 'jsonb', 'integer'],
    answerOf('make_challenge', z.date()),
  ),
  takeChallenge: verb(
    'take_challenge',
    ['text', 'text'],
    z.object({ operator: z.string().nullable(), statement: z.json() }),
  ),
  credential: verb(
    'credential',
    ['text'],
    z
      .object({
        operator: z.string(),
        public_key: bytes,
        counter: z.number(),
        transports: z.array(z.string()),
      })
      .transform(({ public_key, ...row }) => ({ ...row, publicKey: public_key })),
  ),
  credentialUsed: verb(
    'credential_used',
    ['text', 'bigint'],
    answerOf('credential_used', z.boolean()),
  ),
  openSession: verb('open_session', ['text', 'text', 'text', 'boolean'], nothing),
  session: verb(
    'session',
    ['text'],
    z
      .object({ operator: z.string(), device: z.string(), local: z.boolean(), opened_at: z.date() })
      .transform(({ opened_at, ...row }) => ({ ...row, openedAt: opened_at })),
  ),
  closeSessions: verb('close_sessions', ['text', 'text'], answerOf('close_sessions', z.number())),
  recordRefusal: verb('record_refusal', ['text', 'text', 'text', 'text'], nothing),
}

export type Purpose = 'enrol' | 'sign-in' | 'approve' | 'confirm'

/** What a new key is, as its registration said it. */
export interface NewCredential {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  label: string
  backedUp: boolean
}

/** The verbs about people on an approver login. Secrets arrive as SHA-256 hashes, never themselves. */
export function operatorVerbs(database: Database) {
  const repeat = { repeatable: true }
  const once = { repeatable: false }
  return {
    /** Until when the one-time link can be used. */
    add: async (name: string, secretHash: string, by: string) =>
      only(await call(database, once, verbs.addOperator, name, secretHash, by)),
    /** Whose link this is, or undefined when it can't be used. */
    enrolment: async (secretHash: string) =>
      (await call(database, repeat, verbs.enrolment, secretHash)).at(0),
    /** Uses the link up; answers whose the key is now. */
    enrol: async (secretHash: string, key: NewCredential) => {
      const { id, publicKey, counter, transports, label, backedUp } = key
      const made = [id, Buffer.from(publicKey), counter, transports, label, backedUp]
      return only(await call(database, once, verbs.enrol, secretHash, ...made))
    },
    revoke: async (name: string, by: string) => {
      await call(database, repeat, verbs.revokeOperator, name, by)
    },
    revokeCredential: async (id: string, by: string) => {
      await call(database, repeat, verbs.revokeCredential, id, by)
    },
    setAway: async (name: string, until: Date | null) => {
      await call(database, repeat, verbs.setAway, name, until)
    },
    makeChallenge: async (made: {
      challenge: string
      purpose: Purpose
      operator: string | null
      statement: unknown
      seconds: number
    }) =>
      only(
        await call(
          database,
          once,
          verbs.makeChallenge,
          made.challenge,
          made.purpose,
          made.operator,
          storable(made.statement) ?? '{}',
          made.seconds,
        ),
      ),
    /** What the challenge was made for, once; undefined when it is unknown, used or late. */
    takeChallenge: async (challenge: string, purpose: Purpose) =>
      (await call(database, once, verbs.takeChallenge, challenge, purpose)).at(0),
    credential: async (id: string) => (await call(database, repeat, verbs.credential, id)).at(0),
    /** False where the counter did not move on: then this is no fresh answer of the key. */
    credentialUsed: async (id: string, counter: number) =>
      only(await call(database, once, verbs.credentialUsed, id, counter)),
    openSession: async (opened: {
      secretHash: string
      operator: string
      device: string
      local: boolean
    }) => {
      const { secretHash, operator, device, local } = opened
      await call(database, once, verbs.openSession, secretHash, operator, device, local)
    },
    session: async (secretHash: string) =>
      (await call(database, repeat, verbs.session, secretHash)).at(0),
    /** One session, by its hash or the id that is shown of it, or all of a person's (null); how many. */
    closeSessions: async (operator: string, session: string | null) =>
      only(await call(database, repeat, verbs.closeSessions, operator, session)),
    recordRefusal: async (refusal: {
      operator?: string
      what: string
      why: string
      subject?: string
    }) => {
      const { operator, what, why, subject } = refusal
      await call(database, once, verbs.recordRefusal, operator ?? null, what, why, subject ?? null)
    },
  }
}

export type OperatorVerbs = ReturnType<typeof operatorVerbs>
