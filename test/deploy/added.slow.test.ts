// A workload that is added as docs/add-a-workload.md says, word for word: nothing else has to be edited.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { enqueue } from '#queue'
import { all, inputsOf, types } from './checks/world.ts'
import { scheduleEvent } from './lambda/events.ts'
import { statementsOf } from './lambda/package.ts'
import { deployedStage } from './lambda/stage.ts'
import { copyProject, type Edits } from './offline/copy.ts'
import { projectRoot, type Synthesis, synthesize } from './offline/sst.ts'

/** The files that the document writes out, each named in code right before its block. */
function written(): Edits {
  const text = readFileSync(path.join(projectRoot, 'docs/add-a-workload.md'), 'utf8')
  const parts = [...text.matchAll(/`([\w/.]+\.ts)`[^`]*```ts\n(.*?)```/gs)]
  const every = 'packages/workloads/every.ts'
  return Object.fromEntries(
    parts.map(([, file = '', code = '']) => [
      file,
      file === every ? `${readFileSync(path.join(projectRoot, file), 'utf8')}${code}` : code,
    ]),
  )
}

const copy = await copyProject(written())
const synthesis: Synthesis = await synthesize({ root: copy.root, bare: true })
const stage = await deployedStage(synthesis)
const asked: string[] = []
const carrier = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end(JSON.stringify({ cents: 499 }))
})
beforeAll(() => new Promise<void>((resolve) => carrier.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  copy.remove()
  await new Promise((resolve) => carrier.close(resolve))
})

it('it has a function, a schedule, a role, a login of its own, its secret and an alarm', () => {
  const names = all(synthesis, types.function).map(({ name }) => name)
  expect(names).toContain('TickParcelsFunction')
  expect(inputsOf(synthesis, types.schedule, 'TickParcelsCronSchedule')).toMatchObject({
    scheduleExpression: 'cron(2/5 * * * ? *)',
  })
  const { secrets = [] } = synthesis.plan.functions.find(({ name }) => name === 'TickParcels') ?? {}
  expect(secrets).toEqual(expect.arrayContaining(['DatabaseUrlParcels', 'CarrierUrl']))
  const files = statementsOf(synthesis, 'TickParcels').flatMap(({ Resource }) => Resource)
  expect(files).toContainEqual(expect.stringMatching(/\/files\/parcels\/\*$/))
  expect(all(synthesis, types.alarm).map(({ name }) => name)).toContain('TickParcelsErrorsAlarm')
})

it('its package does its first step and asks a person', async () => {
  const { taskId } = await enqueue(stage.admin, {
    capability: 'send-parcel',
    payload: { to: 'Ada', grams: 500 },
  })
  const { port } = carrier.address() as AddressInfo
  const links = { CarrierUrl: `http://127.0.0.1:${port}` }
  // Directly: what redirects Neon's driver lets nothing else out.
  const way = { address: `127.0.0.1:${inject('server').port}` }
  const tick = await stage.boot('TickParcels', { links, way })
  const report = await tick.invoke(scheduleEvent())
  expect(await stage.task(taskId)).toMatchObject({ status: 'needs_approval', error: null })
  expect(report).toMatchObject({ counts: { parked: 1 } })
  expect(asked).toEqual(['/quotes'])
  expect(await stage.violations()).toEqual([])
})
