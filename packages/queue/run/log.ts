// The log: one JSON object a line, with the task it is about, and never a value of it.

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>

export type Log = (event: string, facts?: LogFacts) => void

/** A log whose every line carries these facts too. */
export function logWith(log: Log, always: LogFacts): Log {
  return (event, facts) => log(event, { ...always, ...facts })
}

/** Writes each line to the given writer, with the time at which it was written. */
export function jsonLog(write: (line: string) => void): Log {
  return (event, facts) => write(JSON.stringify({ at: new Date().toISOString(), event, ...facts }))
}

/** What a log may say of an error: its name and code. Its message may hold values. */
export function errorFacts(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { error: error.name, ...code }
}
