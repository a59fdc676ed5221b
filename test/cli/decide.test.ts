// A person at the command line: what they are shown before they decide, and what a decision does.
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cannotTellYet, done, gate, implement, question, workload } from '#queue'
import { age } from '../support/age.ts'
import { cli } from '../support/cli.ts'
import { workshop } from '../support/workshop.ts'

let acted = 0
const definition = workload({
  capability: 'letter',
  workload: 'letter',
  title: 'Letter',
  caps: {},
  payload: z.object({ to: z.string(), at: z.enum(['send', 'ask', 'lose']).default('send') }),
  state: z.unknown(),
  steps: ['start', 'send', 'ask', 'lose'],
  gates: {
    send: { irreversible: true, sentence: 'Send a letter to {/action/to}, {/action/missing}' },
    ask: { irreversible: false, sentence: 'Which tone for {/action/to}?', effects: [] },
    lose: { irreversible: true, sentence: 'Lose a letter to {/action/to}' },
  },
})
const asked = (to: string) => ({ action: { to }, shown: { pages: 2 } })
const labelled = {
  facts: [
    { label: 'Goes to', at: '/action/to', from: 'the address book' },
    { label: 'Enclosed', at: '/action/enclosed/0' },
  ],
  warnings: ['The post is slow.'],
  pages: 2,
}
const implementation = implement(definition, {
  start: async ({ payload }) => ({ kind: 'next', step: payload.at, state: null }),
  send: gate('send', {
    ask: ({ payload }) =>
      payload.to === 'Bo'
        ? {
            action: { to: 'Bo', 'to/o': 'Eve', copies: [], enclosed: ['a map', 'a key'] },
            shown: labelled,
          }
        : asked(payload.to),
    run: async () => {
      acted += 1
      return done({ receipt: 'R1' })
    },
  }),
  ask: question('ask', {
    ask: ({ payload }) => asked(payload.to),
    answered: async ({ answers, by }) => done({ answers, by }),
  }),
  lose: gate('lose', {
    ask: ({ payload }) => asked(payload.to),
    run: async () => {
      throw new Error('the line went dead')
    },
    probe: async () => cannotTellYet({ seen: 'nothing' }),
  }),
})

const w = await workshop([{ definition, implementation }])
const url = w.db.directUrl(await w.db.login('person', 'countersign_approver'))
const run = (...args: string[]) => cli(url, args)
const typing = (typed: string, ...args: string[]) => cli(url, args, typed)

async function parked(payload: Record<string, string> = {}): Promise<number> {
  const id = await w.enqueue('letter', { to: 'Ana', ...payload })
  await w.tick()
  return id
}

/** Lets the time for undo pass, and ticks. */
async function afterUndo(id: number): Promise<void> {
  const { id: request } = await w.request(id)
  await age(w.admin, 'approvals', request, { not_before: '1 hour', decided_at: '1 hour' })
  await w.due(id)
  await w.tick()
}

it('shows the sentence and every value, asks, and does what was approved after the time for undo', async () => {
  const id = await parked()
  const { code, out } = await typing('yes', 'approve', String(id), '--by', 'ana')
  expect(code).toBe(0)
  expect(out).toContain('Send a letter to Ana, (no /action/missing)')
  expect(out).toMatch(/\/action\/to +Ana/)
  expect(out).toMatch(/\/shown\/pages +2/)
  expect(out).toMatch(/task \d+ is approved\nIt is done by the first tick after .*\(in 60 s\)/)
  expect(await w.request(id)).toMatchObject({ decided_by: 'ana', decided_level: 'session' })
  await w.tick()
  expect(acted).toBe(0)
  await afterUndo(id)
  expect(acted).toBe(1)
  expect(await w.task(id)).toMatchObject({ status: 'completed', result: { receipt: 'R1' } })
})

