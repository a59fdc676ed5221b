// Chromium from npm, ready to be driven: no installed browser and no system package is needed.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'
import puppeteer, { type Browser } from 'puppeteer-core'

// These would weaken what the tests are about, or keep several contexts from living side by side.
const unwanted = new Set([
  '--disable-web-security',
  '--allow-running-insecure-content',
  '--disable-site-isolation-trials',
  '--single-process',
  '--no-zygote',
  '--in-process-gpu',
])

/**
 * Starts a headless Chromium: the one named by CHROME_PATH, or the one from npm, unpacked into the temp folder
 * with the libraries it needs (Linux x64). The caller closes it.
 */
export async function startBrowser(): Promise<Browser> {
  const installed = process.env.CHROME_PATH
  if (installed) {
    return await puppeteer.launch({ executablePath: installed, args: ['--no-sandbox'], pipe: true })
  }
  const packed = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const bin = [join(packed, 'bin'), join(packed, '..', 'bin')].find((dir) => existsSync(dir))
  if (!bin) throw new Error('the npm package @sparticuz/chromium has no folder bin')
  const libraries = await inflate(join(bin, 'al2023.tar.br'))
  const fonts = await inflate(join(bin, 'fonts.tar.br'))
  return await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((flag) => !unwanted.has(flag)),
    headless: 'shell',
    pipe: true,
    env: {
      ...process.env,
      HOME: tmpdir(),
      LD_LIBRARY_PATH: join(libraries, 'lib'),
      FONTCONFIG_PATH: fonts,
    },
  })
}
