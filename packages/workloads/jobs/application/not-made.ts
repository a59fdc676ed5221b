// A document that can't be made: the task ends, and says what has to be changed where.
import { abandon } from '#queue'
import { DocumentFailed } from '../documents/index.ts'

/** The end of a task whose documents can't be made. Throws what is no such failure. */
export function notMade(error: unknown) {
  if (!(error instanceof DocumentFailed)) throw error
  const { problems } = error
  const characters = problems.every(({ check }) => check === 'characters')
  return abandon(characters ? 'unprintable_characters' : 'document_failed', { problems })
}
