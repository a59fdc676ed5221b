// Starts a headless browser with little to inherit and little to do harm with.
import { join } from 'node:path'
import type { Browser } from 'puppeteer-core'
import { type BrowserProgram, NoBrowser } from './executable.ts'
import { fontSettings } from './pack.ts'

export interface LaunchOptions {
  /** The session's folder. */
  folder: string
  /** Port of the gateway. */
  gateway: number
  onLambda: boolean
  signal?: AbortSignal | undefined
}

const launchMs = 30_000
/** No call to the browser waits longer for its answer. */
const answerMs = 30_000

function flags({ gateway, onLambda }: LaunchOptions): string[] {
  return [
    // Without a proxy for loopback as well, a page could talk to this machine.
    `--proxy-server=http://127.0.0.1:${gateway}`,
    '--proxy-bypass-list=<-loopback>',
    // WebRTC would go around it.
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--disable-notifications',
    '--no-default-browser-check',
    '--no-pings',
    '--font-render-hinting=none',
    '--lang=en-US',
    '--window-size=1280,960',
    // Lambda allows no further process of the kind that the browser's own isolation needs.
    ...(onLambda ? ['--single-process', '--no-zygote', '--in-process-gpu'] : []),
  ]
}

/**
 * Starts the browser with an environment of its own: nothing of ours (keys, addresses of databases)
 * is inherited. Its sandbox is on wherever the system lets it be: not for root, not on Lambda.
 * Debugging goes over a pipe, so no port is open and the browser ends when this process does.
 */
export async function launch(program: BrowserProgram, options: LaunchOptions): Promise<Browser> {
  const without = options.onLambda || process.getuid?.() === 0
  try {
    if (without) return await start(program, options, ['--no-sandbox'])
    return await start(program, options, []).catch((error: unknown) => {
      if (!/sandbox/i.test(String(error))) throw error
      return start(program, options, ['--no-sandbox'])
    })
  } catch (error) {
    options.signal?.throwIfAborted()
    const said = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new NoBrowser(
      `${program.executable} doesn't start (${said}). Set CHROME_PATH to a Chrome or Chromium that ` +
        'runs on this machine.',
      { cause: error },
    )
  }
}

async function start(
  program: BrowserProgram,
  options: LaunchOptions,
  more: readonly string[],
): Promise<Browser> {
  // Loaded here, so that whoever needs no browser doesn't load its driver either.
  const { default: puppeteer } = await import('puppeteer-core')
  return puppeteer.launch({
    executablePath: program.executable,
    headless: program.pack === null ? true : 'shell',
    args: [...flags(options), ...more],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    pipe: true,
    userDataDir: join(options.folder, 'profile'),
    env: await environmentOf(program, options.folder),
    defaultViewport: { width: 1280, height: 960 },
    timeout: launchMs,
    protocolTimeout: answerMs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(options.signal && { signal: options.signal }),
  })
}

async function environmentOf(
  program: BrowserProgram,
  folder: string,
): Promise<Record<string, string>> {
  const own = {
    HOME: join(folder, 'home'),
    TMPDIR: join(folder, 'files'),
    LANG: 'en_US.UTF-8',
    PATH: '/usr/local/bin:/usr/bin:/bin',
  }
  if (program.pack === null) return own
  return {
    ...own,
    LD_LIBRARY_PATH: program.pack.libraries,
    FONTCONFIG_FILE: await fontSettings(program.pack, folder),
  }
}

/** Ends the browser: politely, and after three seconds with all of its processes. */
export async function stop(browser: Browser): Promise<void> {
  const child = browser.process()
  const ended = new Promise<void>((resolve) => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })
  const politely = browser.close().catch(() => undefined)
  await Promise.race([politely.then(() => ended), pause(3_000)])
  kill(browser)
  await Promise.race([ended, pause(3_000)])
}

/** Kills the browser's whole process group at once. */
export function kill(browser: Browser): void {
  const pid = browser.process()?.pid
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // ESRCH: all of it has ended.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
