// The commands about people and proof: operator add, list, pin, revoke; away; verify and its export.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { exitCode, runCli } from '#cli'
import { fingerprintWords, passkeyPolicy, pins } from '#queue'
import { definition, implementation } from '../approvals/support/letters.ts'
import { age } from '../support/age.ts'
import { authenticator } from '../support/authenticator.ts'
import { deployed, pages } from '../support/pages.ts'
import { workshop } from '../support/workshop.ts'

const w = await workshop([{ definition, implementation }])
const web = await pages(w.db, await w.db.login('pages', 'countersign_approver'))
const home = await mkdtemp(path.join(tmpdir(), 'countersign-people-'))
const pinFile = path.join(home, 'operators.json')
const { origin } = deployed

const names = [
  'DATABASE_URL',
  'COUNTERSIGN_STAGE',
  'COUNTERSIGN_ORIGIN',
  'COUNTERSIGN_OPERATORS_FILE',
]
const before = names.map((name) => [name, process.env[name]] as const)
beforeAll(() => {
  process.env.DATABASE_URL = w.db.directUrl('postgres')
  process.env.COUNTERSIGN_STAGE = deployed.name
  process.env.COUNTERSIGN_ORIGIN = origin
  process.env.COUNTERSIGN_OPERATORS_FILE = pinFile
})
afterAll(async () => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  await rm(home, { recursive: true })
})

async function countersign(args: string[], ask?: (question: string) => Promise<string>) {
  const out: string[] = []
  const err: string[] = []
  const output = {
    out: (line: string) => out.push(line),
    err: (line: string) => err.push(line),
    ask,
  }
  const code = await runCli([...args, '--data-dir', home], output)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const pinned = async () => pins.parse(JSON.parse(await readFile(pinFile, 'utf8')))

it('operator add prints a link with which a person enrols a key', async () => {
  const { code, out } = await countersign(['operator', 'add', 'zoe'])
  expect(code).toBe(exitCode.done)
  expect(out).toMatch(/^https:\/\/approvals\.example\/enrol\/[\w-]{43}$/)
  const page = await web.visitor().get(new URL(out).pathname)
  expect(await page.text()).toContain('Enrol a key for zoe')
  const wrong = await countersign(['operator', 'add', 'Zoe Smith'])
  expect(wrong).toMatchObject({ code: exitCode.refused, err: expect.stringContaining('a name is') })
})

it('operator pin shows the words of the page, asks, and writes what was enrolled and not revoked', async () => {
  const ana = await web.enrolled('ana')
  const lost = await web.enrolled('lost')
  await web.operators.revokeCredential(lost.key.credential, 'owner')
  const gone = await web.enrolled('gone')
  await web.operators.revoke('gone', 'owner')
  const words = fingerprintWords(ana.key.publicKey)
  expect(await (await ana.get('/operators')).text()).toContain(words)

  const questions: string[] = []
  const no = await countersign(['operator', 'pin'], async (question) => {
    questions.push(question)
    return 'no'
  })
  expect(no).toMatchObject({ code: exitCode.refused, out: `+ ana  ${words}  a test key` })
  expect(questions).toHaveLength(1)
  expect(await countersign(['operator', 'pin'])).toMatchObject({ code: exitCode.refused })
  await expect(readFile(pinFile)).rejects.toMatchObject({ code: 'ENOENT' })

  const yes = await countersign(['operator', 'pin'], async () => 'yes')
  expect(yes.code).toBe(exitCode.done)
  expect(await pinned()).toEqual({
    operators: [
      {
        name: 'ana',
        keys: [
          {
            credential: ana.key.credential,
            publicKey: ana.key.publicKey.toString('base64url'),
            label: 'a test key',
            fingerprint: words,
          },
        ],
      },
    ],
  })
  expect((await countersign(['operator', 'pin', '--yes'])).out).toContain('nothing to do')
  const { out } = await countersign(['operator', 'list'])
  expect(out).toContain(`${words}  pinned  a test key`)
  for (const key of [lost.key, gone.key]) {
    expect(out).toContain(`${fingerprintWords(key.publicKey)}  revoked  a test key`)
  }
  for (const key of [lost.key, gone.key]) {
    expect(JSON.stringify(await pinned())).not.toContain(key.credential)
  }
})

it('operator revoke takes one key or a whole person, and pin then unpins them', async () => {
  const bob = await web.enrolled('bob')
  await countersign(['operator', 'pin', '--yes'])
  const words = fingerprintWords(bob.key.publicKey)
  const unknown = await countersign(['operator', 'revoke', 'bob', '--key', 'no-such-words'])
  expect(unknown).toMatchObject({ code: exitCode.refused })
  expect((await countersign(['operator', 'revoke', 'bob', '--key', words])).code).toBe(
    exitCode.done,
  )
  expect((await bob.get('/operators')).status).toBe(303)
  expect((await countersign(['operator', 'pin', '--yes'])).out).toContain(`- bob  ${words}`)
  expect((await countersign(['operator', 'revoke', 'bob'])).code).toBe(exitCode.done)
  expect((await countersign(['operator', 'list'])).out).toContain('bob  revoked')
  const nobody = await countersign(['operator', 'revoke', 'nobody'])
  expect(nobody).toMatchObject({
    code: exitCode.refused,
    err: expect.stringContaining('no operator'),
  })
})

it('away marks a person until a time, and back', async () => {
  await web.enrolled('carl')
  const until = async () =>
    (await w.admin.query(`select away_until from countersign.operators where name = 'carl'`))[0]
      ?.away_until
  expect((await countersign(['away', '--name', 'carl', '--until', '2999-01-01T10:00'])).code).toBe(
    0,
  )
  expect(await until()).toEqual(new Date('2999-01-01T10:00'))
  expect((await countersign(['away', '--name', 'carl', '--back'])).code).toBe(0)
  expect(await until()).toBeNull()
  for (const wrong of [
    ['--until', 'tomorrow'],
    ['--until', '2001-01-01T10:00'],
    ['--until', '2999-01-01T10:00', '--back'],
  ]) {
    expect((await countersign(['away', '--name', 'carl', ...wrong])).code).toBe(exitCode.usage)
  }
  expect(await countersign(['away', '--back'])).toMatchObject({
    code: exitCode.refused,
    err: expect.stringMatching(/^say --name: the operators are .*carl/),
  })
})

/** A letter that was asked, signed with a key of this kind, and sent. */
async function sent(kind: 'p256' | 'ed25519' | 'rsa') {
  const name = `signer-${kind}`
  const who = await web.enrolled(name, authenticator(origin, kind))
  await countersign(['operator', 'pin', '--yes'])
  const policy = passkeyPolicy(deployed, await pinned())
  await w.register(policy)
  const task = await w.enqueue('letter', { to: 'Łódź' })
  await w.tick({ policy })
  const { public_id: id, seen } = await w.request(task)
  const form = await who.form(`/r/${id}`, `/r/${id}/approve`)
  const { challenge } = await who.json(`/r/${id}/challenge`, form)
  const assertion = JSON.stringify(who.key.answer(challenge))
  await who.post(`/r/${id}/approve`, { ...form, assertion })
  await age(w.admin, 'approvals', seen.approvalId, { not_before: '1 hour', decided_at: '1 hour' })
  await age(w.admin, 'tasks', task, { run_at: '1 hour' })
  await w.tick({ policy })
  expect((await w.task(task)).status).toBe('completed')
  return { task, name, exported: path.join(home, `${kind}.json`) }
}

const script = fileURLToPath(new URL('../../docs/verify-export.mjs', import.meta.url))

/** Runs the script of the docs alone, in an empty folder. */
function check(...files: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], {
    cwd: home,
    encoding: 'utf8',
    timeout: 10_000,
  })
  return { status, stdout, stderr }
}

