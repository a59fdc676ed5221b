// `npm run test:deploy`: the tests of the deployment; with `--breakages [part of a name…]`, what notices a broken one.
import { startVitest } from 'vitest/node'
import { tryBreakages } from './breakages.ts'
import { installSst } from './offline/sst.ts'

const [first, ...asked] = process.argv.slice(2)
if (first === '--breakages') {
  await installSst()
  process.exitCode = (await tryBreakages(asked)) > 0 ? 1 : 0
} else {
  const filters = first === undefined ? [] : [first, ...asked]
  const vitest = await startVitest('test', filters, { project: 'slow:deploy', watch: false })
  await vitest.close()
}
