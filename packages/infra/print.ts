// Prints the plan of a stage as JSON: `node packages/infra/print.ts production`. The deployment reads it from here, in a
// process of its own, since the bundler that reads `sst.config.ts` can't take what the workloads are written in.
import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, deploymentConfig } from '#config'
import { registry } from '#workloads'
import { stagePlan } from './index.ts'

const [stage = ''] = process.argv.slice(2)
const file = new URL('../../package.json', import.meta.url)
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync(file, 'utf8'),
)
const definitions = registry.map(({ definition }) => definition)
try {
  const plan = stagePlan(stage, definitions, deploymentConfig(), {
    ...optionalDependencies,
    ...devDependencies,
    ...dependencies,
  })
  if (plan.functions.some(({ tex }) => tex) && !existsSync(plan.texFolder)) {
    throw new ConfigError(
      `${plan.texFolder} is not there: run "npx countersign texlive" once, which makes the pdfTeX tree that is deployed`,
    )
  }
  process.stdout.write(JSON.stringify(plan, null, 2))
} catch (error) {
  // One line for the owner, and no trace.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
