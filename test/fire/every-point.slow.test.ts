// Every verb, with its connection lost at every point: before it arrives, at each write inside, while it
// waits for a row, and once it is done. Then the client does what it does, and the tasks live on.
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { declaredHere, logins, type Stage } from '../queue/every-verb.ts'
import { blurred, bring, type Place, placesOf } from '../queue/places.ts'
import { type Ending, settled } from '../support/interleave.ts'
import { finishLives, picture } from '../support/life.ts'
import { protocol } from '../support/protocol.ts'
import { type Troubled, troubles } from '../support/troubled.ts'
import { killedAt, killedWaiting, plantStops } from './stops.ts'

const p = await protocol()
await p.capability({ name: 'housekeeping' })
await plantStops(p.admin)
const troubled = await troubles(p.db)
const as = new Map<string, Troubled>(logins.map((name) => [name, troubled(p.logins[name])]))
const login = (name: string) => as.get(name) ?? expect.fail(`no login ${name}`)

/** More than any verb has. */
const mostStops = 100
const lost = { name: 'DatabaseError', mayHaveRun: true, transient: true }

/**
 * Brings the stage, lets `die` lose the verb's connection somewhere, and looks at what came of it: all of
 * the verb or nothing, and all of it where the client could ask again.
 */
async function survives(
  place: Place,
  lostAt: 'before' | 'after',
  die: (verb: () => Promise<unknown>) => Promise<boolean>,
  mayPassOver = false,
): Promise<boolean> {
  const stage: Stage = await bring(p, place.stage)
  const { database, seen } = login(place.call.login)
  Object.assign(seen, { sent: 0, repeatable: false })
  const how: { ending?: Ending<unknown> } = {}
  const died = await die(async () => {
    how.ending = await settled(place.call.call(database, stage, 0))
  })
  const { ending } = how
  if (!ending) throw new Error('the verb never ended')
  if ('error' in ending && (!died || seen.repeatable)) throw ending.error
  if ('error' in ending) expect(ending.error).toMatchObject(lost)
  else expect(blurred(ending.answer)).toEqual(place.answer)
  const stands = await picture(p.admin)
  // What skips rows that others hold ends by itself, and has passed over them.
  const passedOver = mayPassOver && !died && isDeepStrictEqual(stands, place.before)
  if (!passedOver) expect(stands).toEqual('answer' in ending ? place.after : place[lostAt])
  await finishLives(p, stage.s.capability)
  return died
}

const stopsOf: Record<string, number> = {}
const waited = new Set<string>()

it.each(declaredHere)('%s', { timeout: 240_000 }, async (verb) => {
  const places = await placesOf(p, (call) => login(call.login).database, verb, 2)
  for (const place of places) {
    const { next } = login(place.call.login)
    const name = p.logins[place.call.login]
    for (const trouble of ['request', 'answer'] as const) {
      await survives(place, trouble === 'answer' ? 'after' : 'before', async (call) => {
        next(trouble)
        await call()
        return true
      })
    }
    const waits = await survives(place, 'before', (call) => killedWaiting(p, name, call), true)
    if (waits) waited.add(verb)
    let at = 1
    while (await survives(place, 'before', (call) => killedAt(p, name, at, call))) {
      at += 1
      expect(at).toBeLessThan(mostStops)
    }
    stopsOf[verb] = Math.max(stopsOf[verb] ?? 0, at - 1)
  }
})

it('has stopped every verb that writes, and held up every verb that waits for a row', () => {
  const unstopped = Object.entries(stopsOf).filter(([, stops]) => stops === 0)
  expect(unstopped.map(([verb]) => verb).sort()).toEqual(['due_messages', 'prunable', 'recall'])
  const neverWait = [
    ...['due_messages', 'prunable', 'recall'], // only read
    ...['enqueue', 'record_invocation', 'record_signals', 'remember'], // only add
    ...['erase_old', 'prune', 'prune_records', 'reap', 'sweep_files'], // pass over what others hold, or find it free
  ]
  expect(declaredHere.filter((verb) => !waited.has(verb)).sort()).toEqual(neverWait.sort())
})
