// Who sends a board's forms: a switch for each, with why it stands where it stands.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { BoardMode } from '../application/memory.ts'
import { type Board, type BoardModes, boardNames } from '../applications/modes.ts'

const boardTitles: Readonly<Record<Board, string>> = {
  greenhouse: 'Greenhouse',
  lever: 'Lever',
  ashby: 'Ashby',
}

export const modeScope = (board: Board) => `send ${board}`

export const ModeSwitches: FC<{ frame: PagesFrame; modes: BoardModes }> = ({ frame, modes }) => (
  <section aria-labelledby="who-sends">
    <h2 id="who-sends">Who sends the forms</h2>
    <div class="card">
      <table class="rows dense">
        <caption class="visually-hidden">Who sends the forms of each board</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Board</th>
            <th scope="col">Sent by</th>
            <th scope="col">Why</th>
            <th scope="col">Switch</th>
          </tr>
        </thead>
        <tbody>
          {boardNames.map((board) => (
            <Switch frame={frame} board={board} mode={modes.get(board)} />
          ))}
        </tbody>
      </table>
    </div>
  </section>
)

const Switch: FC<{ frame: PagesFrame; board: Board; mode: BoardMode | undefined }> = (props) => {
  const { frame, board, mode } = props
  const byHand = mode?.submit === 'handover'
  return (
    <tr>
      <th scope="row">{boardTitles[board]}</th>
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