it.each(['p256', 'ed25519', 'rsa'] as const)(
  'verify finds that everything holds, and so does node:crypto alone: %s',
  async (kind) => {
    const { task, name, exported } = await sent(kind)
    const verified = await countersign(['verify', String(task), '--export', exported])
    expect(verified).toMatchObject({ code: exitCode.done, err: '' })
    expect(verified.out).toContain(`signed by ${name} with a pinned key`)
    expect(check(exported, pinFile)).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout } = check(exported)
    expect(status).toBe(0)
    expect(stdout).toContain(`signed by ${name}`)
    expect(stdout).toContain('everything holds')
  },
)

it('the script finds what was changed in an export, whatever it is', async () => {
  const { task, exported } = await sent('p256')
  await countersign(['verify', String(task), '--export', exported])
  const text = await readFile(exported, 'utf8')
  const other = path.join(home, 'changed.json')
  const changed = async (from: string | RegExp, to: string) => {
    const next = text.replaceAll(from, to)
    expect(next, String(from)).not.toBe(text)
    await writeFile(other, next)
    return check(other, pinFile)
  }
  for (const [from, to, says] of [
    ['Łódź', 'Kraków', 'its text and its digest'],
    ['"verdict": "approve"', '"verdict": "reject"', 'was approved'],
    [/"actBefore": "2/g, '"actBefore": "1', 'had to be done earlier'],
    ['"nonce": "', '"nonce": "x', 'something else'],
    ['"operator": "signer', '"operator": "sinner', 'over another operator'],
    ['"name": "production"', '"name": "staging"', 'over another stage'],
    ['"digest": "', '"digest": "f', 'DOES NOT HOLD'],
    ['"signature": "ME', '"signature": "MF', 'DOES NOT HOLD'],
    [/"assertion": \{[^}]*\}[^}]*\}/g, '"assertion": null', 'there is no signature'],
  ] as const) {
    const { status, stdout, stderr } = await changed(from, to)
    expect([status, stdout + stderr], String(from)).toEqual([1, expect.stringContaining(says)])
  }
  const nobody = path.join(home, 'nobody.json')
  await writeFile(nobody, '{"operators":[]}')
  expect(check(exported, nobody)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('not pinned'),
  })
})

it('verify says plainly what does not hold, and ends with 1', async () => {
  const { task } = await sent('p256')
  await w.admin.query(`update countersign.approvals set decided_by = 'ana' where task_id = $1`, [
    task,
  ])
  const { code, out, err } = await countersign(['verify', String(task)])
  expect({ code, err }).toEqual({ code: exitCode.refused, err: '1 of 3 findings do not hold' })
  expect(out).toContain('DOES NOT HOLD  request')
  expect(out).toContain('signed by signer-p256, recorded as ana')
  const nothing = await countersign(['verify', '999999'])
  expect(nothing).toMatchObject({ code: exitCode.refused, err: 'there is no task 999999' })
  expect((await countersign(['verify', 'x'])).code).toBe(exitCode.usage)
})

it('names a setting that is wrong, and the remedy', async () => {
  await writeFile(pinFile, '{"operators": [{"name": 1}]}')
  const list = await countersign(['operator', 'list'])
  expect(list).toMatchObject({
    code: exitCode.refused,
    err: expect.stringContaining('operator pin'),
  })
  for (const wrong of ['http://approvals.example', 'https://approvals.example/x', 'x', '']) {
    process.env.COUNTERSIGN_ORIGIN = wrong
    const { err } = await countersign(['operator', 'add', 'yan'])
    expect(err).toContain('COUNTERSIGN_ORIGIN is not an origin')
  }
})
