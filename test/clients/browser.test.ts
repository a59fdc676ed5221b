// What a browser may reach, and which browser it is.
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findBrowser, NoBrowser, tilesOf, withBrowser } from '#clients'
import { named, openGateway, reaches } from '../../packages/clients/browser/gateway.ts'

const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** The status that the gateway answers to a tunnel's request; `null` when it hung up. */
async function tunnel(port: number, to: string): Promise<number | null> {
  const asking = request({ host: '127.0.0.1', port, method: 'CONNECT', path: to })
  const answered = new Promise<number | null>((resolve) => {
    asking.on('connect', (response, socket) => {
      socket.destroy()
      resolve(response.statusCode ?? null)
    })
    asking.on('response', (response) => resolve(response.statusCode ?? null))
    asking.on('error', () => resolve(null))
  })
  asking.end()
  return answered
}

describe('the gateway', () => {
  test('knows its hosts by name and by pattern', () => {
    expect(named(['jobs.lever.co'], 'JOBS.lever.co')).toBe(true)
    expect(named(['jobs.lever.co'], 'jobs.lever.co.evil.example')).toBe(false)
    expect(named(['jobs.lever.co'], 'jobsxlever.co')).toBe(false)
    expect(named(['*.s3.*.amazonaws.com'], 'bucket.s3.eu-west-1.amazonaws.com')).toBe(true)
    expect(named(['*.s3.amazonaws.com'], 's3.amazonaws.com.evil.example')).toBe(false)
  })

  test.each([
    ['https://jobs.lever.co/a', true],
    ['http://jobs.lever.co/a', false],
    ['https://jobs.lever.co:8443/a', false],
    ['https://other.example/', false],
    ['http://localhost:4748/a', true],
    ['http://localhost:5432/', false],
    ['http://127.0.0.1:4748/', false],
    ['file:///etc/passwd', false],
  ])('%s: %s', (url, expected) => {
    const reach = { hosts: ['jobs.lever.co'], local: 'http://localhost:4748' }
    expect(reaches(reach, new URL(url))).toBe(expected)
  })

  test('refuses a named host whose name has come to mean a private address', async () => {
    const inside = createServer()
    inside.listen(0, '127.0.0.1')
    await once(inside, 'listening')
    closing.push(() => inside.close())
    let connections = 0
    inside.on('connection', () => {
      connections += 1
    })
    const { port } = inside.address() as AddressInfo
    const asked: string[] = []
    const resolve = ((host: string, _options: unknown, done: (...args: unknown[]) => void) => {
      asked.push(host)
      done(null, [{ address: '127.0.0.1', family: 4 }])
    }) as NonNullable<Parameters<typeof openGateway>[1]>
    const gateway = await openGateway({ hosts: ['jobs.lever.co'] }, resolve)
    closing.push(() => gateway.close())
    expect(await tunnel(gateway.port, 'jobs.lever.co:443')).toBeNull()
    expect(await tunnel(gateway.port, `jobs.lever.co:${port}`)).toBe(403)
    expect(await tunnel(gateway.port, `127.0.0.1:${port}`)).toBe(403)
    expect(await tunnel(gateway.port, `localhost:${port}`)).toBe(403)
    expect(asked).toEqual(['jobs.lever.co'])
    expect(connections).toBe(0)
  })
})

describe('the browser', () => {
  test('named by CHROME_PATH is used or refused', async () => {
    const missing = findBrowser({ chromePath: '/nowhere/chrome' })
    await expect(missing).rejects.toThrow(NoBrowser)
    await expect(missing).rejects.toThrow(/CHROME_PATH is “\/nowhere\/chrome”.*unset it/)
    const other = { hosts: [], chromePath: process.execPath }
    expect(await findBrowser(other)).toEqual({ executable: process.execPath, pack: null })
    const started = withBrowser(other, async () => 'open')
    await expect(started).rejects.toThrow(NoBrowser)
    await expect(started).rejects.toThrow(/doesn't start.*Set CHROME_PATH/)
  })

  test('from npm opens a page and takes its picture', async () => {
    await withBrowser({ hosts: [] }, async ({ page }) => {
      await page.setContent('<h1>Hello</h1>')
      const [tile] = await tilesOf(page)
      expect(tile?.bytes.length).toBeGreaterThan(500)
    })
  })
})
