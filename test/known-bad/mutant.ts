// What a known-bad variant of the protocol is.

export interface Mutant {
  /** The guard in a few words; unique. */
  guard: string
  /** A file of `migrations/`, and the text in it that is replaced: it must stand there exactly once. */
  file: string
  from: string
  to: string
  /** The test file, and how the name of the test begins that must fail. */
  test: string
  named: string
}
