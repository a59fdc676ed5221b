// The user's folder: resume.json, answers.yaml, search.yaml and, if they like, cv.tex and
// letter.tex.
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Answers } from './answers.ts'
import { type Parsed, type Problem, parseFile } from './documents.ts'
import { Resume } from './resume.ts'
import { Search } from './search.ts'

export interface Profile {
  resume: Resume
  answers: Answers
  search: Search
  /** The user's own LaTeX templates; null for ours. */
  templates: { cv: string | null; letter: string | null }
}

export type LoadedProfile =
  | { profile: Profile; problems: [] }
  | { profile: null; problems: Problem[] }

/**
 * Reads and validates a profile folder. Problems of all files are collected; a missing file is
 * one of them. Throws only for what isn't the user's mistake (no permission, a broken disk).
 */
export async function loadProfile(folder: string): Promise<LoadedProfile> {
  const shown = (name: string) => `${basename(folder)}/${name}`
  const [resumeText, answersText, searchText, cv, letter] = await Promise.all(
    ['resume.json', 'answers.yaml', 'search.yaml', 'cv.tex', 'letter.tex'].map((name) =>
      readIfThere(join(folder, name)),
    ),
  )
  const missing = (name: string): { value: null; problems: Problem[] } => ({
    value: null,
    problems: [
      {
        file: shown(name),
        line: 1,
        field: '',
        message: `isn't there; copy it from profile.example/${name} and make it yours`,
      },
    ],
  })
  const resume: Parsed<Resume> =
    resumeText == null
      ? missing('resume.json')
      : parseFile(shown('resume.json'), resumeText, Resume)
  // Every standing answer is optional, so a missing file only means that everything is asked.
  const answers: Parsed<Answers> = parseFile(shown('answers.yaml'), answersText ?? '{}', Answers)
  const search: Parsed<Search> =
    searchText == null
      ? missing('search.yaml')
      : parseFile(shown('search.yaml'), searchText, Search)
  if (resume.value === null || answers.value === null || search.value === null)
    return {
      profile: null,
      problems: [...resume.problems, ...answers.problems, ...search.problems],
    }
  return {
    profile: {
      resume: resume.value,
      answers: answers.value,
      search: search.value,
      templates: { cv: cv ?? null, letter: letter ?? null },
    },
    problems: [],
  }
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