it('shows last, over the question, what is labelled for a person, and leaves nothing out', async () => {
  const id = await parked({ to: 'Bo' })
  const { out } = await typing('no', 'approve', String(id))
  const lines = out.split('\n').map((line) => line.trim())
  expect(lines).toEqual([
    'Everything else in what is asked, by where it stands:',
    expect.stringMatching(/^\/action\/copies +\[\]$/),
    expect.stringMatching(/^\/action\/effects\/0\/digest +[0-9a-f]{64}$/),
    expect.stringMatching(/^\/action\/effects\/0\/name +send$/),
    expect.stringMatching(/^\/action\/enclosed\/1 +a key$/),
    // A key that reads like a part of a labelled value is none.
    expect.stringMatching(/^\/action\/to~1o +Eve$/),
    expect.stringMatching(/^\/shown\/pages +2$/),
    '',
    `Task ${id} asks at send, revision 1:`,
    'Send a letter to Bo, (no /action/missing)',
    expect.stringMatching(/^Note +The post is slow\.$/),
    expect.stringMatching(/^Goes to +Bo {2}\(the address book\)$/),
    expect.stringMatching(/^Enclosed +a map$/),
    '',
  ])
})

it('decides nothing without a yes, and says which word is missing where nobody can be asked', async () => {
  const id = String(await parked())
  for (const typed of ['', 'no', 'yes please']) {
    const no = await typing(typed, 'approve', id)
    expect(no).toMatchObject({ code: 1, err: 'nothing was decided\n' })
  }
  expect(await run('approve', id)).toMatchObject({
    code: 2,
    err: 'nobody is here to be asked: add --yes\n',
  })
  expect(await run('approve', id, '--json')).toMatchObject({ code: 2, out: '' })
  expect((await w.request(Number(id))).state).toBe('open')
})

it('with --yes and --json answers one object, and the same again is no second decision', async () => {
  const id = String(await parked())
  const first = JSON.parse((await run('approve', id, '--yes', '--json', '--by', 'ana')).out)
  expect(first).toMatchObject({
    taskId: Number(id),
    state: 'approved',
    taskStatus: 'approved',
    gate: 'send',
    revision: 1,
    sentence: 'Send a letter to Ana, (no /action/missing)',
    replayed: false,
  })
  expect(new Date(first.notBefore).getTime()).toBeGreaterThan(Date.now() + 50_000)
  expect(first.digest).toMatch(/^[0-9a-f]{64}$/)
  expect(await run('approve', id, '--yes')).toMatchObject({
    code: 1,
    err: `task ${id} is approved and asks nothing: see "npx countersign show ${id}"\n`,
  })
})

it('takes an approval back until something has begun', async () => {
  const id = String(await parked())
  expect(await run('undo', id)).toMatchObject({
    code: 1,
    err: `nobody has approved anything of task ${id}\n`,
  })
  await run('approve', id, '--yes')
  const undone = await run('undo', id, '--reason', 'a typo')
  expect(undone).toMatchObject({ code: 0, out: expect.stringContaining('asks again') })
  expect(await w.request(Number(id))).toMatchObject({ state: 'open', revision: 2 })
  await run('approve', id, '--yes')
  await afterUndo(Number(id))
  const late = await run('undo', id)
  expect(late).toMatchObject({
    code: 1,
    err: expect.stringMatching(/nothing is left to take back \(CS006/),
  })
})

it('ends a task with the reason that was given, and needs one', async () => {
  const id = String(await parked())
  expect((await run('reject', id)).code).toBe(2)
  expect(await run('reject', id, '--reason', 'not this one', '--by', 'ana')).toMatchObject({
    code: 0,
    out: `task ${id} is rejected\n`,
  })
  expect(await w.request(Number(id))).toMatchObject({ comment: 'not this one', decided_by: 'ana' })
  const requeued = await run('requeue', id)
  expect(requeued).toMatchObject({
    code: 0,
    out: `task ${id} is pending and starts with a coming tick\n`,
  })
  const cancelled = JSON.parse((await run('cancel', id, '--json')).out)
  expect(cancelled).toEqual({ taskId: Number(id), status: 'cancelled' })
})

it('asks for answers where answers are asked for, and takes only JSON', async () => {
  const id = String(await parked({ at: 'ask' }))
  expect(await run('approve', id, '--yes')).toMatchObject({
    code: 1,
    err: `Which tone for Ana? Answer with: npx countersign approve ${id} --answers <json>\n`,
  })
  expect(await run('approve', id, '--answers', '{tone}')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/'--answers <json>' argument '\{tone\}' is invalid. it is not JSON/),
  })
  expect(
    await run('approve', id, '--yes', '--answers', '{"tone":"warm"}', '--by', 'ana'),
  ).toMatchObject({ code: 0, out: expect.stringContaining(`task ${id} is approved\n`) })
  await w.tick()
  expect(await w.task(Number(id))).toMatchObject({
    status: 'completed',
    result: { answers: { tone: 'warm' }, by: 'ana' },
  })
  const other = String(await parked())
  expect(await run('approve', other, '--answers', '{}')).toMatchObject({
    code: 1,
    err: `task ${other} asks for a yes, not for answers\n`,
  })
})

