// One signed webhook, as Standard Webhooks defines it: https://www.standardwebhooks.com
import { createHmac } from 'node:crypto'

export interface WebhookOptions {
  url: string
  /** `whsec_` and the base64 of 24 to 64 bytes. */
  secret: string
}

interface Hook {
  id: string
  subject: string
  lines: readonly string[]
  url: string
  urgent: boolean
}

/** A channel that posts each message as JSON, signed. Rejects unless a 2xx answers. */
export function webhookChannel({ url, secret }: WebhookOptions) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  if (!secret.startsWith('whsec_') || key.length < 24 || key.length > 64) {
    throw new Error('the webhook secret is "whsec_" and the base64 of 24 to 64 bytes')
  }
  return {
    name: 'webhook',
    send: async (hook: Hook): Promise<void> => {
      const { id, subject, lines, urgent } = hook
      const timestamp = String(Math.floor(Date.now() / 1_000))
      const data = { subject, lines, url: hook.url, urgent }
      const body = JSON.stringify({
        type: 'countersign.message',
        timestamp: new Date().toISOString(),
        data,
      })
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature(key, id, timestamp, body)}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
    },
  }
}

function signature(key: Buffer, id: string, timestamp: string, body: string): string {
  return createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
}
