// How each board answered.
import type { FC } from 'hono/jsx'
import type { PagesFrame } from '#queue'
import type { BoardOutcome } from '../night/table.ts'

const tones: Readonly<Record<BoardOutcome['outcome'], string>> = {
  ok: 'chip ok',
  unchanged: 'chip ok',
  empty: 'chip',
  unknown: 'chip warn',
  error: 'chip warn',
}

export const Boards: FC<{ frame: PagesFrame; boards: readonly BoardOutcome[] }> = (props) => {
  const { frame, boards } = props
  return (
    <div class="card">
      <table class="rows dense">
        <caption class="visually-hidden">Boards, in the order of the profile</caption>
        <thead>
          <tr>
            <th scope="col">Board</th>
            <th scope="col">Outcome</th>
            <th scope="col">Postings</th>
            <th scope="col">What it said</th>
            <th scope="col">Read</th>
          </tr>
        </thead>
        <tbody>
          {boards.map((board) => (
            <tr>
              <th scope="row">
                {frame.text(board.company)}{' '}
                <small class="soft">
                  {board.board}/{frame.text(board.account)}
                </small>
              </th>
              <td data-l="outcome">
                <span class={tones[board.outcome]}>{board.outcome}</span>
              </td>
              <td data-l="postings">
                {board.postings.toLocaleString('en')} postings
                {board.before !== null && board.before !== board.postings && (
                  <span class="soft"> · {board.before.toLocaleString('en')} before</span>
                )}
              </td>
              <td data-l="said">
                {board.outcome !== 'ok' && frame.text(board.detail)}
                {board.leftOut.map(({ reason, entries }, index) => (
                  <span class="soft">
                    {(index > 0 || board.outcome !== 'ok') && ' · '}
                    {entries} left out: {frame.text(reason)}
                  </span>
                ))}
              </td>
              <td data-l="read" class="quiet">
                {frame.time(new Date(board.readAt), 'minute')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
