// A database that looks like a month of work: tasks in every state, by the real protocol, and days of history.
import { requestBody } from '#queue'
import { age } from '../../support/age.ts'
import type { Protocol } from '../../support/protocol.ts'
import { writeHistory } from './history.ts'
import type { Pictures } from './pictures.ts'
import { application, details, housekeeping, resize } from './requests.ts'

const job = 'job-application'
const vm = 'vm-operation'

const applying = {
  capability: job,
  name: 'submit',
  effects: ['submit'],
  sentence: 'Submit your application to {/action/employer} for {/action/role}',
  editable: ['/action/values/notice', '/action/values/salary', '/action/why', '/action/letter'],
  undo_seconds: 60,
}

/** The capabilities and gates; `level` is what approving takes where it can't be undone. */
export async function seedRegistry(p: Protocol, level: 'session' | 'passkey' = 'session') {
  await p.capability({
    name: job,
    max_running: 2,
    max_parked: 20,
    daily_ceiling: 40,
    time_zone: 'Europe/Berlin',
  })
  await p.capability({ name: 'job-search', max_running: 1 })
  await p.capability({ name: vm, max_running: 2, max_parked: 8, daily_ceiling: 50 })
  await p.capability({ name: 'housekeeping', max_running: 1, max_parked: 1 })
  await p.capability({ name: 'briefing', max_running: 1 })
  await p.gate({ ...applying, level })
  await p.gate({
    capability: job,
    name: 'details',
    irreversible: false,
    sentence: 'Answer what {/action/employer} asks for {/action/role}',
  })
  await p.gate({
    capability: vm,
    name: 'apply',
    effects: ['reconfigure'],
    level,
    undo_seconds: 60,
    editable: ['/action/now/cpus', '/action/now/memoryGiB'],
    sentence:
      'Resize {/action/vm} from {/action/was/cpus} to {/action/now/cpus} CPUs; it will reboot',
  })
  await p.gate({
    capability: 'housekeeping',
    name: 'prune',
    effects: ['prune'],
    level: 'session',
    sentence: 'Delete {/action/tasks} tasks that ended before {/action/before}',
  })
  await p.gate({
    capability: 'briefing',
    name: 'mail',
    effects: ['mail'],
    level: 'none',
    irreversible: false,
    sentence: 'Send the briefing',
    ungated_reason: 'It reaches only the address in your own settings, and tells what was done.',
  })
  await p.gate({
    capability: 'job-search',
    name: 'notify',
    effects: ['notify'],
    level: 'none',
    irreversible: false,
    sentence: 'Send a notice',
    ungated_reason: 'One line to your own ntfy topic when a search finds nothing for a week.',
  })
}

/** Parks a task at a gate with what a workload would ask, and answers its request. */
export async function ask(
  p: Protocol,
  at: { capability: string; gate: string; effects: string[] },
  asked: { action: Record<string, never>; shown: Record<string, never> },
  pictures?: Pictures,
) {
  const task = await p.task(at.capability)
  const lease = await p.claimOne(at.capability)
  if (lease.id !== task) throw new Error(`claimed task ${lease.id}, not ${task}`)
  for (const { name, mediaType, sha256, bytes } of pictures ? every(pictures) : []) {
    await p.worker.recordArtifact(lease, { name, mediaType, sha256, bytes: bytes.length })
  }
  const body = requestBody(at.gate, asked, at.effects)
  await p.worker.park(lease, { gate: at.gate, body, step: 'apply', state: { posting: 4711 } })
  return { task, ...(await p.request(task)) }
}

export type Asked = Awaited<ReturnType<typeof ask>>

function every({ form, letter, cv, letterFile, cvFile }: Pictures) {
  return [...form, letter, ...cv, letterFile, cvFile]
}

export function storePictures(files: Map<string, Uint8Array>, pictures: Pictures): void {
  for (const { sha256, bytes } of every(pictures)) files.set(sha256, bytes)
}

export const atSubmit = { capability: job, gate: 'submit', effects: ['submit'] }
export const atApply = { capability: vm, gate: 'apply', effects: ['reconfigure'] }
const atPrune = { capability: 'housekeeping', gate: 'prune', effects: ['prune'] }
const atDetails = { capability: job, gate: 'details', effects: [] }

