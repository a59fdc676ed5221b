// What was read before: an account says much the same in all of its postings.
import { compact } from '../text/compact.ts'
import type { Section } from '../text/sections.ts'
import type { Line } from '../text/sentences.ts'
import type { Finding, JobSentence } from './types.ts'

/** What each rule found in a sentence; nothing where it wasn't asked. */
type Findings = Map<JobSentence, Found>
type Found = (Finding | 'elsewhere' | undefined)[]

/** Lines, and what the rules find in their sentences for one applicant. To be forgotten with the account. */
export interface ReadBefore {
  lines: Map<Section, Map<string, Line<JobSentence>>>
  /** By what a finding depends on beside its sentence. */
  findings: Map<string, Findings>
  /** Rules that find nothing in a sentence, whatever the job: a bit for each. */
  silent: Map<JobSentence, number>
}

export function nothingRead(): ReadBefore {
  return { lines: new Map(), findings: new Map(), silent: new Map() }
}

const mostLines = 50_000

/** The line as it was read before, or as `read` reads it now. */
export function readOnce(
  before: ReadBefore,
  raw: string,
  section: Section,
  read: (raw: string, section: Section) => Line<JobSentence>,
): Line<JobSentence> {
  const lines = before.lines.get(section) ?? new Map<string, Line<JobSentence>>()
  before.lines.set(section, lines)
  const known = lines.get(raw)
  if (known !== undefined) return known
  if (lines.size >= mostLines) {
    lines.clear()
    before.findings.clear()
    before.silent.clear()
  }
  const kept = compact(raw)
  const line = read(kept, section)
  lines.set(kept, line)
  return line
}

export function findingsBefore(before: ReadBefore, dependsOn: string): Findings {
  const known = before.findings.get(dependsOn) ?? new Map()
  before.findings.set(dependsOn, known)
  return known
}

/** What one sentence was found to say, by rule. */
export function foundIn(findings: Findings, sentence: JobSentence): Found {
  const known = findings.get(sentence)
  if (known !== undefined) return known
  const none: Found = []
  findings.set(sentence, none)
  return none
}

/** Rule `at` isn't asked about the sentence again. */
export function silence(before: ReadBefore, sentence: JobSentence, at: number): void {
  before.silent.set(sentence, (before.silent.get(sentence) ?? 0) | (1 << at))
}
