// Whether a language model words the letters: off unless COUNTERSIGN_MODEL names one.
import * as z from 'zod'
import { ConfigError } from './config-error.ts'
import { secret } from './secret.ts'

export interface ModelConfig {
  /** As the service knows it. */
  model: string
  /** Most tokens, in and out together, that one task may use. */
  tokensPerTask: number
  service:
    | { kind: 'anthropic'; apiKey: string; baseUrl: string }
    | { kind: 'bedrock'; region: string }
}

const Tokens = z.coerce.number().int().min(1_000).max(1_000_000)
const BaseUrl = z.url({ protocol: /^https?$/ })
const publicApi = 'https://api.anthropic.com'

/**
 * Undefined while COUNTERSIGN_MODEL isn't set. With it either COUNTERSIGN_BEDROCK_REGION (the calls are
 * then signed with the AWS identity of the process) or ANTHROPIC_API_KEY, and ANTHROPIC_BASE_URL where
 * that is not Anthropic's own API; COUNTERSIGN_MODEL_TOKENS is the budget of a task, 40,000 unless it
 * is set. Throws ConfigError.
 */
export function modelConfig(): ModelConfig | undefined {
  const model = process.env.COUNTERSIGN_MODEL ?? ''
  if (model === '') return undefined
  const tokens = Tokens.safeParse(process.env.COUNTERSIGN_MODEL_TOKENS || '40000')
  if (!tokens.success) {
    throw new ConfigError('COUNTERSIGN_MODEL_TOKENS is not a number from 1000 to 1000000')
  }
  return { model, tokensPerTask: tokens.data, service: service() }
}

function service(): ModelConfig['service'] {
  const region = process.env.COUNTERSIGN_BEDROCK_REGION ?? ''
  if (region !== '') return { kind: 'bedrock', region }
  const apiKey = secret('ANTHROPIC_API_KEY') ?? ''
  if (apiKey === '') {
    throw new ConfigError(
      'COUNTERSIGN_MODEL is set, but neither ANTHROPIC_API_KEY nor COUNTERSIGN_BEDROCK_REGION: set one, or unset COUNTERSIGN_MODEL to draft by rules',
    )
  }
  const baseUrl = process.env.ANTHROPIC_BASE_URL || publicApi
  if (!BaseUrl.safeParse(baseUrl).success) {
    throw new ConfigError(`ANTHROPIC_BASE_URL is not a web address: write it like ${publicApi}`)
  }
  return { kind: 'anthropic', apiKey, baseUrl }
}
