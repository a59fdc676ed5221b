// The browser's half of WebAuthn, as its package ships it for a script tag.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

let text: string | undefined

/**
 * The library as one script that sets `SimpleWebAuthnBrowser`. Read from the installed package when it is
 * first asked for, so the package must lie beside a bundle too (SST: `nodejs.install`).
 */
export function keyLibrary(): string {
  if (text === undefined) {
    const main = createRequire(import.meta.url).resolve('@simplewebauthn/browser')
    text = readFileSync(new URL('../dist/bundle/index.umd.min.js', `file://${main}`), 'utf8')
  }
  return text
}
