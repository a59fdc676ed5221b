// Puts values into an open form until no question is new, and keeps pictures of what it shows.
import type { Context } from '#queue'
import type { FieldValue, Filled, OpenForm } from '../forms/index.ts'
import type { FormField, FormSchema } from '../forms/schema.ts'

/** A filled form, and how it differs from what was to be put in. */
export interface Whole extends Pick<Filled, 'differences' | 'tiles'> {
  /** With the questions that appeared as others were answered. */
  schema: FormSchema
  undrawable: string[]
}

const rounds = 4

/** Fills what `values` says of the form, again as long as more of it appears. */
export async function fillWhole(
  form: OpenForm,
  first: FormSchema,
  values: (schema: FormSchema) => readonly FieldValue[],
  ctx: Pick<Context, 'files'>,
): Promise<Whole> {
  let schema = first
  for (let round = 1; ; round += 1) {
    const planned = values(schema)
    const filled = await form.fill(planned, await filesOf(planned, ctx))
    const met = withMet(schema, filled.fields)
    if (met.fields.length === schema.fields.length || round === rounds) {
      return { ...filled, schema: met }
    }
    schema = met
  }
}

async function filesOf(values: readonly FieldValue[], { files }: Pick<Context, 'files'>) {
  const bytes = new Map<string, Uint8Array>()
  for (const { value } of values) {
    if (typeof value !== 'object' || Array.isArray(value) || bytes.has(value.file)) continue
    bytes.set(value.file, await files.get(value.file))
  }
  return bytes
}

function withMet(form: FormSchema, met: readonly FormField[]): FormSchema {
  const known = new Set(form.fields.map(({ key }) => key))
  return { ...form, fields: [...form.fields, ...met.filter(({ key }) => !known.has(key))] }
}

/** Keeps pictures as files of the task, and answers their hashes in order. */
export async function keepPictures(
  tiles: Whole['tiles'],
  name: string,
  ctx: Pick<Context, 'keepFile'>,
): Promise<string[]> {
  const kept: string[] = []
  for (const { bytes } of tiles) {
    const file = `${name}_${kept.length + 1}.webp`
    kept.push(await ctx.keepFile(bytes, { name: file, mediaType: 'image/webp' }))
  }
  return kept
}
