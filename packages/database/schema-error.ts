// What the migrator and the version check refuse, as one named error.

export type SchemaErrorReason =
  | 'badly-named'
  | 'duplicate-number'
  | 'not-one-transaction'
  | 'bad-directive'
  | 'edited'
  | 'missing'
  | 'out-of-order'
  | 'failed'
  | 'busy'
  | 'not-migrated'
  | 'older-schema'
  | 'newer-schema'

/** The schema is not what it must be. `message` is one line that names the thing and the remedy. */
export class SchemaError extends Error {
  override name = 'SchemaError'
  readonly reason: SchemaErrorReason
  /** The migration file concerned, where there is one. */
  readonly file: string | undefined

  constructor(
    reason: SchemaErrorReason,
    message: string,
    options?: { file?: string; cause?: unknown },
  ) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    this.reason = reason
    this.file = options?.file
  }
}
