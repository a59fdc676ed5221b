// Reads the profile's files with positions, so that a problem names file, line, field and fix.
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'

export interface Problem {
  file: string
  line: number
  /** As one would write it: `work[2].endDate`. Empty for the file itself. */
  field: string
  /** What is wrong and what to write instead. */
  message: string
}

export type Parsed<T> = { value: T; problems: [] } | { value: null; problems: Problem[] }

/** One line for a terminal: `profile/resume.json:12 work[2].endDate: …`. */
export function problemLine({ file, line, field, message }: Problem): string {
  return `${file}:${line} ${field === '' ? '' : `${field} `}${message}`
}

const maxChars = 1_000_000
/** More of one file than anybody mends in one go. */
const maxProblems = 20

/**
 * Parses JSON or YAML (JSON is YAML) and validates it. All problems are reported, in the order
 * of their lines.
 */
export function parseFile<S extends z.ZodType>(
  file: string,
  text: string,
  schema: S,
): Parsed<z.infer<S>> {
  const failed = (problems: Problem[]): Parsed<z.infer<S>> => ({
    value: null,
    problems: firstOf(problems.sort((a, b) => a.line - b.line)),
  })
  const refused = (message: string) => failed([{ file, line: 1, field: '', message }])
  if (text.length > maxChars)
    return refused('is larger than a megabyte; take out what is not needed')
  if (/[\0\ufffd]/.test(text)) return refused("isn't text in UTF-8; save it as that")
  const lines = new LineCounter()
  const json = file.endsWith('.json')
  const document = parseDocument(json ? text.replace(/\t/g, '  ') : text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
  })
  if (document.errors.length > 0) {
    return failed(
      document.errors.map((error) => ({
        file,
        line: lines.linePos(error.pos[0]).line,
        field: '',
        message: syntaxMessage(error.message, json),
      })),
    )
  }
  if (json && document.contents === null) {
    const [name] = file.split('/').slice(-1)
    return refused(`is empty; copy it from profile.example/${name} and make it yours`)
  }
  const content = contentOf(document)
  if (content === undefined) return refused('repeats itself (*) too often; write it out')
  const checked = schema.safeParse(content, { reportInput: true })
  if (checked.success) return { value: checked.data, problems: [] }
  return failed(
    checked.error.issues.flatMap(spread).map((issue) => ({
      file,
      line: lineOf(document.contents, issue.path, lines),
      field: fieldName(issue.path),
      message: issue.message,
    })),
  )
}

function firstOf(problems: Problem[]): Problem[] {
  const last = problems[maxProblems]
  if (last === undefined) return problems
  const message = `and what comes after it: ${problems.length - maxProblems} more problems`
  return [...problems.slice(0, maxProblems), { ...last, message }]
}

/** What the file says; one of comments alone says nothing, as an empty one does. Undefined: too many aliases. */
function contentOf(document: Document.Parsed): unknown {
  try {
    return document.contents === null ? {} : document.toJS({ maxAliasCount: 50 })
  } catch (error) {
    if (error instanceof ReferenceError) return undefined
    throw error
  }
}

function syntaxMessage(message: string, json: boolean): string {
  // The parser's own words for a file that is nothing but brackets.
  if (/call stack|stack overflow/i.test(message)) return 'is nested too deeply; check the brackets'
  const remedy = json ? 'check commas, quotes and brackets' : 'check indentation and colons'
  return `${plain(message)}; ${remedy}`
}

interface Issue {
  path: PropertyKey[]
  message: string
}

/** One problem per unknown key, with the key it was probably meant to be. */
function spread(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      message: "isn't a field we know; correct its spelling or take it out",
    }))
  if (issue.code === 'invalid_key')
    return [{ path: issue.path, message: issue.issues[0]?.message ?? 'is no valid key' }]
  if (issue.code === 'invalid_type') {
    const missing = issue.input === undefined
    return [
      {
        path: issue.path,
        message: missing
          ? 'is missing; add it'
          : issue.message.startsWith('Invalid')
            ? `should be ${article(issue.expected)}`
            : issue.message,
      },
    ]
  }
  if (issue.code === 'invalid_union' && issue.input === undefined)
    return [{ path: issue.path, message: 'is missing; add it' }]
  return [{ path: issue.path, message: issue.message }]
}

function article(expected: string): string {
  const names: Record<string, string> = {
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a group of fields',
    record: 'a group of fields',
  }
  return names[expected] ?? expected
}

function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : at === 0 ? String(part) : `.${String(part)}`,
    )
    .join('')
}

/**
 * The line of the deepest part of the path that exists, so that a missing field points at its
 * parent.
 */
function lineOf(contents: unknown, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: unknown = contents
  let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => isScalar(item.key) && String(item.key.value) === String(part),
      )
      if (!pair) break
      if (isScalar(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node) && typeof part === 'number') {
      node = node.items[part]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value)
}

function plain(message: string): string {
  return message.split('\n')[0]?.replace(/\s+at line.*$/, '') ?? message
}
