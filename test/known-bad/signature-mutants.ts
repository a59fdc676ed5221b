// What a worker checks of a signature before it acts, and the page before it takes one. Data only.
import type { Mutant } from './mutant.ts'

const forgery = 'test/approvals/forgery.test.ts'
const gate = 'test/runner/gate.test.ts'
const people = 'test/approvals/people.test.ts'
const signIn = 'test/approvals/sign-in.test.ts'

const signing = (name: string) => `packages/queue/signing/${name}.ts`
const policy = 'packages/queue/run/policy.ts'
const signInVerbs = 'functions/sign_in_verbs.sql'

/** What is signed is compared, part by part, with what this worker knows by itself. */
const parts: Mutant[] = (
  [
    ['stage', 'stage: name,', 'of another stage'],
    ['task', 'task: task.id,', 'of another task'],
    ['capability', 'capability: task.capability,', 'of another capability'],
    ['gate', 'gate: request.gate,', 'of another gate'],
    ['request', 'approval: request.id,', 'T31 of another request'],
    ['revision', 'revision: request.revision,', 'T31 of another revision'],
    ['digest', 'digest: request.digest,', 'T27 of another digest'],
  ] as const
).map(([part, from, which]) => ({
  guard: `signature: it is over this ${part}`,
  file: signing('passkey-policy'),
  from,
  to: '',
  test: forgery,
  named: `refuses the approval ${which}`,
}))

/** How the key gave its answer. */
const answers: Mutant[] = (
  [
    [
      'the person was verified (UV)',
      'requireUserVerification: true',
      'requireUserVerification: false',
      'T35 without user verification',
    ],
    [
      'at this address',
      'expectedOrigin: expected.origin',
      `expectedOrigin: [expected.origin, 'https://evil.example']`,
      'T15 at another origin',
    ],
    [
      'for this site',
      'expectedRPID: expected.rpId',
      `expectedRPID: [expected.rpId, 'evil.example']`,
      'T35 for another site',
    ],
    [
      'not inside another page',
      'if (!framing.safeParse(client).success)',
      'if (false)',
      'T17 inside another page',
    ],
    [
      'over this challenge',
      `expectedChallenge: expected.challenge.toString('base64url')`,
      'expectedChallenge: () => true',
      'over another challenge',
    ],
    ['by this key', 'if (!verified)', 'if (false)', 'by another key'],
  ] as const
).map(([how, from, to, which]) => ({
  guard: `signature: ${how}`,
  file: signing('answer'),
  from,
  to,
  test: forgery,
  named: `refuses a signature made ${which}`,
}))

const levels: Mutant[] = [
  {
    guard: 'level: deployed, what can’t be undone takes a passkey',
    file: signing('passkey-policy'),
    from: `irreversible ? 'passkey' : 'session'`,
    to: `'session'`,
    test: forgery,
    named: 'T32 refuses a decision that was written into the database',
  },
  {
    guard: 'level: the worker goes by its own definition',
    file: policy,
    from: `if (order.indexOf(request.decidedLevel ?? 'none') < order.indexOf(required)) {`,
    to: 'if (false) {',
    test: gate,
    named: 'refuses a stored level that is weaker',
  },
  {
    guard: 'digest: the worker makes it anew from the text',
    file: policy,
    from: 'if (digestOf(body) !== digest)',
    to: 'if (false)',
    test: forgery,
    named: 'T27 refuses a text that was swapped under its digest',
  },
  {
    guard: 'text: only its own canonical form',
    file: 'packages/queue/canonical.ts',
    from: 'if (canonical(value) !== text)',
    to: 'if (false)',
    test: gate,
    named: 'refuses an approval with a body that is not canonical',
  },
  {
    guard: 'text: only of this gate',
    file: policy,
    from: 'if (parsed.gate !== name)',
    to: 'if (false)',
    test: gate,
    named: 'refuses an approval with a body of another gate',
  },
]

