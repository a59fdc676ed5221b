// What an application meets outside of the queue: profile, boards, the LaTeX engine, a model if any.
import { type LanguageModel, type LatexEngine, languageModel, resolveEngine } from '#clients'
import { latexEngine, modelConfig } from '#config'
import type { Context } from '#queue'
import { type FormPlace, type OpenForm, withForm } from '../forms/index.ts'
import { type World as SearchWorld, thisWorld as searchWorld } from '../search/world.ts'

export interface World extends SearchWorld {
  engine(): Promise<LatexEngine>
  /** Opens a posting's form in a browser of its own, gives it to `work`, and ends the browser. */
  form<T>(place: FormPlace, ctx: Context, work: (form: OpenForm) => Promise<T>): Promise<T>
  /** What words the letters, and how many tokens it may use for one; null: the rules alone. */
  model(): { model: LanguageModel; tokensPerTask: number } | null
}

/** The world as the settings say. */
export const thisWorld: World = {
  ...searchWorld,
  engine: () => resolveEngine(latexEngine()),
  form: (place, ctx, work) => openedForm(searchWorld.connect(), place, ctx, work),
  model() {
    const config = modelConfig()
    return config === undefined
      ? null
      : { model: languageModel(config), tokensPerTask: config.tokensPerTask }
  },
}

/** As `withForm`, with the connection of one slice. */
export async function openedForm<T>(
  { http, baseUrl }: ReturnType<World['connect']>,
  place: FormPlace,
  { signal }: Pick<Context, 'signal'>,
  work: (form: OpenForm) => Promise<T>,
): Promise<T> {
  const access = { http, signal, ...(baseUrl !== undefined && { baseUrl }) }
  return await withForm(place, access, work).finally(() => http.close())
}