it('at gate uncertain explains what is asked, and takes a person’s word for it', async () => {
  const id = String(await parked({ at: 'lose' }))
  await run('approve', id, '--yes')
  await afterUndo(Number(id))
  await w.due(Number(id))
  await w.tick()
  expect(await run('approve', id, '--yes')).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^Nobody recorded how effect lose, begun at .*, ended: did it happen\? .*--happened, or .*--did-not-happen/,
    ),
  })
  const soon = await run('approve', id, '--did-not-happen', '--yes')
  expect(soon).toMatchObject({ code: 1, err: expect.stringMatching(/CS014: not before/) })
  expect(await run('approve', id, '--happened', '--did-not-happen')).toMatchObject({ code: 2 })
  expect(await run('approve', id, '--happened', '--yes')).toMatchObject({ code: 0 })
  await w.tick()
  expect((await w.task(Number(id))).status).toBe('completed')
  expect(await w.effects(Number(id))).toMatchObject([{ name: 'lose', status: 'done' }])
})

it('names the page where it takes a passkey, and decides nothing', async () => {
  await w.admin.query(`update countersign.gates set level = 'passkey' where name = 'send'`)
  const id = String(await parked())
  const { public_id: page } = await w.request(Number(id))
  const refused = await run('approve', id, '--yes')
  expect(refused).toMatchObject({
    code: 1,
    err: `this takes a passkey, which only the page can ask for: /r/${page} on your Countersign page\n`,
  })
  process.env.COUNTERSIGN_ORIGIN = 'https://sign.example/'
  const linked = await run('approve', id, '--yes')
  delete process.env.COUNTERSIGN_ORIGIN
  expect(linked.err).toContain(`https://sign.example/r/${page}\n`)
  expect((await w.request(Number(id))).state).toBe('open')
  // Saying no takes no passkey.
  expect((await run('reject', id, '--reason', 'no')).code).toBe(0)
  await w.admin.query(`update countersign.gates set level = 'session' where name = 'send'`)
})

it('prints nothing that could steer a terminal or hide what it says', async () => {
  const id = String(await parked({ to: 'Ana\u001b[2J\u202eevil\u200b' }))
  const { out } = await run('show', id)
  expect(out).toContain('Send a letter to Ana\\u{1b}[2J\\u{202e}evil\\u{200b}')
  expect(out).not.toMatch(/[\u001b\u202e\u200b]/)
})

it('decides nothing on a request whose text is not what its digest says', async () => {
  const id = await parked()
  const { id: request } = await w.request(id)
  await w.admin.batch([
    { text: `select set_config('session_replication_role', 'replica', true)` },
    { text: 'alter table countersign.approvals drop constraint digest_is_of_the_body' },
    {
      text: `update countersign.approvals set body = replace(body, 'Ana', 'Eve') where id = $1`,
      values: [request],
    },
  ])
  expect(await run('approve', String(id), '--yes')).toMatchObject({
    code: 1,
    err: `request ${request} is not what its digest says: nothing is decided; see "npx countersign doctor"\n`,
  })
  const sick = await run('doctor')
  expect(sick).toMatchObject({ code: 1, out: expect.stringContaining('BAD  G4') })
  await w.admin.query(
    `update countersign.approvals set body = replace(body, 'Eve', 'Ana') where id = $1`,
    [request],
  )
})
