// Runs with every test file: a file must not leave a child process behind.
import { afterAll } from 'vitest'
import { until } from './wait.ts'

afterAll(async () => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')
  await until(() => children().length === 0, {
    timeoutMs: 5_000,
    what: 'the end of every child process the file started',
  })
})
