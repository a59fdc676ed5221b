// Whether a model words letters is one setting; what it then needs is named when it is missing.
import { afterEach, expect, test, vi } from 'vitest'
import { ConfigError, modelConfig } from '#config'

afterEach(() => vi.unstubAllEnvs())

const none = {
  COUNTERSIGN_MODEL: '',
  COUNTERSIGN_MODEL_TOKENS: '',
  COUNTERSIGN_BEDROCK_REGION: '',
  ANTHROPIC_API_KEY: '',
  ANTHROPIC_BASE_URL: '',
}
const withSettings = (settings: Partial<typeof none>) => {
  for (const [name, value] of Object.entries({ ...none, ...settings })) vi.stubEnv(name, value)
  return modelConfig()
}

test('without a model named there is none, whatever keys are lying about', () => {
  expect(withSettings({ ANTHROPIC_API_KEY: 'a key' })).toBeUndefined()
})

test.each([
  [
    { COUNTERSIGN_MODEL: 'm', ANTHROPIC_API_KEY: 'k' },
    { kind: 'anthropic', apiKey: 'k', baseUrl: 'https://api.anthropic.com' },
  ],
  [
    { COUNTERSIGN_MODEL: 'm', ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://localhost:1' },
    { kind: 'anthropic', apiKey: 'k', baseUrl: 'http://localhost:1' },
  ],
  [
    { COUNTERSIGN_MODEL: 'm', ANTHROPIC_API_KEY: 'k', COUNTERSIGN_BEDROCK_REGION: 'eu-central-1' },
    { kind: 'bedrock', region: 'eu-central-1' },
  ],
])('%j is read', (settings, service) => {
  expect(withSettings(settings)).toEqual({ model: 'm', tokensPerTask: 40_000, service })
})

test.each([
  [{ COUNTERSIGN_MODEL: 'm' }, /neither ANTHROPIC_API_KEY nor COUNTERSIGN_BEDROCK_REGION/],
  [
    { COUNTERSIGN_MODEL: 'm', ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'here' },
    /ANTHROPIC_BASE_URL/,
  ],
  [
    { COUNTERSIGN_MODEL: 'm', ANTHROPIC_API_KEY: 'k', COUNTERSIGN_MODEL_TOKENS: 'lots' },
    /COUNTERSIGN_MODEL_TOKENS/,
  ],
])('%j is refused, naming the setting', (settings, message) => {
  expect(() => withSettings(settings)).toThrow(ConfigError)
  expect(() => withSettings(settings)).toThrow(message)
})
