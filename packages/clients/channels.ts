// The channels on which people are told, as they are configured.
import { type MailOptions, mailChannel } from './mail.ts'
import { type NtfyOptions, ntfyChannel } from './ntfy.ts'
import { type WebhookOptions, webhookChannel } from './webhook.ts'

/** Each is off where it is undefined. */
export interface ConfiguredChannels {
  mail: MailOptions | undefined
  ntfy: NtfyOptions | undefined
  webhook: WebhookOptions | undefined
}

/** The configured channels. Throws where one can't be used as it is configured. */
export function messageChannels({ mail, ntfy, webhook }: ConfiguredChannels) {
  return [
    ...(mail ? [mailChannel(mail)] : []),
    ...(ntfy ? [ntfyChannel(ntfy)] : []),
    ...(webhook ? [webhookChannel(webhook)] : []),
  ]
}
