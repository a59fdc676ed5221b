// Mail by SMTP, which every provider speaks (SES too): one small text and HTML message, no attachments.
import type { Transporter } from 'nodemailer'
import * as z from 'zod'

export interface Mail {
  id: string
  subject: string
  lines: readonly string[]
  url: string
  button: string
  urgent: boolean
}

export interface MailOptions {
  /** `smtps://user:password@host:465` or `smtp://host:587` (which then must upgrade to TLS unless loopback). */
  smtpUrl: string
  from: string
  to: readonly string[]
}

const address = z.email()
const why = 'You get this because your address is in the settings of Countersign.'

/** A channel that mails each message to the configured people. Throws where the options can't be used. */
export function mailChannel({ smtpUrl, from, to }: MailOptions) {
  for (const person of to) {
    if (!address.safeParse(person).success) throw new Error(`"${person}" is no mail address`)
  }
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(smtpUrl).hostname)
  let transport: Transporter | undefined
  const domain =
    from
      .split('@')
      .at(-1)
      ?.replace(/[^A-Za-z0-9.-]/g, '') ?? 'countersign.invalid'
  return {
    name: 'mail',
    send: async (mail: Mail): Promise<void> => {
      transport ??= await transportTo(smtpUrl, loopback)
      await transport.sendMail({
        from,
        to: [...to],
        subject: mail.subject,
        text: `${mail.lines.join('\n\n')}\n\n${mail.button}: ${mail.url}\n\n${why}\n`,
        html: htmlOf(mail),
        // The same message sent twice has the same id, so a mailbox can tell.
        messageId: `<${mail.id}@${domain}>`,
        ...(mail.urgent && { priority: 'high' as const }),
      })
    },
  }
}

/** Loaded with the first message: most invocations of a function send none. */
async function transportTo(smtpUrl: string, loopback: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(smtpUrl, {
    requireTLS: !loopback,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as object)
}

// Mail programs that know no style sheets show what the elements say themselves; the others follow the night.
const dark = `@media (prefers-color-scheme:dark){.page{background:#101319!important;color:#e8eaf0!important}.card{background:#181c24!important;border-color:#2b313d!important}.soft{color:#a4acbc!important}.go{background:#8aaaff!important;color:#0b1020!important}}`

/** The message as HTML that any mail program shows: no images, no scripts, nothing fetched. */
export function htmlOf({ subject, lines, url, button }: Mail): string {
  const paragraphs = lines.map((line) => `<p style="margin:0 0 14px">${escaped(line)}</p>`).join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${dark}</style></head><body class="page" style="margin:0;padding:24px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1d2433;background:#f7f6f2"><div class="card" style="max-width:480px;margin:0 auto;background:#fffefb;border:1px solid #dcd9d0;border-radius:10px;padding:24px"><p style="margin:0 0 14px;font-weight:650">Countersign</p>${paragraphs}<p style="margin:20px 0"><a class="go" href="${escaped(url)}" style="display:inline-block;background:#1f4fd8;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:10px">${escaped(button)}</a></p><p class="soft" style="margin:0;font-size:13px;color:#565f70;word-break:break-all">${escaped(url)}</p></div><p class="soft" style="max-width:480px;margin:12px auto 0;font-size:13px;color:#565f70">${why}</p></body></html>`
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
