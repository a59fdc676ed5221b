// Random runs of every verb, by any worker alive or dead, beside a reference in memory.
import { it } from 'vitest'
import { protocol } from '../support/protocol.ts'
import { check } from './commands.ts'

const p = await protocol()

it('does what the reference says, and breaks no promise, over random runs', async () => {
  await check(p, { runs: 20, commands: 60 })
}, 120_000)