/** One request in every state a page has, by name. */
export async function seedStates(p: Protocol, pictures: Pictures) {
  const by = { by: 'local', level: 'session' } as const
  const named = (employer: string, role: string) =>
    application(
      { employer, role, host: `jobs.${employer.split(' ')[0]?.toLowerCase()}.example` },
      pictures,
    )
  const submit = (employer: string, role: string) =>
    ask(p, atSubmit, named(employer, role), pictures)
  const decide = (request: Asked, verdict: 'approve' | 'reject' | 'send_back', comment?: string) =>
    p.approver.decide(request.seen, { verdict, ...by, ...(comment && { comment }) })
  const act = async (request: Asked, status: 'done' | 'failed', outcome: object) => {
    await age(p.admin, 'approvals', request.id, {
      not_before: '5 minutes',
      decided_at: '5 minutes',
    })
    await age(p.admin, 'tasks', request.task, { run_at: '5 minutes' })
    const lease = await p.claimOne(job)
    const { effectId } = await p.worker.beginEffect(lease, {
      name: 'submit',
      digest: request.digest,
    })
    await p.worker.finishEffect(effectId, lease.token, status, outcome)
    return lease
  }

  const open = await submit('Nordlicht GmbH', 'Backend Engineer, Platform')
  const vmOpen = await ask(p, atApply, resize())
  const prune = await ask(p, atPrune, housekeeping())
  const question = await ask(p, atDetails, details())

  const toEdit = await submit('Möwe Systems', 'Staff Engineer, Data')
  const edited = toEdit.body
    .replace('"salary":88000', '"salary":94000')
    .replace('"notice":"3 months"', '"notice":"2 months, by agreement"')
  const difference = [
    { at: '/action/values/notice', was: '3 months', now: '2 months, by agreement' },
    { at: '/action/values/salary', was: 88000, now: 94000 },
  ]
  const revised = await p.approver.revise(toEdit.seen, { body: edited, difference, by: 'local' })

  const rejected = await submit('Reiher Digital', 'Head of Growth')
  await decide(rejected, 'reject', 'wrong role')
  const expired = await submit('Drossel KG', 'Database Engineer')
  await age(p.admin, 'approvals', expired.id, { expires_at: '3 days', opened_at: '3 days' })
  await p.reaper.reap(50)
  const revoked = await submit('Amsel GmbH', 'Backend Engineer')
  await decide(revoked, 'approve')
  await p.approver.revoke(revoked.id, 'local', 'undone')
  const erased = await submit('Specht & Söhne', 'Engineer')
  await decide(erased, 'reject', 'duplicate')
  await p.approver.erase(erased.task, 'local', 'their request')

  const receipt = await submit('Zeisig Energie', 'Principal Engineer')
  await decide(receipt, 'approve')
  const lease = await act(receipt, 'done', {
    confirmation: 'A-2026-11873',
    at: 'https://jobs.zeisig.example/thanks',
    mail: 'seen 09:41',
  })
  await p.worker.complete(lease, { submitted: true })

  const lost = await ask(p, atApply, resize())
  await decide(lost, 'approve')
  await age(p.admin, 'approvals', lost.id, { not_before: '5 minutes', decided_at: '5 minutes' })
  await age(p.admin, 'tasks', lost.task, { run_at: '5 minutes' })
  const begun = await p.claimOne(vm)
  const { effectId } = await p.worker.beginEffect(begun, {
    name: 'reconfigure',
    digest: lost.digest,
  })
  await p.worker.fail(begun, {
    reason: 'the connection to vcenter.example was lost',
    retryable: false,
  })
  await age(p.admin, 'effects', effectId, { acts_until: '2 hours', began_at: '1 minute' })
  const uncertain = { ...(await p.request(lost.task)), task: lost.task }

  const closed = await submit('Star & Co', 'Engineer')
  await p.approver.cancel(closed.task, 'local', 'they withdrew the posting')
  const approved = await submit('Kiebitz AG', 'Platform Engineer')
  await decide(approved, 'approve')
  const sentBack = await submit('Storch Labs', 'SRE')
  await decide(sentBack, 'send_back', 'The letter names the wrong product; they sold Nest in 2025.')
  // Due later, so that it is not what the next one claims.
  await age(p.admin, 'tasks', sentBack.task, { run_at: '-1 day' })

  const lapsed = await ask(p, atApply, resize())
  await decide(lapsed, 'approve')
  const hour = { not_before: '7 hours', act_before: '7 hours', decided_at: '7 hours' }
  await age(p.admin, 'approvals', lapsed.id, hour)
  await failures(p)
  await writeHistory(p.admin)
  const answered = await ask(p, atDetails, details())
  await p.approver.answer(answered.seen, {
    ...by,
    answers: { shift: true, salary: 72_500, office: 'Bremen', tools: ['dbt', 'Spark'], why: null },
  })
  await age(p.admin, 'approvals', open.id, { expires_at: '17 hours', opened_at: '17 hours' })
  await age(p.admin, 'approvals', vmOpen.id, { expires_at: '44 hours', opened_at: '44 hours' })
  return {
    open,
    vmOpen,
    prune,
    question,
    approved,
    rejected,
    sentBack,
    expired,
    revoked,
    erased,
    receipt,
    uncertain,
    /** What `uncertain` asks about. */
    begun: lost,
    closed,
    lapsed,
    answered,
    superseded: toEdit,
    revised: { public_id: revised.publicId },
  }
}

async function failures(p: Protocol) {
  const claim = async (capability: string) => {
    await p.task(capability)
    return await p.claimOne(capability)
  }
  await p.worker.fail(await claim('job-search'), {
    reason: 'the board answered 503 five times',
    retryable: false,
    error: { status: 503, url: 'https://board.example/api' },
  })
  await p.worker.fail(await claim('briefing'), {
    reason: 'no address is configured',
    retryable: false,
  })
  await p.worker.skip(await claim('job-search'), 'posting_closed')
  const dead = await claim('job-search')
  await p.admin.query('update countersign.tasks set attempts = 4 where id = $1', [dead.id])
  await p.worker.fail(dead, {
    reason: 'unexpected end of JSON input',
    retryable: true,
    error: { name: 'SyntaxError' },
  })
  await claim('job-search')
  await p.task('job-search', { priority: 2 })
  await p.task('housekeeping')
  await p.approver.pause('briefing', 'local', 'moving to another mail provider this week')
}
