// A deployed stage on this machine: the packages of a deployment, each in environments of its own, a database, a bucket.
import { execFileSync } from 'node:child_process'
import { createCipheriv, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject } from 'vitest'
import { z } from 'zod'
import type { Row } from '#database'
import { enqueue, ensureLogin, generatedPassword, stageLogin, stageLogins } from '#queue'
import { startNeonStandIn } from '../../support/neon-stand-in.ts'
import { testDatabase } from '../../support/test-database.ts'
import type { Synthesis } from '../offline/sst.ts'
import { type RoleStatement, startBucket } from './bucket.ts'
import { type Door, startDoor } from './door.ts'
import { type Lambda, startLambda } from './runtime.ts'

/** How functions reach their database: by Neon's driver and the stand-in, or by an address of this machine. */
export type Way = 'neon' | { address: string }

export interface BootOptions {
  way?: Way
  /** Instead of the function's own timeout. */
  timeoutMs?: number
  /** Linked values besides the database's. */
  links?: Record<string, string>
}

const redirect = fileURLToPath(new URL('neon-redirect.ts', import.meta.url))

/** Made for a test file, on a database of its own that the stage's own migration fills; ends after the file. */
export async function deployedStage(synthesis: Synthesis) {
  const db = await testDatabase({ migrated: false })
  const server = inject('server')
  const standIn = await startNeonStandIn(server.port)
  const door = await startDoor(standIn.address)
  const bucket = await startBucket((name) => statementsOf(synthesis, name))
  const home = mkdtempSync(path.join(tmpdir(), 'countersign-stage-'))
  // Logins belong to the whole server, so the stage's name is this file's own.
  const stage = `s${randomBytes(4).toString('hex')}`
  const running: Lambda[] = []
  const passwords = new Map<string, string>()
  const names = [...new Set(synthesis.plan.functions.flatMap(workloadOf))]

  afterAll(async () => {
    await Promise.all(running.map((lambda) => lambda.stop()))
    await door.stop()
    await standIn.stop()
    await bucket.stop()
    for (const login of passwords.keys()) await db.admin.query(`drop role ${login}`)
    rmSync(home, { recursive: true, force: true })
  })

  const userOf = (part: string) =>
    part === 'owner'
      ? { login: 'postgres', password: server.password }
      : { login: stageLogin(stage, part), password: passwords.get(stageLogin(stage, part)) ?? '' }
  const urlOf = (part: string, way: Way) => {
    const { login, password } = userOf(part)
    const at = way === 'neon' ? 'ep-test.eu-central-1.aws.neon.tech' : way.address
    return `postgresql://${login}:${encodeURIComponent(password)}@${at}/${db.name}`
  }

  /** Starts an environment of a function, from the package that would be uploaded. */
  const boot = async (name: string, options: BootOptions = {}, from: Synthesis = synthesis) => {
    const { way = 'neon', links = {} } = options
    const made = functionOf(from, name)
    const root = unpacked(from, name, home)
    const planned = from.plan.functions.find((one) => one.name === name)
    const values = (planned?.secrets ?? []).map((secret): [string, object] => {
      const part = /^DatabaseUrl(.+)$/.exec(secret)?.[1]?.toLowerCase()
      const value = part === undefined ? (links[secret] ?? '') : urlOf(part, way)
      return [secret, { value }]
    })
    const lambda = await startLambda({
      name,
      root,
      temp: mkdtempSync(path.join(home, 'tmp-')),
      handler: made.handler,
      memoryMb: made.memorySize,
      timeoutMs: options.timeoutMs ?? made.timeout * 1_000,
      env: {
        ...made.environment.variables,
        ...linked(root, Object.fromEntries(values)),
        ...accessOf(name, bucket.url, door, way),
        COUNTERSIGN_STAGE: stage,
      },
    })
    running.push(lambda)
    return lambda
  }

  // As a first deployment does it: the migration, and the logins that the owner made before.
  const migrated = await (await boot('Migrate')).invoke<{ version: number }>({})
  for (const [login, group] of stageLogins(stage, names)) {
    passwords.set(login, generatedPassword())
    await ensureLogin(db.admin, login, group, passwords.get(login) ?? '')
  }
  const housekeeping = async (payload: { retentionDays?: number; threshold?: number } = {}) =>
    (await enqueue(db.admin, { capability: 'housekeeping', payload })).taskId
  return {
    db,
    admin: db.admin,
    /** What the migration answered. */
    migrated,
    standIn,
    door,
    bucket,
    /** Of the pages, as the ticks know it. */
    origin: String(synthesis.outputs.pages),
    urlOf,
    boot,
    /** A task of housekeeping. With `retentionDays: 0` it deletes whatever has finished. */
    housekeeping,
    /** A task that has finished without an act, for others to delete. */
    async finished(): Promise<number> {
      const tick = await boot('TickHousekeeping')
      const id = await housekeeping()
      await tick.invoke({})
      await tick.stop()
      const [row] = await db.admin.query(
        'select status, result from countersign.tasks where id = $1',
        [id],
      )
      expect(row).toMatchObject({ status: 'completed', result: { tasks: 0, files: 0 } })
      return id
    },
    async task(id: number): Promise<Row> {
      const [row] = await db.admin.query('select * from countersign.tasks where id = $1', [id])
      return row ?? {}
    },
    /** What holds no invariant; nothing where all do. */
    violations: () => db.admin.query('select * from countersign.violations'),
  }
}

export type DeployedStage = Awaited<ReturnType<typeof deployedStage>>

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

/** The workload of a tick, by its handler's file. */
function workloadOf({ handler }: { handler: string }): string[] {
  return /^functions\/tick\/(.+)\.handler$/.exec(handler)?.slice(1, 2) ?? []
}

/** The package's files, outside the project: run in place, a missing package would be found in ours. */
function unpacked({ artifacts }: Synthesis, name: string, home: string): string {
  const kept = path.join(home, path.basename(path.dirname(artifacts)), name)
  mkdirSync(kept, { recursive: true })
  execFileSync('unzip', ['-qo', path.join(artifacts, name, 'code.zip'), '-d', kept])
  const root = mkdtempSync(path.join(home, `${name}-`))
  cpSync(kept, root, { recursive: true })
  return root
}

/** Linked values as SST puts them into a package: encrypted, under a key in the environment. */
function linked(root: string, values: Record<string, object>): Record<string, string> {
  const key = randomBytes(32)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
  const text = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()])
  writeFileSync(path.join(root, 'resource.enc'), Buffer.concat([text, cipher.getAuthTag()]))
  return { SST_KEY: key.toString('base64'), SST_KEY_FILE: 'resource.enc' }
}

function accessOf(name: string, bucketUrl: string, door: Door, way: Way): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: name,
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_S3: bucketUrl,
    ...(way === 'neon' && {
      NEON_STAND_IN: door.address,
      NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import ${redirect}`,
    }),
  }
}
