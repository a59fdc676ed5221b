// The browser is confined, shows what it should, and leaves nothing behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BrowserLost, type OpenBrowser, tilesOf, undrawable, withBrowser } from '#clients'
import { until } from '../support/wait.ts'

const tallPx = 33_000
const bandPx = 1_000
const colour = (band: number) =>
  [(band * 7) % 256, 255 - ((band * 7) % 256), (band * 67) % 256] as const
const bands = Array.from({ length: tallPx / bandPx }, (_, band) => {
  const rgb = colour(band).join(',')
  return `<div style="height:${bandPx}px;background:rgb(${rgb})">${band}</div>`
})
const pages: Record<string, string> = {
  '/': `<h1>A page</h1><form method=post action=/send><input name=a value=1><button id=post>Post</button></form>
<form action=/search><input name=q value=secret><button id=get>Get</button></form>
<a id=popup target=_blank href=/popup>Open</a><a id=file download href=/file>Save</a>`,
  '/tall': `<body style="margin:0">${bands.join('')}</body>`,
}
const seen: string[] = []
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(pages[request.url ?? ''] ?? '')
})
let origin = ''

beforeAll(async () => {
  server.listen(0, 'localhost')
  await once(server, 'listening')
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  seen.length = 0
})

const sessions = () =>
  readdirSync(tmpdir()).filter((name) =>
    name.startsWith(`countersign-browser-session-${process.pid}-`),
  )
afterEach(() => {
  expect(sessions()).toEqual([])
  expect(processesOf(process.pid)).toEqual([])
})

/** Browser processes whose session belongs to this process id. */
function processesOf(pid: number): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      return line.includes(`countersign-browser-session-${pid}-`)
    } catch {
      return false
    }
  })
}

const open = <T>(work: (browser: OpenBrowser) => Promise<T>, onLambda = false) =>
  withBrowser({ hosts: ['example.com'], local: origin, onLambda }, work)

/** What a script of the page gets when it tries something. */
const tries = {
  post: `fetch('/send', { method: 'POST', body: 'x' })`,
  worker: `new Promise((resolve) => {
    const source = "fetch('" + origin + "/send', { method: 'POST', body: 'x' }).then((r) => postMessage('sent'), () => postMessage('refused'))"
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    worker.onmessage = ({ data }) => resolve(data)
  })`,
  beacon: `navigator.sendBeacon('/send', 'x') && 'refused'`,
  loopback: `fetch('http://127.0.0.1:${'PORT'}/')`,
  metadata: `fetch('http://169.254.169.254/latest/meta-data/')`,
  stranger: `fetch('https://stranger.example/')`,
  file: `fetch('file:///etc/passwd')`,
  socket: `typeof WebSocket === 'undefined' ? 'refused' : 'there'`,
  serviceWorker: `'serviceWorker' in navigator ? 'there' : 'refused'`,
  geolocation: `new Promise((resolve) => navigator.geolocation
    ? navigator.geolocation.getCurrentPosition(() => resolve('granted'), () => resolve('refused'))
    : resolve('refused'))`,
  clipboard: `navigator.clipboard.readText().then(() => 'granted')`,
  window: `window.open('/popup') === null ? 'refused' : 'opened'`,
}

describe.each([
  ['with processes of its own', false],
  ['in one process, as on Lambda', true],
])('%s', (_name, onLambda) => {
  test('a page can read what it was given, and do nothing else', { timeout: 60_000 }, async () => {
    await open(async ({ page, refused }) => {
      await page.goto(origin)
      for (const [what, source] of Object.entries(tries)) {
        const script = source.replace('PORT', new URL(origin).port)
        const got = await page.evaluate(
          `(async () => ${script})().then((it) => typeof it === 'string' ? it : 'done', () => 'refused')`,
        )
        expect(got, what).toBe('refused')
      }
      for (const id of ['post', 'popup', 'file']) await page.click(`#${id}`)
      await until(() => refused.filter(({ path }) => path === '/send').length >= 4)
      expect(await page.$eval('h1', (it) => it.textContent)).toBe('A page')
      expect(await page.browser().pages()).toHaveLength(1)
      await expect(page.goto('file:///etc/passwd')).rejects.toThrow()
    }, onLambda)
    expect(seen.filter((line) => !/^GET \/(?:file)?$/.test(line))).toEqual([])
  })

  test('a rule decides what goes out', { timeout: 60_000 }, async () => {
    await open(async ({ page, admit, refused }) => {
      await page.goto(origin)
      admit(({ method, leavesPage }) => method === 'POST' && !leavesPage)
      await page.click('#get')
      await page.click('#post')
      await page.evaluate(`fetch('/send', { method: 'POST', body: 'x' })`)
      await until(() => refused.length === 2)
      const lines = refused.map(({ method, path }) => `${method} ${path}`)
      expect(lines.sort()).toEqual(['GET /search', 'POST /send'])
    }, onLambda)
    expect(seen.filter((line) => line !== 'GET /')).toEqual(['POST /send'])
  })
})

