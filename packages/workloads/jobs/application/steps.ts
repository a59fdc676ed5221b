// Job applications, the working half.
import { type Implementation, implement } from '#queue'
import { jobApplication } from './definition.ts'
import { draft } from './draft.ts'
import { make } from './make.ts'
import { notMade } from './not-made.ts'
import { thisWorld, type World } from './world.ts'

/** The steps in a given world; tests make one up. */
export function applicationsIn(world: World): Implementation {
  return implement(jobApplication, {
    draft: (task, ctx) => draft(task, ctx, world).catch(notMade),
    make: (task, ctx) => make(task, ctx, world).catch(notMade),
  })
}

export const implementation = applicationsIn(thisWorld)
