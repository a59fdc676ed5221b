// The import rules of .dependency-cruiser.cjs hold, and the checker really saw every file.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cruise, type IConfiguration, type ICruiseResult } from 'dependency-cruiser'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const config: IConfiguration = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const folders = ['packages', 'functions']
const made: string[] = []

afterAll(async () => {
  for (const dir of made) await rm(dir, { recursive: true })
})

async function check(baseDir: string): Promise<ICruiseResult> {
  const present = (await readdir(baseDir)).filter((name) => folders.includes(name))
  const { output } = await cruise(
    present,
    { ...config.options, baseDir, validate: true, ruleSet: { forbidden: config.forbidden ?? [] } },
    config.options?.enhancedResolveOptions,
  )
  if (typeof output === 'string') throw new Error(output)
  return output
}

function broken(result: ICruiseResult): string[] {
  return result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
}

async function sourceFiles(): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const names = await readdir(path.join(root, folder), { recursive: true }).catch(() => [])
    found.push(
      ...names.filter((name) => /\.(tsx?|js)$/.test(name)).map((name) => `${folder}/${name}`),
    )
  }
  return found.sort()
}

/** A project of these files, as text by path, with the real one's package names. */
async function project(files: Record<string, string>): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'countersign-architecture-'))
  made.push(dir)
  const { imports } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const all = { ...files, 'package.json': JSON.stringify({ type: 'module', imports }) }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
    await writeFile(path.join(dir, name), text)
  }
  return dir
}

test('nobody imports what they may not, and every file was looked at', async () => {
  const result = await check(root)
  const seen = result.modules
    .map((module) => module.source)
    .filter((name) => /^(packages|functions)\//.test(name))
  expect(seen.toSorted()).toEqual(await sourceFiles())
  expect(broken(result)).toEqual([])
})

const front = 'export const x = 1\n'

test.each([
  {
    what: 'the queue imports a client',
    files: {
      'packages/queue/index.ts': `import '#clients'\n`,
      'packages/clients/index.ts': front,
    },
    found: 'queue-imports-only-what-it-may: packages/queue/index.ts → packages/clients/index.ts',
  },
  {
    what: 'the pages import a workload, if only for a type',
    files: {
      'packages/approvals/app.ts': `import type { T } from '#workloads'\nexport type U = T\n`,
      'packages/workloads/index.ts': 'export type T = 1\n',
    },
    found:
      'approvals-imports-only-what-it-may: packages/approvals/app.ts → packages/workloads/index.ts',
  },
  {
    what: 'a package is entered by a side door',
    files: {
      'packages/cli/main.ts': `import '../queue/claim.ts'\n`,
      'packages/queue/claim.ts': front,
    },
    found: 'by-the-front-door: packages/cli/main.ts → packages/queue/claim.ts',
  },
  {
    what: 'a front door is named by its path',
    files: {
      'packages/cli/main.ts': `import '../queue/index.ts'\n`,
      'packages/queue/index.ts': front,
    },
    found: 'by-its-name: packages/cli/main.ts → packages/queue/index.ts',
  },
  {
    what: 'a function file looks behind a front door',
    files: {
      'functions/reaper.ts': `import '../packages/queue/claim.ts'\n`,
      'packages/queue/claim.ts': front,
    },
    found: 'functions-by-the-front-door: functions/reaper.ts → packages/queue/claim.ts',
  },
  {
    what: 'a workload imports another',
    files: {
      'packages/workloads/jobs/steps.ts': `import '../vms/plan.ts'\n`,
      'packages/workloads/vms/plan.ts': front,
    },
    found:
      'no-workload-imports-another: packages/workloads/jobs/steps.ts → packages/workloads/vms/plan.ts',
  },
  {
    what: 'two files import each other',
    files: {
      'packages/queue/a.ts': `import './b.ts'\n`,
      'packages/queue/b.ts': `import './a.ts'\n`,
    },
    found: 'no-cycles: packages/queue/a.ts → packages/queue/b.ts',
  },
  {
    what: 'production imports a test',
    files: {
      'packages/queue/index.ts': `import '../../test/fake.ts'\n`,
      'test/fake.ts': front,
    },
    found: 'no-tests-in-production: packages/queue/index.ts → test/fake.ts',
  },
  {
    what: 'an import leads nowhere',
    files: { 'packages/queue/index.ts': `import './gone.ts'\n` },
    found: 'everything-resolves: packages/queue/index.ts → ./gone.ts',
  },
])('is caught: $what', async ({ files, found }) => {
  expect(broken(await check(await project(files)))).toContain(found)
})

// Names of workloads and of what they work on; the queue must serve any other as well.
const workloadWords =
  /job[-_ ]?(search|application)|vm[-_ ]?operation|vcenter|linkedin|greenhouse|resume\.pdf/i

async function workloadNames(): Promise<string[]> {
  const entries = await readdir(path.join(root, 'packages/workloads'), {
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

function namesWorkload(text: string, names: readonly string[]): boolean {
  return workloadWords.test(text) || names.some((name) => text.includes(`'${name}'`))
}

test('the queue names no workload', async () => {
  expect(namesWorkload(`if (task.capability === 'vm-operation') return`, [])).toBe(true)
  expect(namesWorkload(`const special = 'briefing'`, ['briefing'])).toBe(true)
  const names = await workloadNames()
  const files = (await sourceFiles()).filter((name) => name.startsWith('packages/queue/'))
  for (const file of files) {
    expect(namesWorkload(await readFile(path.join(root, file), 'utf8'), names), file).toBe(false)
  }
})
