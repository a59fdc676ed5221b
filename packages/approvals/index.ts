// The front door of #approvals: the Hono application behind every link.
export { approvalsApp } from './app.tsx'
export type { ApprovalsOptions, Env, Files } from './web/environment.ts'
