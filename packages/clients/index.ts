// The front door of #clients: one file per outside service or program.
export {
  type Admits,
  type Asked,
  BrowserLost,
  type BrowserOptions,
  findBrowser,
  NoBrowser,
  type OpenBrowser,
  type Refusal,
  type Tile,
  tilesOf,
  undrawable,
  withBrowser,
} from './browser.ts'
export { type BucketOptions, bucketStore } from './bucket.ts'
export { type ConfiguredChannels, messageChannels } from './channels.ts'
export {
  type HttpClient,
  HttpFailed,
  type HttpReply,
  type HttpRequest,
  type HttpSettings,
  httpClient,
  type Validator,
} from './http.ts'
export { printableCharacters } from './latex/characters.ts'
export { fontPreamble } from './latex/fonts.ts'
export {
  compile,
  ensureTree,
  type LatexEngine,
  LatexFailed,
  NoLatexEngine,
  readLog,
  resolveEngine,
} from './latex.ts'
export {
  type LanguageModel,
  languageModel,
  type ModelAnswer,
  ModelFailed,
  type ModelMessage,
  type ModelRequest,
} from './llm.ts'
export { htmlOf, type Mail, type MailOptions, mailChannel } from './mail.ts'
export { type NtfyOptions, ntfyChannel } from './ntfy.ts'
export { inspectPdf, type PdfInspection, renderPages, UnreadablePdf } from './pdf.ts'
export { type FileStore, FileUnavailable, folderStore } from './storage.ts'
export { type WebhookOptions, webhookChannel } from './webhook.ts'
