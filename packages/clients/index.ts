// The front door of #clients: one file per outside service.

export {
  type HttpClient,
  HttpFailed,
  type HttpReply,
  type HttpRequest,
  type HttpSettings,
  httpClient,
  type Validator,
} from './http.ts'
export { htmlOf, type Mail, type MailOptions, mailChannel } from './mail.ts'
export { type NtfyOptions, ntfyChannel } from './ntfy.ts'
export { type FileStore, FileUnavailable, folderStore } from './storage.ts'
export { type WebhookOptions, webhookChannel } from './webhook.ts'
