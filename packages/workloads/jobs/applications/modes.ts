// Who sends a board's forms, as the person reads and switches it.
import type { Database } from '#database'
import { recall, remember } from '#queue'
import { jobApplication } from '../application/definition.ts'
import { BoardMode, boardModeKey } from '../application/memory.ts'
import { Posting } from '../boards/posting.ts'

export type Board = Posting['board']
export type BoardModes = ReadonlyMap<Board, BoardMode>

export const boardNames: readonly Board[] = Posting.shape.board.options
const { capability } = jobApplication

export function boardNamed(name: string): Board | undefined {
  return boardNames.find((one) => one === name)
}

/** The boards that were switched at some time; one that wasn't is automatic. */
export async function readModes(database: Database): Promise<BoardModes> {
  const rows = await recall(database, capability, 'submit/', 50)
  return new Map(
    boardNames.flatMap((board) => {
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
): Promise<void> {
  const value: BoardMode = { submit, why: `switched by ${by}`, since: at.toISOString() }
  await remember(database, { capability, key: boardModeKey(board), value, by })
}
