// Once per run of the deployment's tests: installs what they take, and has SST say and pack what it would deploy.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { installRic } from './lambda/ric.ts'
import { installSst, projectRoot, synthesize } from './offline/sst.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file that holds the Synthesis of the project as it stands. */
    synthesis: string
  }
}

export async function setup(project: TestProject): Promise<void> {
  await installSst()
  installRic()
  const file = path.join(projectRoot, '.sst/synthesis.json')
  writeFileSync(file, JSON.stringify(await synthesize()))
  project.provide('synthesis', file)
}
