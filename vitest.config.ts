// The test lanes: through which transport, and against which server, each test file runs.
import { defineConfig } from 'vitest/config'
import type { Lane } from './test/support/lane.ts'

const every = 'test/**/*.test.{ts,tsx}'
const slow = 'test/**/*.slow.test.{ts,tsx}'
// What must hold on every transport: the seam, the migrator, the verbs.
const contract = 'test/{database,queue}/**/*.test.ts'
// Of these, what a second transport would only repeat, and what only Neon has.
const direct =
  'test/database/{frozen,listen,lost-answer,migration-set,prepared,schema,tls,url}.test.ts'
const neon = 'test/database/neon.test.ts'
// What would be deployed: it is packed once, by a setup of its own.
const deploy = 'test/deploy/**/*.slow.test.ts'
// Always looks at the server directly, and each server plans in its own way.
const plans = 'test/queue/plans.test.ts'

// The one place that says where a file runs. `npm test` is fast:*, `npm run test:slow` is slow:*.
const lanes: {
  name: string
  lane: Lane
  include: string
  exclude: string[]
  globalSetup?: string
}[] = [
  { name: 'fast:pg', lane: 'pg', include: every, exclude: [slow, neon] },
  { name: 'fast:neon', lane: 'neon', include: contract, exclude: [slow, direct, plans] },
  { name: 'slow:pg', lane: 'pg', include: slow, exclude: [deploy] },
  {
    name: 'slow:deploy',
    lane: 'pg',
    include: deploy,
    exclude: [],
    globalSetup: 'test/deploy/setup.ts',
  },
  {
    name: 'slow:pgbouncer',
    lane: 'pgbouncer',
    include: contract,
    exclude: [slow, neon, direct, plans],
  },
  { name: 'slow:pg15', lane: 'pg15', include: contract, exclude: [slow, neon, direct] },
]

export default defineConfig({
  test: {
    globalSetup: 'test/support/global-setup.ts',
    projects: lanes.map(({ name, lane, include, exclude, globalSetup }) => ({
      test: {
        name,
        include: [include],
        // The bench keeps its peers' packages, and their tests, in a folder of its own.
        exclude: ['**/node_modules/**', ...exclude],
        ...(globalSetup && { globalSetup }),
        provide: { lane },
        setupFiles: 'test/support/every-file.ts',
        // Browsers, TeX and packaged functions take their time on a busy machine.
        testTimeout: name.startsWith('slow') ? 60_000 : 20_000,
        hookTimeout: name.startsWith('slow') ? 60_000 : 20_000,
      },
    })),
  },
})
