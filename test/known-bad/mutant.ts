// What a known-bad variant is, and a short way to write several down.

export interface Mutant {
  /** The guard in a few words; unique. */
  guard: string
  /** A file of `migrations/`, or a source file of `packages/`. */
  file: string
  /** The text in the file that is replaced, and by what: it must stand there exactly once. */
  from: string
  to: string
  /** The test file, and how the name of the test begins that must fail. */
  test: string
  named: string
}

/** A test of the queue and the guards it must miss: what each is called, and the text in a file with what replaces it. */
export function mutants(
  file: string,
  test: string,
  named: string,
  ...guards: [guard: string, from: string, to: string][]
): Mutant[] {
  return guards.map(([guard, from, to]) => ({
    guard,
    file,
    from,
    to,
    test: `test/queue/${test}.test.ts`,
    named,
  }))
}
