// An address that somebody else wrote: a link only where it is https, with the host as it really is.
import type { FC } from 'hono/jsx'
import { Visible } from '../look/visible.tsx'

/** What a reader should know about an address before following it. */
export function addressOf(text: string): { href: string; host: string; odd: boolean } | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, username, password, href } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '') return undefined
  // The parser has put look-alike letters into their ASCII form (xn--), which is what is shown.
  return { href, host: hostname, odd: hostname.split('.').some((part) => part.startsWith('xn--')) }
}

/** Anything but a plain https address stays text, and says why. */
export const Address: FC<{ text: string }> = ({ text }) => {
  const address = addressOf(text)
  if (address === undefined) {
    const why = /^(https?|mailto):/i.test(text) ? '' : ' (not a web address: shown as text only)'
    return (
      <>
        <Visible text={text} />
        {why}
      </>
    )
  }
  return (
    <>
      <a href={address.href} rel="noopener noreferrer" target="_blank">
        <Visible text={text} />
      </a>
      {address.odd && (
        <small class="warning">
          This host is written with letters that may only look like others: {address.host}
        </small>
      )}
    </>
  )
}
