// How people hear of what waits: at least once, merged, at chosen times, without a value, and visibly when it fails.
import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { htmlOf, mailChannel, ntfyChannel, webhookChannel } from '#clients'
import { type Channel, codeOf, deliverDue, itIsTime, type Message, operatorVerbs } from '#queue'
import { age } from '../support/age.ts'
import { bodyOf, protocol } from '../support/protocol.ts'

const p = await protocol()
await p.capability({ name: 'application' })
await p.gate({ capability: 'application', name: 'submit', effects: ['submit'] })
const worker = p.db.as(p.logins.worker)

const mails: { subject: string; text: string }[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    stream.on('end', () => {
      const unfolded = text.replaceAll(/\r\n[ \t]/g, ' ')
      mails.push({ subject: /^Subject: (.*)$/m.exec(unfolded)?.[1]?.trim() ?? '', text })
      done()
    })
  },
})
smtp.on('error', () => {})
await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
const address = smtp.server.address()
const smtpUrl = `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

const seen: Message[] = []
const noting: Channel = {
  name: 'noting',
  send: async (message) => {
    seen.push(message)
  },
}
const options = {
  channels: [noting],
  origin: 'https://approvals.example.org',
  stage: 'production',
  times: [] as string[],
  timeZone: 'UTC',
  titles: false,
  log: () => {},
}

beforeEach(async () => {
  seen.length = 0
  mails.length = 0
  await p.admin.query('delete from countersign.deliveries')
  for (const { id } of await p.admin.query<{ id: number }>(
    `select id from countersign.tasks where status in ('needs_approval', 'approved')`,
  )) {
    await p.approver.cancel(id, 'ana')
  }
})

async function ask(more: Record<string, string> = {}) {
  const id = await p.task('application', { payload: { secret: 'Ana Example' } })
  const claimed = await p.claimOne('application')
  await p.worker.park(claimed, {
    gate: 'submit',
    body: bodyOf('submit', ['submit'], more),
    step: 'first',
  })
  return id
}

it('T40 merges all that waits into one message, once', async () => {
  for (let n = 0; n < 3; n++) await ask()
  expect(await deliverDue(worker, options)).toBe(1)
  expect(await deliverDue(worker, options)).toBe(0)
  expect(seen.map(({ subject, url }) => ({ subject: subject.slice(0, 23), url }))).toEqual([
    { subject: '3 requests wait for you', url: 'https://approvals.example.org/sitting' },
  ])
})

it('T40 sends one message however many are parked', async () => {
  await p.admin.query(
    `insert into countersign.tasks (capability, step) select 'application', 'first' from generate_series(1, 210)`,
  )
  const all = await p.worker.claim({ capability: 'application', worker: 'w1', limit: 210 })
  const body = bodyOf('submit', ['submit'])
  await Promise.all(
    all.map((lease) => p.worker.park(lease, { gate: 'submit', body, step: 'first' })),
  )
  const times = ['00:00', '08:00', '16:00']
  let sent = 0
  for (let tick = 0; tick < 5; tick++) sent += await deliverDue(worker, { ...options, times })
  expect(sent).toBe(1)
  expect(seen[0]?.subject).toMatch(/^210 requests wait for you/)
})

it('says what another worker would say now with its own, and leads to all of it', async () => {
  await p.capability({ name: 'elsewhere' })
  await p.gate({ capability: 'elsewhere', name: 'submit', effects: ['submit'] })
  await p.task('elsewhere')
  const body = bodyOf('submit', ['submit'])
  await p.worker.park(await p.claimOne('elsewhere'), { gate: 'submit', body, step: 'first' })
  await p.admin.query(`update countersign.capabilities set workers = '{}' where name = 'elsewhere'`)
  await ask()
  await deliverDue(worker, { ...options, titles: true })
  expect(seen).toMatchObject([
    {
      subject: expect.stringMatching(/^2 requests wait for you/),
      url: 'https://approvals.example.org/sitting',
    },
  ])
  // It counts them, and knows nothing else of them.
  expect(JSON.stringify(seen)).not.toContain('elsewhere')
})

it('T13 T44 names one request by its code and leads to it, and says nothing of what is in it', async () => {
  const id = await ask({ name: 'Ana Example', salary: '62000' })
  await deliverDue(worker, options)
  const { public_id: publicId } = await p.request(id)
  const [message] = seen
  expect(message).toMatchObject({ url: `https://approvals.example.org/r/${publicId}` })
  expect(message?.subject).toContain(`[${codeOf(publicId)}] 1 request waits for you, until `)
  const zoned = { ...options, timeZone: 'Asia/Tokyo' }
  await p.admin.query('delete from countersign.deliveries')
  await deliverDue(worker, zoned)
  expect(seen.pop()?.subject).toMatch(/until \w{3},? \d+ \w{3},? \d\d:\d\d GMT\+9$/)
  // Short, and of nothing but what no rewriter touches: no fragment, no query, nothing to encode.
  expect(message?.url).toMatch(/^https:\/\/[a-z.]+\/r\/[0-9a-f]{32}$/)
  expect(decodeURIComponent(encodeURIComponent(message?.url ?? ''))).toBe(message?.url)
  expect(JSON.stringify(message)).not.toMatch(/Ana Example|62000|application|submit/)
  await p.admin.query('delete from countersign.deliveries')
  await deliverDue(worker, { ...options, titles: true })
  expect(JSON.stringify(seen[1])).toContain('application')
})

