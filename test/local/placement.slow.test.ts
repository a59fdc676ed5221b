// Who may run it, from where, and where its data and programs then lie.
import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../support/wait.ts'
import { ask, isRoot, type Keeper, type KeepOptions, keep, keeperScript, ordinary } from './keep.ts'
import { type Stage, stageProject } from './stage.ts'

const home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'countersign-placement-')))
const sharedDir = path.join(home, 'shared')
const kept: Keeper[] = []
let stage: Stage

beforeAll(() => {
  fs.chmodSync(home, 0o755)
  stage = stageProject(path.join(home, 'project'))
})

afterAll(async () => {
  for (const { node } of kept) node.kill('SIGKILL')
  // An initdb that a test cut off may still be writing.
  fs.rmSync(home, { recursive: true, maxRetries: 20, retryDelay: 50 })
})

async function start(dataDir: string, options: KeepOptions = {}): Promise<Keeper> {
  const keeper = await keep({ dataDir, sharedDir }, options)
  kept.push(keeper)
  return keeper
}

/** A folder that only the ordinary user can enter. */
function closedFolder(name: string): string {
  const folder = path.join(home, name)
  fs.mkdirSync(folder, { mode: 0o700 })
  if ('uid' in ordinary) fs.chownSync(folder, ordinary.uid, ordinary.gid)
  return folder
}

const programsIn = (folder: string) =>
  fs.readdirSync(folder).filter((name) => name.startsWith('postgresql-18'))

test('an ordinary user runs it below a closed folder, in a locale that is not installed', async () => {
  const folder = closedFolder('own')
  const env = {
    LANG: 'xx_YY.UTF-8',
    LC_ALL: 'xx_YY.UTF-8',
    PGDATA: '/nowhere',
    PGOPTIONS: '-c no=1',
  }
  const dataDir = path.join(folder, 'postgres')
  const server = await start(dataDir, { ...stage, as: ordinary, env })
  expect(await ask(server.url, 'show timezone')).toEqual([{ TimeZone: 'UTC' }])
  expect(server.dataDir).toBe(dataDir)
  const { uid, mode } = fs.statSync(dataDir)
  expect([uid, mode & 0o777]).toEqual([fs.statSync(folder).uid, 0o700])
  expect(programsIn(folder)).toEqual([])
  expect(await server.stop()).toBe(0)
})

test('after npm ci --ignore-scripts the missing library links are made in place', async () => {
  const folder = path.join(home, 'own')
  const removed = stage.removeLinks()
  expect(removed.length).toBeGreaterThan(5)
  const server = await start(path.join(folder, 'postgres'), stage)
  expect(await server.stop()).toBe(0)
  expect(stage.removeLinks()).toEqual(removed)
  expect(programsIn(folder)).toEqual([])
})

test('where the project is read-only, they are made in a copy that later starts use', async () => {
  fs.chmodSync(stage.lib, 0o555)
  const folder = path.join(home, 'own')
  const asOrdinary = { ...stage, as: ordinary }
  const server = await start(path.join(folder, 'postgres'), asOrdinary)
  expect(await server.stop()).toBe(0)
  const [copy = ''] = programsIn(folder)
  const made = fs.statSync(path.join(folder, copy))
  const again = await start(path.join(folder, 'postgres'), asOrdinary)
  expect(await again.stop()).toBe(0)
  expect(programsIn(folder)).toEqual([copy])
  expect(fs.statSync(path.join(folder, copy)).ino).toBe(made.ino)
})

test('programs that somebody else may have planted are refused', async () => {
  const folder = closedFolder('planted')
  const plant = path.join(folder, programsIn(path.join(home, 'own'))[0] ?? '')
  fs.mkdirSync(plant)
  fs.chmodSync(plant, 0o777)
  const refused = () => start(path.join(folder, 'postgres'), { ...stage, as: ordinary })
  await expect(refused()).rejects.toThrow(`${plant} was made by somebody else`)
  if (isRoot) {
    fs.chmodSync(plant, 0o755)
    fs.chownSync(plant, 12_345, 12_345)
    await expect(refused()).rejects.toThrow(`${plant} was made by somebody else`)
  }
  fs.rmdirSync(plant)
  fs.chmodSync(folder, 0o777)
  await expect(refused()).rejects.toThrow(`${folder} is no safe place for a copy`)
  fs.chmodSync(stage.lib, 0o755)
})

test('project and data below a closed home: root reaches them by a link, others in place', async () => {
  const closed = path.join(home, 'closed')
  fs.mkdirSync(closed, { mode: 0o700 })
  fs.renameSync(path.join(home, 'project'), path.join(closed, 'project'))
  stage = { ...stage, script: path.join(closed, 'project/test/local/keeper.ts') }
  const options = { script: stage.script, nodePath: path.join(closed, 'project/node') }
  const dataDir = path.join(closed, 'project/.countersign/postgres')
  const first = await start(dataDir, options)
  await ask(first.url, 'create table kept (n int)', 'insert into kept values (7)')
  expect(await first.stop()).toBe(0)

  const second = await start(dataDir, options)
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  expect(await second.stop()).toBe(0)
  expect(second.dataDir).toBe(first.dataDir)
  expect(fs.statSync(closed).mode & 0o777).toBe(0o700)
  if (isRoot) {
    expect(fs.realpathSync(dataDir)).toBe(first.dataDir)
    expect(path.dirname(path.dirname(first.dataDir))).toBe(sharedDir)
    expect(fs.statSync(first.dataDir).uid).not.toBe(0)
    expect(programsIn(sharedDir).length).toBe(1)
    expect(fs.statSync(sharedDir)).toMatchObject({ uid: 0, mode: 0o40755 })
  } else {
    expect(first.dataDir).toBe(dataDir)
  }
})

test('a first start that is killed leaves nothing half made, and of two starts one wins', async () => {
  const folder = path.join(home, 'contested')
  const dataDir = path.join(folder, 'postgres')
  const workshops = () =>
    fs.existsSync(folder) ? fs.readdirSync(folder).filter((name) => name.includes('.new-')) : []
  const cutOff = spawn(process.execPath, [keeperScript, JSON.stringify({ dataDir })])
  await until(() => workshops().some((name) => fs.existsSync(`${folder}/${name}/data/PG_VERSION`)))
  cutOff.kill('SIGKILL')
  expect(fs.existsSync(dataDir)).toBe(false)
  const [half = ''] = workshops()
  const old = `${dataDir}.new-old`
  fs.mkdirSync(old)
  fs.utimesSync(old, 0, 0)

  const both = await Promise.allSettled([start(dataDir), start(dataDir)])
  const won = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const lost = both.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  expect(won.length).toBe(1)
  expect(lost).toEqual([
    expect.stringContaining(`already runs on ${dataDir} (process ${won[0]?.pid}`),
  ])
  expect(await won[0]?.stop()).toBe(0)
  expect(workshops()).toEqual([half])
})
