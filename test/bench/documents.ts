// Three hundred invented people's CVs and letters through the real engine, and what became of them.
import { type DocumentTrials, documentTrials } from '../support/document-trials.ts'
import { testEngine } from '../support/tex.ts'

const profiles = 300

export async function documents(options: { scale: number }): Promise<DocumentTrials> {
  return documentTrials(await testEngine(), Math.round(profiles * options.scale))
}
