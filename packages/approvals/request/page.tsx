// The page of one request, open or closed, as every route that shows it builds it.
import type { Context } from 'hono'
import type { Child, FC } from 'hono/jsx'
import { Page } from '../look/page.tsx'
import type { Env, Visitor } from '../web/environment.ts'
import { formToken } from '../web/guard.ts'
import { ClosedRequest } from './closed.tsx'
import { isExpired, type LoadedRequest } from './load.ts'
import { OpenRequest } from './open.tsx'
import type { Filled, OpenProps, Place } from './props.ts'

interface Around {
  /** What is said above it. */
  above?: Child
  /** Where it stands in a sitting. */
  place?: Place | undefined
  filled?: Filled
}

/** The page of a request as it stands. */
export function page(
  c: Context<Env>,
  visitor: Visitor,
  loaded: LoadedRequest,
  { above, place, filled }: Around = {},
) {
  const script = isOpen(loaded) && loaded.level === 'passkey' ? '/sign.js' : undefined
  const { capability } = loaded.row
  return (
    <Page c={c} title={capability} script={script}>
      {above}
      <Body c={c} loaded={loaded} token={tokensOf(visitor)} place={place} filled={filled} />
    </Page>
  )
}

/** Open to be decided, or whatever else became of it. */
const Body: FC<Omit<OpenProps, 'request'> & { c: Context<Env> }> = (props) => {
  const { c, loaded, token, place, filled } = props
  const { request } = loaded
  const { tickSeconds } = c.get('app')
  return request !== null && isOpen(loaded) ? (
    <OpenRequest loaded={loaded} request={request} token={token} place={place} filled={filled} />
  ) : (
    <ClosedRequest loaded={loaded} request={request} token={token} tickSeconds={tickSeconds} />
  )
}

/** Whether it can be decided on now. */
export function isOpen(loaded: LoadedRequest): boolean {
  return loaded.row.state === 'open' && loaded.request !== null && !isExpired(loaded)
}

/** Makes the tokens of a visitor's forms. */
export function tokensOf(visitor: Visitor) {
  return (scope: string) => formToken(visitor, scope)
}
