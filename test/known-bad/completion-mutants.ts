// Bindings of a login, and what a completion of one looks for, taken out one at a time. Data only.
import type { Mutant } from './mutant.ts'

const trespass = 'test/queue/trespass.test.ts'
const lease = 'test/queue/lease.test.ts'
const complete = 'functions/complete.sql'

export const completionMutants: readonly Mutant[] = [
  {
    guard: 'binding: a claim is of the login’s own capabilities',
    file: 'functions/claim.sql',
    from: '    and b.login = session_user\n',
    to: '',
    test: trespass,
    named: 'lets a login bound to one capability',
  },
  {
    guard: 'binding: so is every other verb of a worker',
    file: 'functions/_bound.sql',
    from: 'where login = session_user\n      and',
    to: 'where',
    test: trespass,
    named: 'lets a login bound to one capability',
  },
  {
    guard: 'complete: not past what was begun',
    file: complete,
    from: 'not exists (select from effects e where e.task_id = p_task)',
    to: 'true',
    test: lease,
    named: 'is not ended over an act that nobody was asked about',
  },
  {
    guard: 'complete: not past what was asked',
    file: complete,
    from: 'not exists (select from approvals a where a.task_id = p_task)',
    to: 'true',
    test: lease,
    named: 'closes the approval of what is completed',
  },
]
