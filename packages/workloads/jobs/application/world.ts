// What an application meets outside of the queue: profile, boards, the LaTeX engine, a model if any.
import { type LatexEngine, resolveEngine } from '#clients'
import { latexEngine } from '#config'
import { type World as SearchWorld, thisWorld as searchWorld } from '../search/world.ts'

export interface World extends SearchWorld {
  engine(): Promise<LatexEngine>
}

/** The world as the settings say. */
export const thisWorld: World = {
  ...searchWorld,
  engine: () => resolveEngine(latexEngine()),
}