const pins: Mutant[] = [
  {
    guard: 'pins: an unpinned key signs nothing',
    file: signing('verify'),
    from: 'if (!key) throw',
    to: 'if (!key) return statement\n  if (!key) throw',
    test: forgery,
    named: 'refuses a key that is known here and not pinned',
  },
  {
    guard: 'pins: a key counts for the person it is pinned for',
    file: signing('pins'),
    from: 'known.operators.find(({ name }) => name === operator)',
    to: 'known.operators.find(({ keys }) => keys.some((one) => one.credential === credential))',
    test: forgery,
    named: 'refuses a key that is pinned for somebody else',
  },
  {
    guard: 'pins: who signed is who is said to have decided',
    file: signing('passkey-policy'),
    from: 'if (statement.operator !== request.decidedBy)',
    to: 'if (false)',
    test: forgery,
    named: 'T33 refuses a signature under another person',
  },
  {
    guard: 'signature: of an approval',
    file: signing('passkey-policy'),
    from: `if (request.verdict !== 'approve')`,
    to: 'if (false)',
    test: forgery,
    named: 'refuses a signature whose row says that something else was decided',
  },
  {
    guard: 'signature: a challenge answered late is no answer',
    file: signing('verify'),
    from: 'if (decidedAt.getTime() > Date.parse(statement.challengeExpiresAt) + skewMs)',
    to: 'if (false)',
    test: forgery,
    named: 'refuses an answer that came after its challenge',
  },
  {
    guard: 'signature: until the time that was signed',
    file: signing('verify'),
    from: 'if (now.getTime() >= Date.parse(statement.actBefore))',
    to: 'if (false)',
    test: forgery,
    named: 'refuses an approval that was revoked, and un-revoked',
  },
  {
    guard: 'trust: a key that was revoked since carries nothing',
    file: 'functions/_permit.sql',
    from: `or exists (select from countersign.credentials where id = a.assertion ->> 'credential' and revoked_at is not null)`,
    to: '',
    test: forgery,
    named: 'T43 asks again when the key was revoked',
  },
  {
    guard: 'trust: nor does a person who was',
    file: 'functions/_permit.sql',
    from: 'exists (select from countersign.operators where name = a.decided_by and revoked_at is not null)',
    to: 'false',
    test: 'test/queue/undo.test.ts',
    named: 'whose approver was revoked since',
  },
]

/** What the page checks of a signature before it records a decision. */
const pages: Mutant[] = [
  {
    guard: 'page: the signature is over this request',
    file: 'packages/approvals/request/signing.ts',
    from: 'if (!same)',
    to: 'if (false)',
    test: people,
    named: 'T35 approves with a signature by the signed-in person alone',
  },
  {
    guard: 'page: it is by who is signed in',
    file: 'packages/approvals/request/signing.ts',
    from: `if (operator !== statement.operator || operator !== c.get('visitor')?.operator)`,
    to: 'if (false)',
    test: people,
    named: 'T35 approves with a signature by the signed-in person alone',
  },
  {
    guard: 'page: a challenge is answered once',
    file: signInVerbs,
    from: '    and c.used_at is null\n',
    to: '',
    test: signIn,
    named: 'T35 takes an answer once',
  },
  {
    guard: 'page: within its time',
    file: signInVerbs,
    from: '    and c.expires_at > clock_timestamp()\n',
    to: '',
    test: signIn,
    named: 'T35 takes a challenge once',
  },
  {
    guard: 'page: for what it was made for',
    file: signInVerbs,
    from: '    and c.purpose = p_purpose\n',
    to: '',
    test: people,
    named: 'T35 confirms nothing with a signature over another act',
  },
  {
    guard: 'page: a copy of a key is known by its counter',
    file: signInVerbs,
    from: '    and (p_counter > counter or (p_counter = 0 and counter = 0));',
    to: '    and true;',
    test: signIn,
    named: 'notes a key’s counter upwards only',
  },
  {
    guard: 'page: a revoked key signs nobody in',
    file: signInVerbs,
    from: '    and c.revoked_at is null\n',
    to: '',
    test: signIn,
    named: 'T43 signs a lost device out',
  },
]

export const signatureMutants: readonly Mutant[] = [
  ...levels,
  ...parts,
  ...answers,
  ...pins,
  ...pages,
]
