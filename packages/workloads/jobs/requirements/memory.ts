// What was read before: an account says much the same in all of its postings.
import type { Sentence } from '../text/sentences.ts'
import type { Finding, JobSentence } from './types.ts'

/** Per rule what it found in a sentence. */
type Findings = readonly Map<JobSentence, Finding | null>[]

/** Sentences, and what the rules find in them for one applicant. To be forgotten with the account. */
export interface ReadBefore {
  sentences: Map<string, JobSentence>
  /** By what a finding depends on beside its sentence. */
  findings: Map<string, Findings>
}

export function nothingRead(): ReadBefore {
  return { sentences: new Map(), findings: new Map() }
}

const mostSentences = 50_000

/** The sentence as it was read before, or as `read` reads it now. */
export function readOnce(
  before: ReadBefore,
  sentence: Sentence,
  read: (sentence: Sentence) => JobSentence,
): JobSentence {
  const key = `${sentence.section} ${sentence.text}`
  const known = before.sentences.get(key)
  if (known !== undefined) return known
  if (before.sentences.size >= mostSentences) {
    before.sentences.clear()
    before.findings.clear()
  }
  const job = read(sentence)
  before.sentences.set(key, job)
  return job
}

export function findingsBefore(before: ReadBefore, dependsOn: string, rules: number): Findings {
  const known = before.findings.get(dependsOn)
  if (known !== undefined) return known
  const none = Array.from({ length: rules }, () => new Map<JobSentence, Finding | null>())
  before.findings.set(dependsOn, none)
  return none
}
