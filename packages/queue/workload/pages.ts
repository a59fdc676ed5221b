// What the pages of a workload are given by the application they are mounted in.
import type { Database } from '#database'

/** A piece of a page, as JSX makes it: escaped already. */
type Piece = string | Promise<string>

/**
 * The frame around a workload's own pages, under /workloads/<name>. Whoever sees them has signed in.
 */
export interface PagesFrame {
  /** Opened as the approver. */
  database: Database
  files: { read(sha256: string): Promise<Uint8Array | undefined> }
  /** A whole page of the application: its head, its menu, and this content. */
  page(title: string, content: Piece): Response | Promise<Response>
  /** A page that says that there is nothing here, with why. */
  nothing(title: string): Response | Promise<Response>
  /** Text from anywhere: isolated, and what a reader can't see shown as its code. */
  text(text: string): Piece
  /** What a form of the page carries in its hidden field `token`; `scope` says what the form does. */
  token(scope: string): string
  /**
   * The form that was posted, and by whom. Refused (an HTTP error) unless a page of this session made it
   * for this scope.
   */
  posted(scope: string): Promise<{ by: string; form: ReadonlyMap<string, readonly string[]> }>
  /** A moment, in the reader's zone where scripts run; whole, or to the minute, or the day alone. */
  time(at: Date, as?: 'full' | 'minute' | 'day'): Piece
}

/** The environment of a Hono sub-application that is a workload's pages. */
export interface PagesEnv {
  Variables: { frame: PagesFrame }
}
