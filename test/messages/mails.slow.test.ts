// The mails as a mail server received them, shown in a browser: readable, narrow enough for a phone, and fetching nothing.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { mailChannel } from '#clients'
import { deliverDue } from '#queue'
import { age } from '../support/age.ts'
import { startBrowser } from '../support/browser.ts'
import { protocol } from '../support/protocol.ts'
import { scenario } from '../support/scenario.ts'

const out = new URL('../out/', import.meta.url)
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const p = await protocol()

/** The HTML part of a mail, its transfer encoding undone. */
function htmlIn(mail: string): string {
  const part = /Content-Type: text\/html[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(mail)
  const [head = '', text = ''] = part ?? []
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number(`0x${code}`)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** Every kind of mail there is, as it arrived, by name. */
async function received(): Promise<Map<string, string>> {
  const mails: string[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString('utf8'))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const channel = mailChannel({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Countersign <queue@example.org>',
    to: ['ana@example.org'],
  })
  const deliver = (titles: boolean) =>
    deliverDue(p.db.as(p.logins.reaper), {
      channels: [channel],
      origin: 'https://approvals.example.org',
      stage: 'production',
      times: [],
      timeZone: 'Europe/Berlin',
      titles,
      log: () => {},
    })
  const s = await scenario(p)
  const request = await s.asked()
  await deliver(false)
  await age(p.admin, 'approvals', request.id, { opened_at: '42 hours', expires_at: '42 hours' })
  await deliver(false)
  for (let more = 0; more < 3; more++) await (await scenario(p)).asked()
  await deliver(true)
  await s.approve(request)
  await deliver(false)
  await new Promise<void>((resolve) => smtp.close(() => resolve()))
  const names = ['one', 'reminder', 'many', 'receipt']
  expect(mails).toHaveLength(names.length)
  return new Map(mails.map((mail, at) => [names[at] ?? '', htmlIn(mail)]))
}

it('draws every mail at 360 and 1280, light and dark, without a fault', async () => {
  await mkdir(out, { recursive: true })
  const browser = await startBrowser()
  try {
    const page = await browser.newPage()
    const fetched: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) fetched.push(request.url())
    })
    const faults: string[] = []
    for (const [name, html] of await received()) {
      for (const [width, scheme] of [
        [360, 'light'],
        [1280, 'light'],
        [360, 'dark'],
      ] as const) {
        await page.setViewport({ width, height: 480 })
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
        await page.setContent(html)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        if (wide > width) faults.push(`${name} is ${wide} px wide at ${width}`)
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        const isDark = Number(/\d+/.exec(paper)?.[0]) < 128
        if (isDark !== (scheme === 'dark')) faults.push(`${name} is ${paper} in the ${scheme}`)
        const button = await page.$eval('a', (link) => link.getBoundingClientRect().height)
        if (button < 44) faults.push(`the button of ${name} is ${button} px high`)
        const found = (await page.evaluate(`${axe}\n;axe.run(document)`)) as {
          violations: { id: string; impact: string }[]
        }
        for (const { id, impact } of found.violations) {
          if (impact === 'serious' || impact === 'critical') faults.push(`${name}: ${id}`)
        }
        const picture = await page.screenshot({ type: 'png', fullPage: true })
        await writeFile(new URL(`mail-${name}.${width}-${scheme}.png`, out), picture)
      }
    }
    expect(faults).toEqual([])
    expect(fetched).toEqual([])
  } finally {
    await browser.close()
  }
}, 60_000)
