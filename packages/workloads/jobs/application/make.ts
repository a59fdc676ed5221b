// The step `make`: CV and letter compiled, checked, and kept with an image of each page.
import { renderPages } from '#clients'
import { type Context, next, type Task } from '#queue'
import {
  asciiName,
  type MadeDocument,
  type MakeOptions,
  makeCv,
  makeLetter,
} from '../documents/index.ts'
import type { ApplicationPayload } from './payload.ts'
import type { ApplicationState } from './state.ts'
import type { World } from './world.ts'

type Application = Task<ApplicationPayload, ApplicationState>

/**
 * Makes both documents, always anew: the same draft gives the same bytes, and so the same files. Throws
 * DocumentFailed.
 */
export async function make({ state, createdAt }: Application, ctx: Context, world: World) {
  const { profile, sha256 } = await world.profile(ctx)
  const { draft: drafted, ...rest } = state
  // Another profile since then: the documents must be made of what it says now.
  if (drafted === undefined || sha256 !== state.profileSha256) return next('draft', rest)
  const { templates, resume } = profile
  const options: MakeOptions = {
    engine: await world.engine(),
    epochSeconds: Math.floor(createdAt.getTime() / 1_000),
    spellings: resume.countersign.spellings ?? {},
    signal: ctx.signal,
  }
  const withTemplate = (template: string | null) =>
    template === null ? options : { ...options, template }
  const cv = await makeCv(drafted.cv, withTemplate(templates.cv))
  const letter = await makeLetter(drafted.letter, withTemplate(templates.letter))
  const name = await asciiName(resume.basics.name)
  const documents = {
    cv: await keep(cv, `${name}_CV`, ctx),
    letter: await keep(letter, `${name}_Letter`, ctx),
  }
  return next('fill', { ...state, documents })
}

async function keep(made: MadeDocument, name: string, ctx: Context) {
  const { pdf, leftOut } = made
  const sha256 = await ctx.keepFile(pdf, { name: `${name}.pdf`, mediaType: 'application/pdf' })
  const pages: string[] = []
  for (const { bytes, page } of await renderPages(pdf)) {
    ctx.signal.throwIfAborted()
    pages.push(await ctx.keepFile(bytes, { name: `${name}_${page}.webp`, mediaType: 'image/webp' }))
  }
  return { name: `${name}.pdf`, sha256, bytes: pdf.byteLength, pages, leftOut: [...leftOut] }
}