test('its processes inherit nothing of ours', { timeout: 60_000 }, async () => {
  process.env.COUNTERSIGN_TEST_SECRET = 'not for browsers'
  try {
    await open(async () => {
      const environments = processesOf(process.pid).map((pid) =>
        readFileSync(`/proc/${pid}/environ`, 'utf8'),
      )
      expect(environments.length).toBeGreaterThan(0)
      const names = environments.flatMap((text) =>
        text.split('\0').map((line) => line.split('=')[0] ?? ''),
      )
      const known = ['', 'HOME', 'TMPDIR', 'LANG', 'PATH', 'LD_LIBRARY_PATH', 'FONTCONFIG_FILE']
      const own = /^(?:CHROME_|CHROMIUM_|SBX_|NSS_|DBUS_|GTK_|XDG_|G_)/
      expect(names.filter((name) => !known.includes(name) && !own.test(name))).toEqual([])
    })
  } finally {
    delete process.env.COUNTERSIGN_TEST_SECRET
  }
})

test('a page of 33,000 px is shown whole and in order', { timeout: 90_000 }, async () => {
  const tiles = await open(async ({ page }) => {
    await page.goto(`${origin}/tall`)
    return await tilesOf(page)
  })
  expect(tiles.map(({ top, height }) => [top, height])).toEqual([
    [0, 8_000],
    [8_000, 8_000],
    [16_000, 8_000],
    [24_000, 8_000],
    [32_000, 1_000],
  ])
  for (const { bytes, top, width, height } of tiles) {
    const { data, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([width, height])
    for (let y = bandPx / 2; y < height; y += bandPx) {
      const at = (y * width + 640) * 3
      const want = colour(Math.floor((top + y) / bandPx))
      for (const [channel, value] of want.entries()) {
        expect(Math.abs((data[at + channel] ?? -99) - value), `at ${top + y} px`).toBeLessThan(12)
      }
    }
  }
})

test('a name is drawn, and what has no font is said', { timeout: 60_000 }, async () => {
  await open(async ({ page }) => {
    const drawn = 'Zoë Müller-Łukasiewicz, José Núñez, Nguyễn Thị, Ελένη, Жук, Þórður, Șt. Ő'
    expect(await undrawable(page, drawn)).toEqual([])
    // U+10FFFD is for private use: no font draws it, whatever this machine has installed.
    expect(await undrawable(page, 'Zoë \u{10FFFD}\u{10FFFD}')).toEqual(['\u{10FFFD}'])
  })
})

describe('lost', () => {
  test('the page crashes', { timeout: 60_000 }, async () => {
    const crash = open(async ({ page }) => {
      await page.goto(origin)
      void page.goto('chrome://crash').catch(() => undefined)
      for (;;) await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    })
    await expect(crash).rejects.toThrow(BrowserLost)
  })

  test('the tab is closed', { timeout: 60_000 }, async () => {
    const closed = open(async ({ page }) => {
      await page.goto(origin)
      await page.close()
      return await page.title()
    })
    await expect(closed).rejects.toThrow(BrowserLost)
  })

  test('the work throws', { timeout: 60_000 }, async () => {
    const failing = open(async () => {
      throw new Error('something else')
    })
    await expect(failing).rejects.toThrow('something else')
  })

  test('we are told to stop', { timeout: 60_000 }, async () => {
    const stop = new AbortController()
    const options = { hosts: [], local: origin, signal: stop.signal }
    const stopped = withBrowser(options, async ({ page }) => {
      stop.abort()
      return await page.evaluate(() => new Promise(() => undefined))
    })
    await expect(stopped).rejects.toThrow(BrowserLost)
  })
})

test('when Node is killed, its browser ends, and the next one sweeps up', {
  timeout: 60_000,
}, async () => {
  const child = await holder()
  const pid = child.pid ?? 0
  const folder = `${tmpdir()}/${readdirSync(tmpdir()).find((name) => name.startsWith(`countersign-browser-session-${pid}-`))}`
  expect(existsSync(folder)).toBe(true)
  expect(processesOf(pid).length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until(() => processesOf(pid).length === 0, {
    timeoutMs: 10_000,
    what: 'the end of the browser',
  })
  await open(async () => expect(existsSync(folder)).toBe(false))
})

/** Another process that holds a browser open. */
async function holder(): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('holds-browser.ts', import.meta.url))
  const child = spawn(process.execPath, [script, origin], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}
