// The inbox of all sample employers: what arrived, field by field, with its documents.
import { html } from 'hono/html'
import type { Submission } from '../submission.ts'
import type { World } from '../world.ts'
import { type Html, page } from './frame.ts'

export function inboxPage(world: World): Html {
  const { submissions, codes } = world
  const body = html`<div class="column"><p class="brand">Inbox</p>
<p>${submissions.length === 0 ? 'Nothing has arrived yet. ' : `${submissions.length} ${submissions.length === 1 ? 'application' : 'applications'} arrived. `}This is what the
sample employers received, newest first; the same as JSON is <a href="/inbox.json">/inbox.json</a>.</p>
${[...codes].map(([sent, code]) => html`<div class="notice">An e-mail to ${sent.split(' ').at(-1)}: your security code is <b>${code}</b>.</div>`)}
${submissions.toReversed().map(arrived)}</div>`
  return page({ title: 'Inbox', accent: '#3a4a5a', look: 'inbox', body })
}

function arrived({ at, company, title, answers, files, dropped }: Submission): Html {
  return html`<article class="${dropped === null ? '' : 'dropped'}"><h2>${title}</h2>
<p class="where">${company} · ${at.slice(0, 16).replace('T', ' ')} UTC</p>
${dropped === null ? '' : html`<div class="notice">Nobody will read this application: ${dropped}.</div>`}
<table>${answers.map(({ key, label, value }) => html`<tr><th>${label ?? key}</th><td>${value}</td></tr>`)}
${files.map(({ label, name, sha256, bytes }) => html`<tr><th>${label}</th><td><a href="/inbox/files/${sha256}/${encodeURIComponent(name)}">${name}</a> (${Math.round(bytes / 1_000)} kB)</td></tr>`)}</table></article>`
}
