// The approval pages: a request of a browser in, a page or a decision out.
import { approvalsHandler } from './deployed/approvals.ts'

export const handler = approvalsHandler()
