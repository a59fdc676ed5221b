// One call to a language model by the Messages API: Anthropic's own, or Bedrock's. No tools, no retries.
import type Anthropic from '@anthropic-ai/sdk'

export interface ModelMessage {
  role: 'user' | 'assistant'
  text: string
}

export interface ModelRequest {
  system: string
  messages: readonly ModelMessage[]
  /** Most tokens of the answer. */
  maxTokens: number
  /** JSON Schema that the answer should have. Still to be checked: not every service enforces it. */
  schema: Readonly<Record<string, unknown>>
}

export interface ModelAnswer {
  text: string
  /** Why it ended: `end_turn` for a whole answer; `max_tokens`, `refusal` and others for less. */
  stop: string
  model: string
  inputTokens: number
  outputTokens: number
}

export interface LanguageModel {
  /** Asks once. Rejects with ModelFailed, or with the signal's reason. */
  ask(
    request: ModelRequest,
    options: { signal: AbortSignal; timeoutMs: number },
  ): Promise<ModelAnswer>
}

export interface ModelSettings {
  model: string
  service:
    | { kind: 'anthropic'; apiKey: string; baseUrl: string }
    | { kind: 'bedrock'; region: string; baseUrl?: string; skipSigning?: boolean }
}

/** No answer. The message holds nothing of the request. */
export class ModelFailed extends Error {
  override readonly name = 'ModelFailed'
  /** Another try may succeed: too many requests, overload, the service's or the network's trouble. */
  readonly passing: boolean
  /** What the service asked to wait, in milliseconds; null where it didn't say. */
  readonly retryAfterMs: number | null
  /** False where it is certain that nothing was paid for. */
  readonly maybePaid: boolean

  constructor(
    message: string,
    facts: { passing: boolean; retryAfterMs?: number | null; maybePaid: boolean },
    cause?: unknown,
  ) {
    super(message, { cause })
    this.passing = facts.passing
    this.retryAfterMs = facts.retryAfterMs ?? null
    this.maybePaid = facts.maybePaid
  }
}

/** A model. The SDKs are loaded at the first call, so that nobody else carries them. */
export function languageModel(settings: ModelSettings): LanguageModel {
  return {
    async ask(request, { signal, timeoutMs }) {
      const client = await connect(settings)
      const timeout = AbortSignal.timeout(Math.ceil(timeoutMs))
      const either = AbortSignal.any([signal, timeout])
      try {
        // Streamed, so that a silent connection is noticed by whoever sits between.
        const stream = client.messages.stream(bodyOf(settings, request), { signal: either })
        return answerOf(await stream.finalMessage())
      } catch (error) {
        signal.throwIfAborted()
        if (timeout.aborted) {
          const message = `the model gave no whole answer within ${Math.round(timeoutMs / 1_000)} s`
          throw new ModelFailed(message, { passing: true, maybePaid: true }, error)
        }
        throw failure(error)
      }
    },
  }
}

interface Client {
  messages: Pick<Anthropic['messages'], 'stream'>
}

async function connect({ service }: ModelSettings): Promise<Client> {
  // The queue tries again, where it can be seen and counted; the SDK's own logs could name values.
  const quiet = { maxRetries: 0, logLevel: 'off' } as const
  if (service.kind === 'anthropic') {
    const { default: Anthropic } = await import('@anthropic-ai/sdk')
    const { apiKey, baseUrl } = service
    return new Anthropic({ ...quiet, apiKey, authToken: null, baseURL: baseUrl })
  }
  const { AnthropicBedrock } = await import('@anthropic-ai/bedrock-sdk')
  return new AnthropicBedrock({
    ...quiet,
    awsRegion: service.region,
    ...(service.baseUrl === undefined ? {} : { baseURL: service.baseUrl }),
    ...(service.skipSigning === undefined ? {} : { skipAuth: service.skipSigning, apiKey: null }),
  })
}

function bodyOf({ model, service }: ModelSettings, request: ModelRequest) {
  const { system, messages, maxTokens, schema } = request
  return {
    model,
    max_tokens: maxTokens,
    system,
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    // Bedrock takes newer fields later than the API does.
    ...(service.kind === 'anthropic'
      ? { output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } } }
      : {}),
  }
}

function answerOf(message: Anthropic.Message): ModelAnswer {
  const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const { input_tokens, output_tokens, cache_creation_input_tokens, cache_read_input_tokens } =
    message.usage
  return {
    text,
    stop: message.stop_reason ?? 'unknown',
    model: message.model,
    inputTokens: input_tokens + (cache_creation_input_tokens ?? 0) + (cache_read_input_tokens ?? 0),
    outputTokens: output_tokens,
  }
}

/** By status where there is one; a stream that broke off has none. */
function failure(error: unknown): ModelFailed {
  const status = statusOf(error)
  if (status === undefined) {
    const message = 'the connection to the model broke off'
    return new ModelFailed(message, { passing: true, maybePaid: true }, error)
  }
  const passing = status === 408 || status === 409 || status === 429 || status >= 500
  const retryAfterMs = retryAfter(error)
  const message = `the model's service answered ${status}`
  return new ModelFailed(message, { passing, retryAfterMs, maybePaid: false }, error)
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}

function retryAfter(error: unknown): number | null {
  if (typeof error !== 'object' || error === null || !('headers' in error)) return null
  const value = error.headers instanceof Headers ? error.headers.get('retry-after') : null
  if (value === null || value.trim() === '') return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
