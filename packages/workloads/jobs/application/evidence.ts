// What a person is told before they decide: what is odd about the posting, and how it meets the profile.
import { applicantOf, type Profile } from '../profile/index.ts'
import { judge, prepareJob } from '../requirements/index.ts'
import type { appliedHere } from './memory.ts'
import type { ApplicationState, Filled } from './state.ts'

type Known = Pick<ApplicationState, 'liveness' | 'draft' | 'sentBack'> & {
  posting: NonNullable<ApplicationState['posting']>
}

export interface Seen {
  /** Characters of the values that the pictures can't show. */
  undrawable: readonly string[]
  applied: Awaited<ReturnType<typeof appliedHere>>
  /** What a person wrote when they sent the request back. */
  comment: string | null
}

export function warningsOf({ posting, liveness, draft }: Known, seen: Seen): string[] {
  const others = seen.applied.filter(({ id }) => id !== posting.externalId)
  const repost = others.find(({ bodyHash }) => bodyHash === posting.bodyHash)
  const days = others.map(({ title, on }) => `${title} on ${on.slice(0, 10)}`)
  return [
    ...(repost ? [`This very text was applied to under another number: ${repost.id}.`] : []),
    ...(days.length > 0 ? [`Applied here within 90 days: ${days.join('; ')}.`] : []),
    ...(liveness?.state === 'inconclusive'
      ? [`The board did not say whether the posting is still open: ${liveness.detail}.`]
      : []),
    ...posting.flags.map(({ kind, text }) => `The posting holds ${sayings[kind]}: “${text}”`),
    ...(draft?.notes ?? []),
    ...(seen.undrawable.length > 0
      ? [`The pictures can’t show these characters: ${seen.undrawable.join(' ')}`]
      : []),
    ...(seen.comment === null ? [] : [`You sent it back: “${seen.comment}”`]),
  ]
}

const sayings = {
  'hidden-html': 'text that a reader can’t see',
  'invisible-characters': 'invisible characters',
  instruction: 'an instruction to software',
} as const

/** Every dimension that the posting speaks of, with its own words. */
export function requirementsOf(
  { posting }: Known,
  profile: Profile,
  today: string,
): Filled['requirements'] {
  const { dimensions } = judge(prepareJob(posting), applicantOf(profile, today))
  return Object.entries(dimensions).flatMap(([name, { verdict, quote }]) =>
    quote === null && verdict === 'meets'
      ? []
      : [{ name, verdict, ...(quote !== null && { words: quote }) }],
  )
}
