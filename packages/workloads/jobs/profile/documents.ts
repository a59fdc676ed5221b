// Reads the profile's files with positions, so that a problem names file, line, field and fix.
import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
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
    problems: problems.sort((a, b) => a.line - b.line),
  })
  if (text.length > maxChars)
    return failed([{ file, line: 1, field: '', message: 'is larger than a megabyte' }])
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
        message: `${plain(error.message)}; ${json ? 'check commas, quotes and brackets' : 'check indentation and colons'}`,
      })),
    )
  }
  const checked = schema.safeParse(document.toJS({ maxAliasCount: 50 }), { reportInput: true })
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
