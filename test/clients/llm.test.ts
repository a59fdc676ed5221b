// The language model's client against a server that speaks the Messages API: answers, and every fault.
import { afterEach, describe, expect, test } from 'vitest'
import { languageModel, ModelFailed } from '#clients'
import { type MessagesApi, messagesApi, type Reply } from '../fakes/messages-api.ts'

let api: MessagesApi | undefined
afterEach(() => api?.close())

const request = {
  system: 'be brief',
  messages: [{ role: 'user' as const, text: 'hello' }],
  maxTokens: 100,
  schema: { type: 'object' },
}

async function ask(
  reply: Reply,
  { timeoutMs = 5_000, signal = new AbortController().signal } = {},
) {
  api = await messagesApi(() => reply)
  const service = { kind: 'anthropic' as const, apiKey: 'key-of-the-test', baseUrl: api.baseUrl }
  return await languageModel({ model: 'model-of-the-test', service }).ask(request, {
    signal,
    timeoutMs,
  })
}

test('an answer comes with its tokens, and the request has neither tools nor retries', async () => {
  const answer = await ask({ text: '{"a":1}' })
  expect(answer).toMatchObject({ text: '{"a":1}', stop: 'end_turn', model: 'model-of-the-test' })
  expect(answer.inputTokens).toBeGreaterThan(0)
  expect(answer.outputTokens).toBe(2)
  const [asked] = api?.requests ?? []
  expect(asked?.path).toBe('/v1/messages')
  expect(asked?.headers.authorization).toBe('Bearer key-of-the-test')
  expect(asked?.body).toMatchObject({
    model: 'model-of-the-test',
    max_tokens: 100,
    system: 'be brief',
  })
  expect(asked?.body).not.toHaveProperty('tools')
  expect(asked?.body).toHaveProperty('output_config.format.schema', { type: 'object' })
})

test('an answer that was cut short or refused says so', async () => {
  expect(await ask({ text: '{"a"', stop: 'max_tokens' })).toMatchObject({ stop: 'max_tokens' })
  await api?.close()
  expect(await ask({ text: '', stop: 'refusal' })).toMatchObject({ text: '', stop: 'refusal' })
})

describe('no answer', () => {
  test.each<[string, Reply, Partial<ModelFailed>]>([
    [
      'too many requests',
      { status: 429, retryAfter: '7' },
      { retryAfterMs: 7_000, passing: true, maybePaid: false },
    ],
    ['overload', { status: 529 }, { retryAfterMs: null, passing: true, maybePaid: false }],
    ['their trouble', { status: 500 }, { passing: true, maybePaid: false }],
    ['a wrong key', { status: 401 }, { passing: false, maybePaid: false }],
    ['a request they don’t take', { status: 400 }, { passing: false, maybePaid: false }],
    ['a stream that breaks off', { cut: '{"a":' }, { passing: true, maybePaid: true }],
    [
      'an error in the stream',
      { cut: '{"a":', error: 'overloaded_error' },
      { passing: true, maybePaid: true },
    ],
  ])('after %s is one request and says whether to try again', async (_, reply, facts) => {
    const error = await ask(reply).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelFailed)
    expect(error).toMatchObject(facts)
    expect(api?.requests).toHaveLength(1)
  })

  test('within the time is a failure that may pass', async () => {
    const asking = ask('silence', { timeoutMs: 50 })
    await expect(asking).rejects.toMatchObject({ passing: true, maybePaid: true })
  })

  test('at an address where nobody is', async () => {
    const service = { kind: 'anthropic' as const, apiKey: 'k', baseUrl: 'http://localhost:9' }
    const asking = languageModel({ model: 'm', service }).ask(request, {
      signal: new AbortController().signal,
      timeoutMs: 5_000,
    })
    await expect(asking).rejects.toMatchObject({ name: 'ModelFailed', passing: true })
  })

  test('because the caller stopped is the caller’s reason, not a failure', async () => {
    const stopped = new AbortController()
    const reason = new Error('enough')
    const asking = ask('silence', { signal: stopped.signal })
    setImmediate(() => stopped.abort(reason))
    await expect(asking).rejects.toBe(reason)
  })
})

test('Bedrock is asked the same at its own path', async () => {
  api = await messagesApi(() => ({ status: 429, retryAfter: '3' }))
  const service = {
    kind: 'bedrock' as const,
    region: 'eu-central-1',
    baseUrl: api.baseUrl,
    skipSigning: true,
  }
  const asking = languageModel({ model: 'some.model-v1', service }).ask(request, {
    signal: new AbortController().signal,
    timeoutMs: 5_000,
  })
  await expect(asking).rejects.toMatchObject({ name: 'ModelFailed', retryAfterMs: 3_000 })
  const [asked] = api.requests
  expect(asked?.path).toBe('/model/some.model-v1/invoke-with-response-stream')
  expect(asked?.body).toMatchObject({ max_tokens: 100, system: 'be brief' })
})
