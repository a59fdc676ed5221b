// What an application meets outside of the queue: profile, boards, the LaTeX engine, a model if any.
import { type LanguageModel, type LatexEngine, languageModel, resolveEngine } from '#clients'
import { latexEngine, modelConfig } from '#config'
import { type World as SearchWorld, thisWorld as searchWorld } from '../search/world.ts'

export interface World extends SearchWorld {
  engine(): Promise<LatexEngine>
  /** What words the letters, and how many tokens it may use for one; null: the rules alone. */
  model(): { model: LanguageModel; tokensPerTask: number } | null
}

/** The world as the settings say. */
export const thisWorld: World = {
  ...searchWorld,
  engine: () => resolveEngine(latexEngine()),
  model() {
    const config = modelConfig()
    return config === undefined
      ? null
      : { model: languageModel(config), tokensPerTask: config.tokensPerTask }
  },
}
