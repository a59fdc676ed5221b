// What a person at the terminal is told of the log: what was done and what waits for them, and no more.
import type { Log, LogFacts } from '#queue'

/** A log that says in a calm line what matters to a person. What only repeats is said once. */
export function narrator(say: (line: string) => void): Log {
  const last = new Map<string, string>()
  return (event, facts = {}) => {
    const about = String(facts.capability ?? facts.function ?? '')
    const line = sentence(event, facts)
    const repeats = `${about} ${event}`
    if (line === undefined) {
      // A failure is news again once things have gone well in between.
      if (facts.outcome !== 'failed') last.delete(repeats)
      return
    }
    if (event !== 'slice' && last.get(repeats) === line) return
    last.set(repeats, line)
    const time = new Date().toLocaleTimeString([], {
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
    say(`${time}  ${about.padEnd(16)}${line}`)
  }
}

function sentence(event: string, facts: LogFacts): string | undefined {
  const { task, fate, outcome, error, code, why, what } = facts
  const show = `npx countersign show ${task}`
  switch (event) {
    case 'slice':
      if (fate === 'parked') return `task ${task} waits for a person: ${show}`
      if (fate === 'finished') return `task ${task} is ${outcome === 'skip' ? 'skipped' : 'done'}`
      if (fate === 'failed') return `task ${task} failed: ${show}`
      if (fate === 'declined') return `task ${task} is left to a newer version of this worker`
      return undefined
    case 'slice failed':
      return `task ${task} ran into ${code ?? error} and is tried again: ${show}`
    case 'slice stopped':
      return `task ${task} was given back (${why})`
    case 'lease lost':
      return `task ${task} went on elsewhere, its lease was lost`
    case 'approval refused':
      return `task ${task}: its approval does not hold: ${show}`
    case 'tick':
      return outcome === 'failed' ? `this tick failed (${code ?? error}): see the log` : undefined
    case 'reaper':
      return outcome === 'failed'
        ? `the reaper failed (${code ?? error}): see the log`
        : reaped(facts)
    case 'enqueue failed':
      return `could not be enqueued (${code ?? error}): see the log`
    default:
      // Of what a workload tells of its own work, a person hears what went wrong.
      return outcome === 'error' ? `task ${task}: ${event} (${what}): ${show}` : undefined
  }
}

function reaped(facts: LogFacts): string | undefined {
  const parts = [
    counted(facts.leases, 'lapsed lease', 'taken back'),
    counted(facts.expired, 'unanswered request', 'expired'),
    counted(facts.settled, 'settled task', 'moved on'),
    counted(facts.repaired, 'broken task', 'repaired'),
    counted(facts.stuck, 'task', 'could not be moved: see the log'),
    facts.red ? `signals at red: ${facts.red} (npx countersign signals)` : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? undefined : parts.join('; ')
}

function counted(count: LogFacts[string] | undefined, noun: string, what: string): string {
  if (typeof count !== 'number' || count === 0) return ''
  return `${count} ${noun}${count === 1 ? '' : 's'} ${what}`
}
