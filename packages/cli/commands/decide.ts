// `countersign approve` and `countersign reject`: a person's word on what a task asks, said after it was shown.
import { type Command, Option } from 'commander'
import { optionalOrigin } from '#config'
import type { Database } from '#database'
import { type ApproverVerbs, approverVerbs, type Standing, type Verdict } from '#queue'
import { json, type PersonFlags, personCommand, taskId } from '../arguments.ts'
import { changing } from '../connect.ts'
import { CommandFailed } from '../failure.ts'
import { type CliOutput, exitCode } from '../output.ts'
import { sentenceOf, verifiedBody } from '../show/asked.ts'
import { openRequest, type RequestRow, readTask, type TaskRecord } from '../show/task.ts'
import { clock, relative } from '../text.ts'
import { elsewise, question } from './show.ts'

interface ApproveFlags extends PersonFlags {
  yes?: boolean
  answers?: unknown
  happened?: boolean
  didNotHappen?: boolean
  comment?: string
}

export function approveCommand(output: CliOutput): Command {
  return personCommand('approve', 'let a task do exactly what it asks')
    .argument('<task>', 'its number', taskId)
    .option('--yes', 'without being asked again')
    .option('--comment <text>', 'a word to go with it')
    .option('--answers <json>', 'where answers are asked for: JSON, or @file', json)
    .addOption(
      new Option('--happened', 'at gate uncertain: it did happen').conflicts('didNotHappen'),
    )
    .option('--did-not-happen', 'at gate uncertain: it did not, and no longer can')
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<ApproveFlags>()
      await changing(flags, async (database) => {
        const record = await readTask(database, id)
        const request = askedOf(record)
        const say = choose(record, request, flags)
        await confirm(record, request, flags, output)
        const standing = await say(approverVerbs(database))
        await answer(database, { id, request, record, standing }, flags, output)
      })
    })
}

export function rejectCommand(output: CliOutput): Command {
  return personCommand('reject', 'end a task without doing what it asks')
    .argument('<task>', 'its number', taskId)
    .requiredOption('--reason <text>', 'why, for the record')
    .action(async (id: number, _own: unknown, command: Command) => {
      const flags = command.optsWithGlobals<PersonFlags>()
      await changing(flags, async (database) => {
        const record = await readTask(database, id)
        const request = askedOf(record)
        const { by, reason } = flags
        const standing = await approverVerbs(database).decide(seen(request), {
          verdict: 'reject',
          by,
          level: 'session',
          ...(reason === undefined ? {} : { comment: reason }),
        })
        await answer(database, { id, request, record, standing }, flags, output)
      })
    })
}

type Say = (verbs: ApproverVerbs) => Promise<Standing>

/** What this command line says to this request; throws CommandFailed where it says the wrong thing. */
function choose(record: TaskRecord, request: RequestRow, flags: ApproveFlags): Say {
  const { by, comment, answers, happened, didNotHappen } = flags
  const { id } = record.task
  const told = { by, level: 'session' as const, ...(comment === undefined ? {} : { comment }) }
  const decide =
    (verdict: Verdict): Say =>
    (verbs) =>
      verbs.decide(seen(request), { verdict, ...told })

  if (request.gate === 'uncertain') {
    if (happened) return decide('happened')
    if (didNotHappen) return decide('did_not_happen')
    throw new CommandFailed(
      `${sentenceOf(request, record.gates)} Find out, then say: npx countersign approve ${id} --happened, ` +
        `or npx countersign approve ${id} --did-not-happen (and no longer can)`,
    )
  }
  if (happened || didNotHappen) {
    throw new CommandFailed(
      `task ${id} asks at gate ${request.gate}, not whether something happened`,
    )
  }
  verifiedBody(request)
  if (request.level === 'passkey') throw needsPasskey(request)
  if (request.effects.length > 0) {
    if (answers === undefined) return decide('approve')
    throw new CommandFailed(`task ${id} asks for a yes, not for answers`)
  }
  if (answers !== undefined) return (verbs) => verbs.answer(seen(request), { answers, ...told })
  throw new CommandFailed(
    `${sentenceOf(request, record.gates)} Answer with: npx countersign approve ${id} --answers <json>`,
  )
}

function needsPasskey(request: RequestRow): CommandFailed {
  const origin = optionalOrigin()
  const page = `/r/${request.publicId}`
  const where = origin === undefined ? `${page} on your Countersign page` : `${origin}${page}`
  return new CommandFailed(`this takes a passkey, which only the page can ask for: ${where}`)
}

function askedOf(record: TaskRecord): RequestRow {
  const request = openRequest(record)
  if (request) return request
  const { id, status } = record.task
  throw new CommandFailed(
    `task ${id} is ${status.replaceAll('_', ' ')} and asks nothing: see "npx countersign show ${id}"`,
  )
}

function seen({ id, revision, digest }: RequestRow) {
  return { approvalId: id, revision, digest }
}

/** Shows what will be done, and asks, unless the command line has said yes already. */
async function confirm(
  record: TaskRecord,
  request: RequestRow,
  { yes, json: asJson, by }: ApproveFlags,
  output: CliOutput,
): Promise<void> {
  if (!asJson) {
    const { asks, rest } = question(request, record, output)
    // What matters most stands last, over the question.
    const lines = [
      ...(rest.length > 0 ? [`${elsewise}:`, ...rest, ''] : []),
      `Task ${record.task.id} asks at ${request.gate}, revision ${request.revision}:`,
      ...asks,
    ]
    for (const line of lines) output.out(line)
  }
  if (yes) return
  if (asJson || !output.ask) {
    throw new CommandFailed('nobody is here to be asked: add --yes', exitCode.usage)
  }
  const typed = await output.ask(`Do you, ${by}, approve exactly this? (yes or no) `)
  if (!/^y(es)?$/i.test(typed.trim())) throw new CommandFailed('nothing was decided')
}

/** What came of it, and from when on what. */
async function answer(
  database: Database,
  decided: { id: number; request: RequestRow; record: TaskRecord; standing: Standing },
  flags: PersonFlags,
  output: CliOutput,
): Promise<void> {
  const { id, request, record, standing } = decided
  if (flags.json) {
    const { publicId, gate, revision, digest } = request
    const sentence = sentenceOf(request, record.gates)
    output.out(JSON.stringify({ ...standing, publicId, gate, revision, digest, sentence }))
    return
  }
  const { task, readAt } = await readTask(database, id)
  const now = task.status.replaceAll('_', ' ')
  output.out(`task ${id} is ${now}${standing.replayed ? ', as decided before' : ''}`)
  if (standing.taskStatus === 'approved' && standing.notBefore && request.effects.length > 0) {
    const { notBefore } = standing
    output.out(
      `It is done by the first tick after ${clock(notBefore, readAt)} (${relative(notBefore, readAt)}); ` +
        `until it begins, "npx countersign undo ${id}" takes this back.`,
    )
  }
}
