// Colours, type, the frame of a page, buttons and fields.

export const base = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f5f1, #101319); --card: light-dark(#fffefb, #181c24); --raised: light-dark(#ffffff, #1e232d);
  --ink: light-dark(#1b2130, #e8eaf0); --soft: light-dark(#555e70, #a4acbc); --hair: light-dark(#e0ddd4, #2b313d); --edge: light-dark(#8b8f98, #70788a);
  --accent: light-dark(#1f4fd8, #8aaaff); --accent-ink: light-dark(#ffffff, #0b1020); --accent-soft: light-dark(#e9eefc, #1d2740);
  --ok: light-dark(#17694a, #66d6a4); --warn: light-dark(#855000, #f1c274); --bad: light-dark(#a9231b, #ff958b);
  --ok-soft: light-dark(#e6f4ec, #15291f); --warn-soft: light-dark(#fdf1da, #2b2413); --bad-soft: light-dark(#fbe9e7, #331c1a);
  --warm: light-dark(#fffae8, #221f12); --warm-edge: light-dark(#ecdfb4, #453e22);
  --violet: light-dark(#62369a, #cdaeff); --violet-soft: light-dark(#f5effc, #221b31);
  --grey-soft: light-dark(#efeeea, #1f232c);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  --shadow: 0 1px 2px light-dark(#1b213010, #0006), 0 8px 28px light-dark(#1b21300f, #0005);
}
*, ::before, ::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; scroll-padding: 1rem 0 9rem }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Open Sans', sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; text-rendering: optimizeLegibility }
html { overflow-x: clip }
main { max-width: 72rem; margin: 0 auto; padding: 1.25rem 1rem 4rem }
h1 { font-size: 1.5rem; line-height: 1.22; font-weight: 680; letter-spacing: -0.018em; margin: 0 0 0.5rem; text-wrap: balance }
h2 { font-size: 1.02rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.006em; margin: 2rem 0 0.6rem }
h3 { font-size: 0.95rem; font-weight: 620; margin: 1.2rem 0 0.3rem }
h2 small, h1 small { font-weight: 400; font-size: 0.82rem; letter-spacing: 0; color: var(--soft) }
p { margin: 0 0 0.75rem }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px } a:hover { text-decoration-thickness: 2px }
ul, ol { padding-left: 1.2rem; margin: 0 0 0.75rem } li { margin: 0.2rem 0 }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
code, .code { font-family: var(--mono); font-size: 0.92em; letter-spacing: 0.02em }
pre { font: 0.84rem/1.55 var(--mono); white-space: pre-wrap; margin: 0.5rem 0; overflow-wrap: anywhere }
time, .nowrap { white-space: nowrap }
.soft, .meta { color: var(--soft) } .meta { margin: 0 0 0.9rem; font-size: 0.94rem } .meta b { color: var(--ink); font-weight: 600 }
.small { font-size: 0.84rem } .key-status { margin: 0; font-size: 0.86rem; color: var(--soft) } .key-status:empty { display: none }
.skip { position: absolute; left: -100vw } .skip:focus { left: 1rem; top: 0.5rem; background: var(--raised); padding: 0.75rem 1rem; z-index: 9; box-shadow: var(--shadow) }
.visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }

.top { border-bottom: 1px solid var(--hair); background: var(--card) }
.top > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.5rem; max-width: 72rem; margin: 0 auto; padding: 0.35rem 1rem 0; font-size: 0.9rem; color: var(--soft) }
.top .mark { display: inline-flex; align-items: center; gap: 0.55rem; min-height: 44px; font-weight: 680; font-size: 1rem; letter-spacing: -0.015em; color: var(--ink); text-decoration: none } .mark svg { width: 22px; height: 22px; display: block; color: var(--accent) }
.top nav { display: flex; flex-wrap: wrap; order: 3; flex-basis: 100%; gap: 0 clamp(0.55rem, 2.2vw, 0.95rem); margin: 0 0 -1px }
.top nav a { display: inline-flex; align-items: center; min-height: 48px; color: var(--soft); text-decoration: none; border-bottom: 2px solid transparent } .top nav a:hover { color: var(--ink) } .top nav a[aria-current] { color: var(--ink); font-weight: 600; border-bottom-color: var(--accent) }
.top .stage { margin-left: auto; display: inline-flex; align-items: center; gap: 0.5rem; font-size: 0.84rem; white-space: nowrap }

.card { background: var(--card); border: 1px solid var(--hair); border-radius: 12px; padding: 1rem; margin: 0.75rem 0 } .card > :first-child { margin-top: 0 } .card > :last-child { margin-bottom: 0 }
.notice { max-width: 40rem; margin: 3rem auto } .notice h1 { margin-bottom: 0.8rem } .notice h1 + .meta { margin-top: -0.3rem } .banner { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; justify-content: space-between; border-radius: 12px; padding: 0.7rem 1rem; margin: 0 0 1rem; background: var(--ok-soft); color: var(--ink) } .banner p { margin: 0 } .banner.bad { background: var(--bad-soft) } .banner.warn { background: var(--warn-soft) }
.warning { display: block; background: var(--warn-soft); border-left: 3px solid var(--warn); border-radius: 0 8px 8px 0; padding: 0.65rem 0.9rem; margin: 0.6rem 0 } .warning.bad { background: var(--bad-soft); border-left-color: var(--bad) }
.chips { display: flex; flex-wrap: wrap; gap: 0.4rem; align-items: center; margin: 0 0 1rem; padding: 0; list-style: none } .chips li { margin: 0 }
.chip, .pill { display: inline-flex; align-items: center; gap: 0.35rem; border: 1px solid var(--hair); border-radius: 99px; padding: 0.1rem 0.65rem; font-size: 0.84rem; line-height: 1.5; color: var(--soft); background: var(--card) }
h1 .chip { letter-spacing: 0; vertical-align: 0.25em } .chip.warn { color: var(--warn); border-color: var(--warn); background: var(--warn-soft) } .chip.ok { color: var(--ok); border-color: var(--ok); background: var(--ok-soft) } .chip.bad { color: var(--bad); border-color: var(--bad); background: var(--bad-soft) } .chip.ink { color: var(--ink) } .chip.code { letter-spacing: 0.05em }

button, .button { display: inline-flex; align-items: center; justify-content: center; gap: 0.5rem; min-height: 48px; padding: 0.4rem 1.1rem; font: inherit; font-weight: 600; line-height: 1.2; color: var(--ink); background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; cursor: pointer; text-decoration: none; text-align: center; vertical-align: middle; transition: background 0.12s, border-color 0.12s }
button:hover, .button:hover { background: var(--grey-soft) }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink) } button.primary:hover, .button.primary:hover { background: color-mix(in oklab, var(--accent) 88%, var(--ink)) }
button.bad, .button.bad { color: var(--bad); border-color: color-mix(in oklab, var(--bad) 55%, var(--hair)); background: none } button.bad:hover, .button.bad:hover { background: var(--bad-soft) }
button:disabled { opacity: 0.55; cursor: default }
form > input:not([type='hidden']) + button, form > textarea + button, textarea + .row { margin-top: 0.75rem } form > .row:last-child { margin-bottom: 0 }
.narrow { max-width: 48rem }
.plain { background: none; border-color: transparent }
.row { display: flex; flex-wrap: wrap; gap: 0.6rem; align-items: center } .row > form { display: contents } .row > h1, .row > h2, .row > h3, .row > div > h3 { margin: 0 } .row > .meta { margin: 0 } .between { justify-content: space-between }
label, legend { display: block; font-size: 0.9rem; font-weight: 550; margin: 0 0 0.3rem; padding: 0 } fieldset { border: 0; margin: 0 0 1.1rem; padding: 0; min-width: 0 }
.field { margin: 0 0 1.1rem } .field small { display: block; color: var(--soft); margin: -0.15rem 0 0.35rem }
input, select, textarea { width: 100%; min-height: 48px; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--edge); border-radius: 10px; padding: 0.6rem 0.8rem } textarea { display: block; line-height: 1.5; resize: vertical; field-sizing: content; min-height: 6rem; max-height: 60vh }
input[type='checkbox'], input[type='radio'] { width: 22px; height: 22px; min-height: 0; margin: 0; accent-color: var(--accent); flex: none }
label.check { display: flex; align-items: center; gap: 0.7rem; min-height: 48px; font-weight: 400; font-size: 1rem; margin: 0 }
summary { cursor: pointer; min-height: 48px; display: flex; align-items: center; gap: 0.5rem; list-style: none } summary::-webkit-details-marker { display: none } summary::before { content: ''; flex: none; width: 0.45em; height: 0.45em; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(-45deg); transition: transform 0.15s } details[open] > summary::before { transform: rotate(45deg) }
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media print { .top, .act { display: none } }
`
