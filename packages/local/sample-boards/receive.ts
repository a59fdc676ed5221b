// What becomes of an application that was sent: what is missing, what is dropped, what the employer gets.
import { randomInt } from 'node:crypto'
import type { Body } from './body.ts'
import { places } from './countries.ts'
import type { SamplePosting } from './employers.ts'
import type { Field, Form } from './form.ts'
import { honeypotNames } from './pages/honeypots.ts'
import { currentForm, isOpen, keepSubmission, type World } from './world.ts'

type Receipt =
  | { outcome: 'ok' }
  /** Nothing was kept, and nothing is said. */
  | { outcome: 'silent' }
  | { outcome: 'closed' | 'expired' | 'verify' | 'duplicate' | 'no-captcha' }
  | { outcome: 'incomplete'; missing: string[] }

/** Takes an application, or says why not. Only `ok` means that the employer has it. */
export function receive(world: World, posting: SamplePosting, body: Body): Receipt {
  const form = currentForm(world, posting)
  if (!isOpen(world, posting) || form.traits.includes('closed-banner')) return { outcome: 'closed' }
  if (form.traits.includes('session-expires') && !world.refreshed.has(posting.key)) {
    world.refreshed.add(posting.key)
    return { outcome: 'expired' }
  }
  const missing = form.fields.filter((field) => isMissing(field, body)).map(({ label }) => label)
  if (missing.length > 0) return { outcome: 'incomplete', missing }
  const email = emailOf(form, body)
  if (posting.employer.board === 'ashby' && hasApplied(world, posting, email))
    return { outcome: 'duplicate' }
  const stopped = captchaStops(world, posting, form, body, email)
  if (stopped) return stopped
  keepSubmission(world, {
    at: new Date().toISOString(),
    posting: posting.key,
    company: posting.employer.name,
    title: posting.title.trim(),
    answers: answersOf(form, body),
    files: body.files.map((file) => ({
      ...file,
      label: form.fields.find(({ key }) => key === file.field)?.label ?? file.field,
    })),
    dropped: robotBy(body),
  })
  return { outcome: 'ok' }
}

function captchaStops(
  world: World,
  posting: SamplePosting,
  form: Form,
  body: Body,
  email: string,
): Receipt | null {
  const token = first(body, 'g-recaptcha-response') || first(body, 'h-captcha-response')
  if (form.captcha !== 'none' && token === '') return { outcome: 'no-captcha' }
  if (form.captcha === 'silent') return { outcome: 'silent' }
  if (form.captcha !== 'email-code') return null
  const sent = `${posting.key} ${email}`
  const code = world.codes.get(sent)
  if (code !== undefined && first(body, 'security_code') === code) return null
  if (code === undefined) world.codes.set(sent, String(randomInt(10_000_000, 100_000_000)))
  return { outcome: 'verify' }
}

const first = (body: Body, key: string) => body.fields[key]?.[0]?.trim() ?? ''
const valuesOf = (body: Body, key: string) =>
  (body.fields[key] ?? []).filter((value) => value.trim() !== '')

/** Missing, or nothing that the form could have meant. */
function isMissing(field: Field, body: Body): boolean {
  const { key, kind, required, options } = field
  if (kind === 'file') {
    const there = body.files.some((file) => file.field === key) || first(body, `${key}_text`) !== ''
    return required && !there
  }
  const values = valuesOf(body, key)
  if (kind === 'consent') return required && !isGiven(values)
  if (values.length === 0) return required
  if (kind === 'location') return !isPlace(key, body)
  if (kind === 'email') return !/^\S+@\S+\.\S+$/.test(values[0] ?? '')
  if (kind === 'phone') return !/^\+?[\d ()./-]{6,30}$/.test(values[0] ?? '')
  if (options.length === 0) return false
  return !values.every((value) => options.some((option) => option.value === value))
}

/** Lever sends a 0 with every box, and a 1 after it when it is ticked. */
const isGiven = (values: readonly string[]) => values.some((value) => value !== '0')

/** A place that was picked from the list, not one that was only typed. */
function isPlace(key: string, body: Body): boolean {
  const picked = key === 'location' ? (body.fields.selectedLocation?.[0] ?? null) : null
  const name = picked === null ? first(body, key) : nameIn(picked)
  return places.some((place) => place.name === name)
}

function nameIn(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    const named = typeof value === 'object' && value !== null && 'name' in value
    return named && typeof value.name === 'string' ? value.name : ''
  } catch {
    return ''
  }
}

function emailOf(form: Form, body: Body): string {
  const field = form.fields.find(({ kind }) => kind === 'email')
  return first(body, field?.key ?? '').toLowerCase()
}

function hasApplied(world: World, posting: SamplePosting, email: string): boolean {
  return world.submissions.some(
    (other) =>
      other.posting === posting.key &&
      other.answers.some(({ value }) => value.toLowerCase() === email),
  )
}

function answersOf(form: Form, body: Body) {
  const known = form.fields.flatMap(({ key, kind, label, options }) => {
    const values = valuesOf(body, key)
    if (kind === 'consent') return isGiven(values) ? [{ key, label, value: 'Yes' }] : []
    return values.map((value) => {
      const chosen = options.find((option) => option.value === value)
      return { key, label, value: chosen?.label ?? value }
    })
  })
  const keys = new Set(form.fields.map(({ key }) => key))
  const others = Object.keys(body.fields)
    .filter((key) => !keys.has(key) && !/-response$/.test(key))
    .flatMap((key) => valuesOf(body, key).map((value) => ({ key, label: null, value })))
  return [...known, ...others]
}

/** Robots are told the same as people; what they sent is read by nobody. */
function robotBy(body: Body): string | null {
  const filled = honeypotNames.find((name) => first(body, name) !== '')
  return filled === undefined ? null : `“${filled}” was filled, which only robots do`
}
