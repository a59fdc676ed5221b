// G1, G5: a verb took effect and its answer was lost. Nothing is lost, nothing is done twice.
import { expect, it } from 'vitest'
import { settled } from '../support/interleave.ts'
import { finishLives, picture } from '../support/life.ts'
import { protocol } from '../support/protocol.ts'
import { type Troubled, troubles } from '../support/troubled.ts'
import { declaredHere, logins } from './every-verb.ts'
import { blurred, bring, placesOf } from './places.ts'

const p = await protocol()
await p.capability({ name: 'housekeeping' })
const troubled = await troubles(p.db)
const as = new Map<string, Troubled>(logins.map((login) => [login, troubled(p.logins[login])]))
const login = (name: string) => as.get(name) ?? expect.fail(`no login ${name}`)

it.each(declaredHere)('%s: its answer is lost', async (verb) => {
  const [place] = await placesOf(p, (call) => login(call.login).database, verb, 1)
  if (!place) throw new Error(`${verb} has no place`)
  const stage = await bring(p, place.stage)
  const { database, next, seen } = login(place.call.login)
  next('answer')
  const ending = await settled(place.call.call(database, stage, 0))
  // It was done, once: the client asked again only where that does no harm, or left it to the lease.
  expect(await picture(p.admin)).toEqual(place.after)
  expect(seen.sent).toBe(seen.repeatable ? 2 : 1)
  if (seen.repeatable && 'error' in ending) throw ending.error
  if ('error' in ending) expect(ending.error).toMatchObject({ code: '08006', mayHaveRun: true })
  else expect(blurred(ending.answer)).toEqual(place.answer)
  await finishLives(p, stage.s.capability)
})