it('reminds once after 24 and once after 41 hours of 48, merged with what is new', async () => {
  const id = await ask()
  await deliverDue(worker, options)
  const { id: approval } = await p.request(id)
  const pass = (time: string) =>
    age(p.admin, 'approvals', approval, { opened_at: time, expires_at: time })
  await pass('23 hours')
  expect(await deliverDue(worker, options)).toBe(0)
  await pass('2 hours')
  expect(await deliverDue(worker, options)).toBe(1)
  expect(await deliverDue(worker, options)).toBe(0)
  await pass('15 hours 30 minutes')
  expect(await deliverDue(worker, options)).toBe(0)
  await pass('1 hour')
  expect(await deliverDue(worker, options)).toBe(1)
  expect(seen.map(({ subject, urgent }) => [subject.includes('Reminder'), urgent])).toEqual([
    [false, false],
    [true, false],
    [true, true],
  ])
})

it('asks at chosen times only, but for what is about to expire', () => {
  const due = (now: string, last: string | null, kind: 'request' | 'reminder_2' = 'request') => [
    {
      approvalId: 1,
      publicId: 'f'.repeat(32),
      taskId: 1,
      capability: 'c',
      gate: 'g',
      kind,
      digest: '',
      openedAt: new Date(now),
      expiresAt: null,
      decidedBy: null,
      attempts: 0,
      lastAskedAt: last === null ? null : new Date(last),
      unannounced: 1,
      now: new Date(now),
    },
  ]
  const at = { times: ['08:00', '18:00'], timeZone: 'Europe/Berlin' }
  expect(itIsTime(due('2026-11-30T08:10:00Z', null), at)).toBe(true)
  expect(itIsTime(due('2026-11-30T08:10:00Z', '2026-11-30T07:05:00Z'), at)).toBe(false)
  expect(itIsTime(due('2026-11-30T17:01:00Z', '2026-11-30T07:05:00Z'), at)).toBe(true)
  for (const night of ['2026-11-30T23:10:00Z', '2026-12-01T06:30:00Z']) {
    expect(itIsTime(due(night, '2026-11-30T17:05:00Z'), at)).toBe(false)
  }
  expect(itIsTime(due('2026-12-01T07:01:00Z', '2026-11-30T17:05:00Z'), at)).toBe(true)
  expect(itIsTime(due('2026-11-30T08:10:00Z', '2026-11-30T07:05:00Z', 'reminder_2'), at)).toBe(true)
})

it('asks nobody while everybody is away', async () => {
  const people = operatorVerbs(p.db.as(p.logins.approver))
  await people.add('ana', 'a'.repeat(64), 'owner')
  await people.setAway('ana', new Date(Date.now() + 3_600_000))
  await ask()
  expect(await deliverDue(worker, options)).toBe(0)
  await people.setAway('ana', null)
  expect(await deliverDue(worker, options)).toBe(1)
})

