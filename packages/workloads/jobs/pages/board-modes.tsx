// Who sends a board's forms: a switch for each, with why it stands where it stands.
import type { FC } from 'hono/jsx'
import type { Database } from '#database'
import { type PagesFrame, recall, remember } from '#queue'
import { jobApplication } from '../application/definition.ts'
import { BoardMode, boardModeKey } from '../application/memory.ts'
import { boards } from '../boards/index.ts'
import type { Posting } from '../boards/posting.ts'

type Board = Posting['board']
export type BoardModes = ReadonlyMap<Board, BoardMode>

const names = Object.keys(boards) as Board[]
const { capability } = jobApplication

export const modeScope = (board: Board) => `send ${board}`

export function boardNamed(name: string): Board | undefined {
  return names.find((one) => one === name)
}

/** The boards that were switched at some time; one that wasn't is automatic. */
export async function readModes(database: Database): Promise<BoardModes> {
  const rows = await recall(database, capability, 'submit/', 50)
  return new Map(
    names.flatMap((board) => {
      const row = rows.find(({ key }) => key === boardModeKey(board))
      const mode = BoardMode.safeParse(row?.value)
      return mode.success ? [[board, mode.data] as const] : []
    }),
  )
}

export async function switchMode(
  database: Database,
  board: Board,
  submit: BoardMode['submit'],
  { by, at }: { by: string; at: Date },
) {
  const value: BoardMode = { submit, why: `switched by ${by}`, since: at.toISOString() }
  await remember(database, { capability, key: boardModeKey(board), value, by })
}

export const ModeSwitches: FC<{ frame: PagesFrame; modes: BoardModes }> = ({ frame, modes }) => (
  <div class="card">
    <table class="rows dense">
      <caption>Who sends the forms</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">Board</th>
          <th scope="col">Sent by</th>
          <th scope="col">Why</th>
          <th scope="col">Switch</th>
        </tr>
      </thead>
      <tbody>
        {names.map((board) => (
          <Switch frame={frame} board={board} mode={modes.get(board)} />
        ))}
      </tbody>
    </table>
  </div>
)

const Switch: FC<{ frame: PagesFrame; board: Board; mode: BoardMode | undefined }> = (props) => {
  const { frame, board, mode } = props
  const byHand = mode?.submit === 'handover'
  return (
    <tr>
      <th scope="row">{board}</th>
      <td data-l="sent by">
        <span class={byHand ? 'chip warn' : 'chip ok'}>
          {byHand ? 'you, by hand' : 'a worker, once you approve'}
        </span>
      </td>
      <td data-l="why">
        {mode ? (
          <>
            {frame.text(mode.why)} <small class="soft">{frame.time(new Date(mode.since))}</small>
          </>
        ) : (
          <span class="soft">never switched</span>
        )}
      </td>
      <td data-l="switch">
        <form method="post" action={`/workloads/jobs/boards/${board}`}>
          <input type="hidden" name="token" value={frame.token(modeScope(board))} />
          <button type="submit" name="submit" value={byHand ? 'automatic' : 'handover'}>
            {byHand ? 'Let workers send' : 'Leave to me'}
          </button>
        </form>
      </td>
    </tr>
  )
}
