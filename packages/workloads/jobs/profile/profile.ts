// The user's folder: resume.json, answers.yaml, search.yaml and, if they like, cv.tex and
// letter.tex.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import { templateProblem } from '../documents/user-template.ts'
import { Answers } from './answers.ts'
import { type Problem, parseFile } from './documents.ts'
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

/** The files of a profile, in this order. */
const profileFileNames = [
  'resume.json',
  'answers.yaml',
  'search.yaml',
  'cv.tex',
  'letter.tex',
] as const
type FileName = (typeof profileFileNames)[number]

/** The text of each file that is there. */
export type ProfileTexts = Partial<Record<FileName, string>>

/** A file of the folder is there and can't be read. */
export class ProfileUnreadable extends Error {
  override readonly name = 'ProfileUnreadable'
  readonly problem: Problem

  constructor(problem: Problem, cause: unknown) {
    super(problem.message, { cause })
    this.problem = problem
  }
}

/** Reads and validates a profile folder: `readProfile`, then `parseProfile`. */
export async function loadProfile(folder: string): Promise<LoadedProfile> {
  try {
    return parseProfile(await readProfile(folder), basename(folder))
  } catch (error) {
    if (!(error instanceof ProfileUnreadable)) throw error
    return { profile: null, problems: [error.problem] }
  }
}

/** Reads a profile folder. @throws ProfileUnreadable for a file that is there and can't be read. */
export async function readProfile(folder: string): Promise<ProfileTexts> {
  const texts: ProfileTexts = {}
  for (const name of profileFileNames) {
    const text = await readIfThere(join(folder, name))
    if (text !== undefined) texts[name] = text
  }
  return texts
}

/**
 * Validates a profile. Problems of all files are collected, each under `shownFolder`; a missing
 * file is one of them.
 */
export function parseProfile(texts: ProfileTexts, shownFolder: string): LoadedProfile {
  const parsed = <S extends z.ZodType>(name: FileName, schema: S, otherwise?: string) => {
    const text = texts[name] ?? otherwise
    const file = `${shownFolder}/${name}`
    return text === undefined ? missing(file, name) : parseFile(file, text, schema)
  }
  const resume = parsed('resume.json', Resume)
  // Every standing answer is optional, so a missing file only means that everything is asked.
  const answers = parsed('answers.yaml', Answers, '{}')
  const search = parsed('search.yaml', Search)
  const templates = (['cv', 'letter'] as const).flatMap((kind) => {
    const text = texts[`${kind}.tex`]
    const problem = text === undefined ? undefined : templateProblem(kind, text)
    return problem ? [{ file: `${shownFolder}/${kind}.tex`, field: '', ...problem }] : []
  })
  const problems = [...resume.problems, ...answers.problems, ...search.problems, ...templates]
  if (resume.value === null || answers.value === null || search.value === null || problems[0])
    return { profile: null, problems }
  return {
    profile: {
      resume: resume.value,
      answers: answers.value,
      search: search.value,
      templates: { cv: texts['cv.tex'] ?? null, letter: texts['letter.tex'] ?? null },
    },
    problems: [],
  }
}

function missing(file: string, name: FileName): { value: null; problems: Problem[] } {
  const message = `isn't there; copy it from profile.example/${name} and make it yours`
  return { value: null, problems: [{ file, line: 1, field: '', message }] }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    const message = unreadable[String(code)]
    if (message === undefined) throw error
    const file = `${basename(dirname(path))}/${basename(path)}`
    throw new ProfileUnreadable({ file, line: 1, field: '', message }, error)
  }
}

const unreadable: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder; put a file of that name there',
  ENOTDIR: "isn't there, for what should be its folder is a file; name the folder",
  EACCES: "can't be read; give yourself the permission to",
  EPERM: "can't be read; give yourself the permission to",
}
