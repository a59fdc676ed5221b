// A deployed stage on this machine: the packages of a deployment, each in environments of its own, a database, a bucket.
import { createCipheriv, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject } from 'vitest'
import type { Row } from '#database'
import { enqueue, ensureLogin, generatedPassword, stageLogin, stageLogins } from '#queue'
import { startNeonStandIn } from '../../support/neon-stand-in.ts'
import { testDatabase } from '../../support/test-database.ts'
import type { Synthesis } from '../offline/sst.ts'
import { startBucket } from './bucket.ts'
import { type Door, startDoor } from './door.ts'
import { functionOf, statementsOf, unpack } from './package.ts'
import { type Lambda, startLambda } from './runtime.ts'

/** How functions reach their database: by Neon's driver and the stand-in, or by an address of this machine. */
export type Way = 'neon' | { address: string }

export interface BootOptions {
  way?: Way
  /** Instead of the function's own timeout. */
  timeoutMs?: number
  /** Linked values besides the database's. */
  links?: Record<string, string>
  /** Over what the deployment sets. */
  env?: Record<string, string>
}

const redirect = fileURLToPath(new URL('neon-redirect.ts', import.meta.url))

/** Who deploys may put files where they like. */
const owner = { Effect: 'Allow', Action: ['s3:PutObject'], Resource: ['arn:aws:s3:::*'] }

/** Made for a test file, on a database of its own that the stage's own migration fills; ends after the file. */
export async function deployedStage(synthesis: Synthesis) {
  const db = await testDatabase({ migrated: false })
  const server = inject('server')
  const standIn = await startNeonStandIn(server.port)
  const door = await startDoor(standIn.address)
  const roleOf = (name: string) => (name === 'owner' ? [owner] : statementsOf(synthesis, name))
  const bucket = await startBucket(roleOf)
  const home = mkdtempSync(path.join(tmpdir(), 'countersign-stage-'))
  // Logins belong to the whole server, so the stage's name is this file's own.
  const stage = `s${randomBytes(4).toString('hex')}`
  const running: Lambda[] = []
  const passwords = new Map<string, string>()
  // As the plan has them: it may be that of another version.
  const parts = synthesis.plan.secrets.flatMap(({ variable }) => partOf(variable) ?? [])
  const workers = parts.filter((part) => !['owner', 'approver', 'reaper'].includes(part))

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
    const { way = 'neon', links = {}, env = {} } = options
    const made = functionOf(from, name)
    const temp = mkdtempSync(path.join(home, 'tmp-'))
    const planned = from.plan.functions.find((one) => one.name === name)
    const values = (planned?.secrets ?? []).map((secret): [string, object] => {
      const { variable = '' } = from.plan.secrets.find((one) => one.name === secret) ?? {}
      const part = partOf(variable)
      return [secret, { value: part === undefined ? (links[secret] ?? '') : urlOf(part, way) }]
    })
    const lambda = await startLambda({
      name,
      root: unpack(from, name, home),
      temp,
      handler: made.handler,
      memoryMb: made.memorySize,
      timeoutMs: options.timeoutMs ?? made.timeout * 1_000,
      env: {
        ...made.environment.variables,
        ...linked(temp, Object.fromEntries(values)),
        ...accessOf(name, bucket.url, door, way),
        COUNTERSIGN_STAGE: stage,
        ...env,
      },
    })
    running.push(lambda)
    return lambda
  }

  // As a first deployment does it: the migration, and the logins that the owner made before.
  const migrated = await (await boot('Migrate')).invoke<{ version: number }>({})
  for (const [login, group] of stageLogins(stage, workers)) {
    passwords.set(login, generatedPassword())
    await ensureLogin(db.admin, login, group, passwords.get(login) ?? '')
  }
  const housekeeping = async (payload: { retentionDays?: number; threshold?: number } = {}) =>
    (await enqueue(db.admin, { capability: 'housekeeping', payload })).taskId
  return {
    db,
    admin: db.admin,
    /** Its name, in place of the one that was deployed. */
    stage,
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

/** Whose login a secret's URL is of; undefined for any other secret. */
function partOf(variable: string): string | undefined {
  return /^DATABASE_URL_(.+)$/.exec(variable)?.[1]?.toLowerCase()
}

/** Linked values as SST puts them into a package: encrypted, under a key in the environment. */
function linked(folder: string, values: Record<string, object>): Record<string, string> {
  const key = randomBytes(32)
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12))
  const text = Buffer.concat([cipher.update(JSON.stringify(values)), cipher.final()])
  const file = path.join(folder, 'resource.enc')
  writeFileSync(file, Buffer.concat([text, cipher.getAuthTag()]))
  return { SST_KEY: key.toString('base64'), SST_KEY_FILE: file }
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
