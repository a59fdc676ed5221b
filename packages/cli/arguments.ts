// What commands have in common on the command line: their options, and how text becomes a value.
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import type { GlobalFlags } from './connect.ts'

/** The options of every command that answers. */
export interface Flags extends GlobalFlags {
  json?: boolean
}

/** The options of a command that a person is named for. */
export interface PersonFlags extends Flags {
  by: string
  reason?: string
}

export function newCommand(name: string, description: string): Command {
  return new Command(name).description(description).option('--json', 'answer one JSON object')
}

/** A command by a named person: `--by`, by default the user of this machine. */
export function personCommand(name: string, description: string): Command {
  return newCommand(name, description).option(
    '--by <name>',
    'who does it, for the record',
    personName,
    userInfo().username,
  )
}

function personName(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= 200) return name
  throw new InvalidArgumentError('it must be a name of 1 to 200 characters.')
}

export function taskId(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id) && id > 0) return id
  throw new InvalidArgumentError(
    'it must be the number of a task, as "npx countersign list" shows it.',
  )
}

/** A parser of whole numbers within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text)
    if (/^-?\d+$/.test(text) && number >= least && number <= most) return number
    throw new InvalidArgumentError(`it must be a whole number from ${least} to ${most}.`)
  }
}

/** JSON, or `@file` for JSON in a file. */
export function json(text: string): unknown {
  const source = text.startsWith('@') ? fileText(text.slice(1)) : text
  try {
    return JSON.parse(source)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new InvalidArgumentError(`it is not JSON (${why}).`)
  }
}

function fileText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new InvalidArgumentError(`there is no file ${file} that can be read.`)
  }
}

export function moment(text: string): Date {
  const at = new Date(text)
  // A date alone would be midnight in London, which few mean.
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) && !Number.isNaN(at.getTime())) return at
  throw new InvalidArgumentError('write it like 2026-12-01T09:30, in the time of this machine.')
}
