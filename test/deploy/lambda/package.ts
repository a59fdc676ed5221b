// What a deployment says of one function, and the files of its package.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Synthesis } from '../offline/sst.ts'
import type { RoleStatement } from './bucket.ts'

const FunctionInputs = z.object({
  handler: z.string(),
  memorySize: z.number(),
  timeout: z.number(),
  environment: z.object({ variables: z.record(z.string(), z.string()) }),
})

export function functionOf({ resources }: Synthesis, name: string) {
  const found = resources.find(
    (one) => one.type === 'aws:lambda/function:Function' && one.name === `${name}Function`,
  )
  if (!found) throw new Error(`the deployment has no function ${name}`)
  return FunctionInputs.parse(found.inputs)
}

const Policies = z.array(z.object({ policy: z.string() }))

/** What the role of a function may do. */
export function statementsOf({ resources }: Synthesis, name: string): RoleStatement[] {
  const role = resources.find(
    (one) => one.type === 'aws:iam/role:Role' && one.name === `${name}Role`,
  )
  const policies = Policies.parse(role?.inputs.inlinePolicies ?? [])
  return policies.flatMap(({ policy }) => JSON.parse(policy).Statement)
}

/** Unpacks it, outside the project: run in place, a package that is missing from it would be found in ours. */
export function unpack({ artifacts }: Synthesis, name: string, home: string): string {
  const root = path.join(home, path.basename(path.resolve(artifacts, '../..')), name)
  if (existsSync(root)) return root
  mkdirSync(root, { recursive: true })
  execFileSync('unzip', ['-qo', path.join(artifacts, name, 'code.zip'), '-d', root])
  return root
}
