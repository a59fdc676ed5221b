// The same random runs, as many as CI asks for: 200 of 60 commands, another seed every time.
import { it } from 'vitest'
import { protocol } from '../support/protocol.ts'
import { check } from './commands.ts'

const p = await protocol()

it('does what the reference says over 200 runs of 60 commands', async () => {
  await check(p, { runs: 200, commands: 60 })
}, 600_000)
