// A request that is decided, replaced, expired or used: the same address tells what became of it.
import type { FC } from 'hono/jsx'
import type { RequestBody } from '#queue'
import { codeOf } from '#queue'
import { Visible } from '../look/visible.tsx'
import { Difference } from './difference.tsx'
import { Pictures, Texts } from './evidence.tsx'
import { Facts, unlabelled } from './facts.tsx'
import type { ClosedProps } from './props.ts'
import { Receipt } from './receipt.tsx'
import { sentenceOf } from './sentence.ts'
import { shownOf } from './shown.ts'
import { Standing } from './standing.tsx'

export const ClosedRequest: FC<ClosedProps> = (props) => {
  const { loaded, request } = props
  const { row } = loaded
  return (
    <article class="request closed narrow">
      <header>
        <p class="kicker">
          <span>{row.capability}</span>
          <span class="code">{codeOf(row.public_id)}</span>
          <span>revision {row.revision}</span>
          <a href={`/tasks/${row.task_id}`}>task {row.task_id}</a>
        </p>
        <h1>
          <Title loaded={loaded} request={request} />
        </h1>
      </header>
      <Standing {...props} />
      <Newer loaded={loaded} request={request} />
      <Receipt loaded={loaded} />
      {request && <Asked request={request} edited={row.reason === 'edited' && row.revision > 1} />}
      <p class="seal">
        Digest {row.digest} · asked at level {row.level}
      </p>
    </article>
  )
}

const Title: FC<Pick<ClosedProps, 'loaded' | 'request'>> = ({ loaded: { row, gate }, request }) => {
  if (request && row.gate === 'uncertain') {
    return (
      <>
        Did “<Visible text={String(request.action.effect)} />” happen?
      </>
    )
  }
  if (request) return <Visible text={sentenceOf(gate?.sentence ?? row.gate, request)} />
  return (
    <>
      {row.body === null
        ? 'What was asked here was erased'
        : 'This text can’t be read as a request'}
    </>
  )
}

/** The revision that replaced this one, and in what it differs. */
const Newer: FC<Pick<ClosedProps, 'loaded' | 'request'>> = ({
  loaded: { row, newer },
  request,
}) => {
  if (!newer || row.state === 'approved') return null
  const next = newer.revision === row.revision + 1
  return (
    <>
      {next && newer.difference !== null && row.state === 'superseded' && (
        <Difference
          difference={newer.difference}
          facts={request ? shownOf(request).facts : []}
          title={`What revision ${newer.revision} changes`}
        />
      )}
      <p>
        <a
          class={newer.state === 'open' ? 'button primary' : 'button'}
          href={`/r/${newer.publicId}`}
        >
          {newer.state !== 'open'
            ? `See revision ${newer.revision}`
            : newer.gate === 'uncertain'
              ? 'Say what became of it'
              : `Decide on revision ${newer.revision}`}
        </a>
      </p>
    </>
  )
}

const Asked: FC<{ request: RequestBody; edited: boolean }> = ({ request, edited }) => {
  const shown = shownOf(request)
  return (
    <details class="card same">
      <summary>What was asked, whole</summary>
      <Facts request={request} facts={[...shown.facts, ...unlabelled(request, shown)]} />
      <Pictures shown={shown} edited={edited} />
      <Texts texts={shown.texts} />
    </details>
  )
}
