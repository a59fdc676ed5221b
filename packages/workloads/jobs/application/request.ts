// The request at the gate `submit`: the action, and the evidence that a person decides by.
import type { Ask, Json, JsonObject } from '#queue'
import type { Posting } from '../boards/index.ts'
import { type Action, actionOf } from './action.ts'
import type { ApplicationPayload } from './payload.ts'
import type { ApplicationState, Filled, FilledValue } from './state.ts'

type Ready = ApplicationState & {
  posting: Posting
  filled: Filled
  documents: NonNullable<ApplicationState['documents']>
}

export function isReady(state: ApplicationState): state is Ready {
  return Boolean(state.posting && state.filled && state.documents)
}

/** Everything that will be sent, each value with its label and where it comes from. */
export function submitRequest(state: Ready, { night }: ApplicationPayload): Ask {
  const { posting, filled, documents, difference } = state
  const action = actionOf(posting, filled, documents, night.score)
  const used = Object.values(documents).filter(({ sha256 }) =>
    action.files.some((file) => file.sha256 === sha256),
  )
  return {
    action: json(action),
    shown: json({
      facts: factsOf(action, filled.values),
      requirements: filled.requirements,
      warnings: filled.warnings,
      consequences: [`${posting.company} receives your application. It can’t be taken back.`],
      files: filesShown(used),
      images: filled.tiles.map((sha256, at) => ({
        sha256,
        caption: `The filled form, ${at + 1} of ${filled.tiles.length}`,
      })),
      texts: [whyShown(night), postingShown(posting)],
    }),
    difference,
  }
}

function factsOf(action: Action, values: readonly FilledValue[]) {
  const planned = new Map(values.map((value) => [value.key, value]))
  const lists = ['written', 'answers'] as const
  return [
    ...decides.flatMap(({ label, name, from }) =>
      (action.about?.[name] ?? null) === null
        ? []
        : [{ label, at: `/action/about/${name}`, from, role: 'key', source: 'internet' }],
    ),
    { label: 'Goes to', at: '/action/target', from: 'the board', role: 'key', new: true },
    ...action.consents.map((_, at) => ({
      ...{ label: 'You agree to', at: `/action/consents/${at}/words` },
      ...{ role: 'consent', source: 'internet' },
    })),
    ...lists.flatMap((list) =>
      action[list].map(({ key, label }, at) => ({
        ...{ label, at: `/action/${list}/${at}/value` },
        ...originOf(planned.get(key)),
      })),
    ),
    ...action.files.map(({ label }, at) => ({
      ...{ label, at: `/action/files/${at}/name` },
      ...{ source: 'generated', from: 'drafted for this posting' },
    })),
  ]
}

const decides = [
  { label: 'Pay', name: 'pay', from: 'the posting' },
  { label: 'Place', name: 'place', from: 'the posting' },
  { label: 'Fit', name: 'score', from: 'the ranking' },
] as const

/** Whose words, and from where: `resume: phone`, `your answer`. */
export function originOf(value: FilledValue | undefined) {
  if (!value) return { source: 'yours', new: true }
  const { source, sourceDetail, isNew } = value
  const from = sourceDetail
    .replace(/^(resume|answers)\.(?:json|yaml) (?:basics\.|countersign\.)?/, '$1: ')
    .replaceAll(/(?<=\w)\.(?=\w)/g, ' ')
  return { source: source === 'generated' ? 'generated' : 'yours', from, new: isNew }
}

/** The posting as it was read; a very long one is cut where the request would have no room. */
export function postingShown({ title, company, text, url }: Posting) {
  const plain = text.replaceAll(/^## /gm, '\n').trim()
  const whole = plain.length > longest ? `${plain.slice(0, longest)}\n[cut here: ${url}]` : plain
  return { title: `The posting: ${title}, ${company}`, text: whole, source: 'internet' }
}

const longest = 60_000

function whyShown({ date, score, parts }: ApplicationPayload['night']) {
  const lines = parts.map(({ name, points, why }) => `${points.toFixed(1)} for ${of[name]}: ${why}`)
  const text = [`Night of ${date}, ${score.toFixed(1)} points`, ...lines].join('\n')
  return { title: 'Why it was taken up', text, source: 'yours' }
}

const of: Readonly<Record<ApplicationPayload['night']['parts'][number]['name'], string>> = {
  text: 'its words',
  skills: 'the skills it asks for',
  title: 'its title',
  recency: 'its age',
  unclear: 'what it leaves open',
}

/** Documents as evidence: each with a picture of every page. */
export function filesShown(documents: readonly Ready['documents']['cv'][]) {
  return documents.map(({ name, sha256, bytes, pages }) => ({
    ...{ name, sha256, bytes, pages },
    mediaType: 'application/pdf',
  }))
}

/** Through JSON, so that nothing undefined is left in what is signed. */
export function json(value: unknown): JsonObject {
  const plain: Json = JSON.parse(JSON.stringify(value))
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
    throw new TypeError('a request is made of objects')
  }
  return plain
}
