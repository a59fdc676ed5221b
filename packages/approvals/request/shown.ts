// What the page understands of a request's evidence. Whatever else a workload puts there is shown as it is.
import { z } from 'zod'
import type { RequestBody } from '#queue'

/** Whose words a value is: the person's own, a model's, or somebody's on the internet. */
const source = z.enum(['yours', 'generated', 'internet'])

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** What a generated text rests on: a fact, and the words of the text that say it. */
const ground = z.object({ fact: z.string(), quote: z.string().optional() })
export type Ground = z.infer<typeof ground>

/** A label that points into the request, so that it can't show another value than the one to be used. */
const fact = z.object({
  label: z.string(),
  at: z.string(),
  source: source.default('yours'),
  /** Where it comes from, in a word or two: "profile", "your answer". */
  from: z.string().optional(),
  /** First seen here: shown open, never among what is the same as before. */
  new: z.boolean().default(false),
  /** `key`: one of the few values that decide it, shown beside the headline as well. `consent`: words that
   *  approving agrees to, shown word for word. `copy`: a value that the person will put somewhere else. */
  role: z.enum(['key', 'consent', 'copy']).optional(),
  restsOn: z.array(ground).max(50).default([]),
})
export type Fact = z.infer<typeof fact>

const file = z.object({
  name: z.string(),
  sha256,
  mediaType: z.string(),
  bytes: z.int(),
  /** Its pages as images, by hash. */
  pages: z.array(sha256).default([]),
})
export type ShownFile = z.infer<typeof file>

/** A value before and after, both by pointer. */
const change = z.object({ label: z.string(), was: z.string(), now: z.string() })
export type Change = z.infer<typeof change>

/** How one demand of the other side is met, with their own words. */
const requirement = z.object({
  name: z.string(),
  verdict: z.enum(['meets', 'unclear', 'misses']),
  words: z.string().optional(),
})
export type Requirement = z.infer<typeof requirement>

/** A longer text that is no part of the action: the posting, a plan, a log. */
const text = z.object({ title: z.string(), text: z.string(), source })
export type ShownText = z.infer<typeof text>

const image = z.object({ sha256, caption: z.string() })

const parts = {
  facts: z.array(fact).max(500).default([]),
  changes: z.array(change).max(100).default([]),
  requirements: z.array(requirement).max(200).default([]),
  warnings: z.array(z.string()).max(100).default([]),
  consequences: z.array(z.string()).max(50).default([]),
  texts: z.array(text).max(50).default([]),
  files: z.array(file).max(50).default([]),
  images: z.array(image).max(100).default([]),
}
const shown = z.object(parts)
export type Shown = z.infer<typeof shown>

/** A question at a gate that wants answers. */
const question = z.object({
  id: z.string(),
  label: z.string(),
  help: z.string().optional(),
  type: z.enum(['text', 'long', 'number', 'boolean', 'choice', 'choices', 'date']).default('text'),
  options: z.array(z.string()).max(500).default([]),
  required: z.boolean().default(true),
})
export type Question = z.infer<typeof question>

/**
 * The evidence, part by part. A part that is not of its form, and one that this page does not know, is shown
 * as it was written: evidence is never left out for how it is made.
 */
export function shownOf(request: RequestBody): Shown {
  const understood: Record<string, unknown> = {}
  const asWritten: ShownText[] = []
  for (const [name, value] of Object.entries(request.shown)) {
    const part = Object.hasOwn(parts, name) ? parts[name as keyof typeof parts] : undefined
    if (part?.safeParse(value).success) understood[name] = value
    else asWritten.push({ title: name, text: JSON.stringify(value, null, 2), source: 'internet' })
  }
  const whole = shown.parse(understood)
  return { ...whole, texts: [...whole.texts, ...asWritten] }
}

/** The questions a request asks; none where it asks none. */
export function questionsOf(request: RequestBody): Question[] {
  const parsed = z.array(question).max(100).safeParse(request.action.questions)
  return parsed.success ? parsed.data : []
}
