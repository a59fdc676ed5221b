// The nightly job search, the working half.
import { implement } from '#queue'
import { jobSearch } from './definition.ts'
import { rank } from './rank.ts'
import { readBoards } from './read.ts'
import { takeUp } from './take-up.ts'
import { thisWorld, type World } from './world.ts'

/** The steps, in a world of one's own. */
export function jobSearchIn(world: World) {
  return implement(jobSearch, {
    read: ({ id, payload, state }, ctx) => readBoards({ id, ...payload, state }, ctx, world),
    rank: ({ id, payload, state }, ctx) => rank({ id, ...payload, state }, ctx),
    enqueue: ({ id, payload, state }, ctx) => takeUp({ id, ...payload, state }, ctx),
  })
}

export const implementation = jobSearchIn(thisWorld)
