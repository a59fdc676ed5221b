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
export { type FileStore, FileUnavailable, folderStore } from './storage.ts'
