// Where a posting's form is: on the board itself, also when the employer shows it on a page of its own.
import type { Posting } from '../boards/index.ts'

/**
 * The address of the form. An employer's own page only frames it; we open what is in the frame, and
 * load nothing of the page around it. `sampleBoards` stands for the boards' own hosts.
 */
export function formAddress(
  posting: Pick<Posting, 'board' | 'account' | 'externalId' | 'applyUrl'>,
  sampleBoards?: string,
): string {
  const { board, account, externalId, applyUrl } = posting
  const url = new URL(applyUrl)
  const own = url.origin === sampleBoards || boardHosts[board].test(url.hostname)
  const framed = url.searchParams.has('gh_jid') || url.searchParams.has('ashby_jid')
  if (own && !framed) return applyUrl
  return framePath(board, account, externalId, sampleBoards)
}

/** The same form by the address that frames use: where a board's page leads to the employer's own. */
export function framePath(
  board: Posting['board'],
  account: string,
  id: string,
  sampleBoards?: string,
): string {
  const [name, key] = [account, id].map(encodeURIComponent)
  switch (board) {
    case 'greenhouse':
      return `${sampleBoards ?? 'https://job-boards.greenhouse.io'}/embed/job_app?for=${name}&token=${key}`
    case 'lever':
      return `${sampleBoards ?? 'https://jobs.lever.co'}/${name}/${key}/apply`
    case 'ashby':
      return `${sampleBoards ?? 'https://jobs.ashbyhq.com'}/${name}/${key}/application`
  }
}

const boardHosts: Readonly<Record<Posting['board'], RegExp>> = {
  greenhouse: /(?:^|\.)greenhouse\.io$/,
  lever: /(?:^|\.)lever\.co$/,
  ashby: /(?:^|\.)ashbyhq\.com$/,
}
