// Where root puts a cluster that another user must reach: shown without being root.
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import * as path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PostgresUnavailable } from '#local'
import { placeCluster, sharedDir } from '../../packages/local/cluster-dir.ts'
import { chooseRunAs, type Host } from '../../packages/local/run-as.ts'

const postgres = { uid: 54_321, gid: 54_321 }
let home: string
let closed: Set<string>
let host: Host
let dataDir: string

beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), 'countersign-cluster-dir-')))
  closed = new Set()
  dataDir = path.join(home, 'project', 'postgres')
  host = {
    isRoot: true,
    sharedDir: path.join(home, 'shared'),
    findUser: (name) => (name === 'postgres' ? postgres : undefined),
    reachable: (dir) => ![...closed].some((shut) => dir === shut || dir.startsWith(`${shut}/`)),
  }
})

afterEach(() => fs.rmSync(home, { recursive: true }))

/** A project folder that the lesser user can't enter because its parent is closed. */
function closedProject(): string {
  const project = path.dirname(dataDir)
  fs.mkdirSync(project)
  closed.add(home)
  return project
}

test('root runs PostgreSQL as the owner of the data, else as postgres, else as nobody', () => {
  const owner = { uid: 7, gid: 8 }
  const nobody = { uid: 65_534, gid: 65_534 }
  const onlyNobody = {
    ...host,
    findUser: (name: string) => (name === 'nobody' ? nobody : undefined),
  }
  expect(chooseRunAs({ ...host, isRoot: false }, owner)).toBeUndefined()
  expect(chooseRunAs(host, owner)).toEqual(owner)
  expect(chooseRunAs(host, { uid: 0, gid: 0 })).toEqual(postgres)
  expect(chooseRunAs(onlyNobody, undefined)).toEqual(nobody)
  expect(() => chooseRunAs({ ...host, findUser: () => undefined }, undefined)).toThrow(
    /refuses to run as root.*ordinary user, or set DATABASE_URL/,
  )
})

test('a cluster stays where it was asked for when it can be reached there', () => {
  expect(placeCluster(dataDir, host)).toEqual({ dir: dataDir, who: postgres })
  closed.add(home)
  expect(placeCluster(dataDir, { ...host, isRoot: false }).dir).toBe(dataDir)
})

test('a closed folder that holds nothing else is opened for passing through', () => {
  const folder = path.dirname(dataDir)
  fs.mkdirSync(folder, { mode: 0o700 })
  fs.mkdirSync(dataDir)
  closed.add(folder)
  expect(placeCluster(dataDir, host).dir).toBe(dataDir)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o711)
})

test('a closed folder that holds other things stays closed, and the cluster goes elsewhere', () => {
  const folder = path.dirname(dataDir)
  fs.mkdirSync(folder, { mode: 0o700 })
  fs.writeFileSync(path.join(folder, 'letters'), 'private')
  closed.add(folder)
  const { dir } = placeCluster(dataDir, host)
  expect(dir.startsWith(`${host.sharedDir}/`)).toBe(true)
  expect(fs.readlinkSync(dataDir)).toBe(dir)
  expect(fs.statSync(path.dirname(dir)).mode & 0o777).toBe(0o711)
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
  expect(placeCluster(dataDir, host).dir).toBe(dir)
})

test('a cluster that was there before the way to it was closed is taken along', () => {
  closedProject()
  fs.mkdirSync(dataDir)
  fs.writeFileSync(path.join(dataDir, 'PG_VERSION'), '18')
  const { dir } = placeCluster(dataDir, host)
  expect(dir).not.toBe(dataDir)
  expect(fs.readFileSync(path.join(dir, 'PG_VERSION'), 'utf8')).toBe('18')
})

test('a moved project keeps its cluster, a copied one may not write into it', () => {
  const project = closedProject()
  const { dir } = placeCluster(dataDir, host)
  const copy = path.join(home, 'copy')
  fs.cpSync(project, copy, { recursive: true, verbatimSymlinks: true })
  const copied = path.join(copy, 'postgres')
  expect(() => placeCluster(copied, host)).toThrow(
    `${copied} was copied from ${dataDir} and would share its database. Remove ${copied}`,
  )
  const moved = path.join(home, 'moved')
  fs.renameSync(project, moved)
  expect(placeCluster(path.join(moved, 'postgres'), host).dir).toBe(dir)
  expect(() => placeCluster(copied, host)).toThrow(PostgresUnavailable)
})

test('a link whose cluster was removed leads to a new place', () => {
  closedProject()
  const { dir } = placeCluster(dataDir, host)
  fs.rmSync(path.dirname(dir), { recursive: true })
  const again = placeCluster(dataDir, host).dir
  expect(again).not.toBe(dir)
  expect(fs.readlinkSync(dataDir)).toBe(again)
})

test("a link of the user's own is followed, and refused where it can't be reached", () => {
  fs.mkdirSync(path.dirname(dataDir))
  const target = path.join(home, 'elsewhere', 'data')
  fs.mkdirSync(target, { recursive: true })
  fs.symlinkSync(target, dataDir)
  const place = placeCluster(dataDir, { ...host, isRoot: false })
  expect(place.dir).toBe(target)
  closed.add(home)
  fs.chownSync(target, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  expect(() => placeCluster(dataDir, host)).toThrow(/is a link to .*chmod o\+x/)
  expect(fs.readlinkSync(dataDir)).toBe(target)
})

test('the shared folder must be one that nobody else can write to', () => {
  expect(fs.statSync(sharedDir(host)).mode & 0o777).toBe(0o755)
  fs.chmodSync(host.sharedDir, 0o777)
  expect(() => sharedDir(host)).toThrow(/must be a folder that only root can write to/)
})
