// The frame of every page that a sample employer shows.
import { randomUUID } from 'node:crypto'
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

interface Frame {
  title: string
  accent: string
  body: Html
  /** The board's own look. */
  look: string
  /** Scripts of `browser/`. */
  scripts?: readonly string[]
  /** What the scripts work with. */
  data?: unknown
}

/** Every answer carries a token and a time of its own, as real pages do. */
export function page({ title, accent, body, look, scripts = [], data }: Frame): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="csrf-token" content="${randomUUID()}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css">
<style>:root{--accent:${raw(accent)}}</style>
</head>
<body class="${look}" data-rendered-at="${new Date().toISOString()}">
${body}
${data === undefined ? '' : html`<script type="application/json" id="page-data">${raw(JSON.stringify(data).replace(/</g, '\\u003c'))}</script>`}
${scripts.map((name) => html`<script type="module" src="/assets/${name}"></script>`)}
</body>
</html>`
}

/** HTML that this folder made itself. */
export const own = (text: string) => raw(text)