it('T44 sends a receipt with the way to undo when it first sees an approval', async () => {
  const id = await ask()
  await deliverDue(worker, options)
  const { seen: request } = await p.request(id)
  await p.approver.decide(request, { verdict: 'approve', by: 'ana', level: 'session' })
  expect(await deliverDue(worker, options)).toBe(1)
  expect(await deliverDue(worker, options)).toBe(0)
  expect(seen.at(-1)).toMatchObject({
    button: 'Open, or undo',
    subject: expect.stringContaining('Approved by ana'),
  })
  expect(JSON.stringify(seen)).not.toMatch(/Ana Example|application|submit/)
})

it('backs off after a failure, tries again, and shows it as a signal', async () => {
  await ask()
  const broken: Channel = { name: 'noting', send: () => Promise.reject(new Error('mailbox full')) }
  for (let attempt = 1; attempt <= 3; attempt++) {
    expect(await deliverDue(worker, { ...options, channels: [broken] })).toBe(0)
    expect(await deliverDue(worker, { ...options, channels: [broken] })).toBe(0)
    await p.admin.query(
      `update countersign.deliveries set next_attempt_at = next_attempt_at - interval '1 day'`,
    )
  }
  const [signal] = await p.admin.query(
    `select value::int, colour from countersign.signals where signal = 'undelivered'`,
  )
  expect(signal).toEqual({ value: 1, colour: 'red' })
  expect(await deliverDue(worker, options)).toBe(1)
})

it('mails text and HTML that fetches nothing, with an id that stays', async () => {
  await ask()
  const mail = mailChannel({
    smtpUrl,
    from: 'Countersign <queue@example.org>',
    to: ['ana@example.org'],
  })
  expect(await deliverDue(worker, { ...options, channels: [mail] })).toBe(1)
  const [got] = mails
  expect(got?.subject).toContain('1 request waits for you')
  expect(got?.text).toMatch(/Message-ID: <[0-9a-f]{32}@example\.org>/i)
  const html = htmlOf({
    id: 'x',
    subject: 'a <b>',
    lines: ['"c" & <script>'],
    url: 'https://x.example/r/1',
    button: 'Review',
    urgent: false,
  })
  expect(html).not.toMatch(/<script|<img|src=|url\(/)
  expect(html).toContain('&quot;c&quot; &amp; &lt;script&gt;')
})

it('signs its webhook as Standard Webhooks say, and pushes to ntfy', async () => {
  const got: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(request.url === '/full' ? 507 : 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  const base = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`
  const key = Buffer.alloc(32, 7)
  const message = {
    id: 'm1',
    subject: 'Größe',
    lines: ['a'],
    url: 'https://x.example',
    button: 'Review',
    urgent: true,
  }
  await webhookChannel({ url: base, secret: `whsec_${key.toString('base64')}` }).send(message)
  await ntfyChannel({ topicUrl: `${base}/topic` }).send(message)
  await expect(ntfyChannel({ topicUrl: `${base}/full` }).send(message)).rejects.toThrow('507')
  server.close()
  const [hook, push] = got
  const {
    'webhook-id': id,
    'webhook-timestamp': at2,
    'webhook-signature': signature,
  } = hook?.headers ?? {}
  const expected = createHmac('sha256', key).update(`${id}.${at2}.${hook?.body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(push?.headers).toMatchObject({ click: 'https://x.example', priority: '4' })
})

it.each([
  'before the query',
  'before sending',
  'after sending',
  'before the first note',
  'before the second note',
])('loses nothing when it is killed %s', async (point) => {
  const first = await ask()
  const second = await ask()
  const entry = fileURLToPath(new URL('child.ts', import.meta.url))
  const child = spawn(process.execPath, [entry, p.db.directUrl(p.logins.worker), smtpUrl, point], {
    stdio: 'ignore',
  })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  const mail = mailChannel({ smtpUrl, from: 'queue@example.org', to: ['ana@example.org'] })
  await deliverDue(worker, { ...options, channels: [mail] })
  const told = await p.admin.query<{ task_id: number }>(
    `select a.task_id from countersign.deliveries d join countersign.approvals a on a.id = d.approval_id
       where d.status = 'delivered' order by 1`,
  )
  expect(told.map(({ task_id }) => task_id)).toEqual([first, second])
  // At least once: told again only where it was killed after sending.
  expect(mails.length).toBeGreaterThanOrEqual(1)
  expect(mails.length).toBeLessThanOrEqual(2)
})
