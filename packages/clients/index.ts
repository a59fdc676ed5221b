// Clients of outside services: the one door into this package.
export {
  type HttpClient,
  HttpFailed,
  type HttpReply,
  type HttpRequest,
  type HttpSettings,
  httpClient,
  type Validator,
} from './http.ts'
