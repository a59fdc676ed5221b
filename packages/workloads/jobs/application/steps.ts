// Job applications, the working half.
import { type Implementation, implement } from '#queue'
import { answers } from './answers.ts'
import { jobApplication } from './definition.ts'
import { draft } from './draft.ts'
import { fill } from './fill.ts'
import { handover } from './handover.ts'
import { make } from './make.ts'
import { notMade } from './not-made.ts'
import { submitIn } from './submit.ts'
import { thisWorld, type World } from './world.ts'

/** The steps in a given world; tests make one up. */
export function applicationsIn(world: World): Implementation {
  return implement(jobApplication, {
    draft: (task, ctx) => draft(task, ctx, world).catch(notMade),
    make: (task, ctx) => make(task, ctx, world).catch(notMade),
    fill: (task, ctx) => fill(task, ctx, world),
    answers,
    submit: submitIn(world),
    handover,
  })
}

export const implementation = applicationsIn(thisWorld)
