// The look: one small stylesheet of our own. System fonts, light and dark, 360 px first.

export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f6f2, #12151c); --card: light-dark(#fffefb, #191d26);
  --ink: light-dark(#1d2433, #e9ebf1); --soft: light-dark(#565f70, #a6aebd); --hair: light-dark(#dcd9d0, #2d3341);
  --accent: light-dark(#1f4fd8, #86a7ff); --accent-ink: light-dark(#ffffff, #0c1120);
  --ok: light-dark(#19734a, #63d6a2); --warn: light-dark(#8a5100, #f3c473); --bad: light-dark(#b0241c, #ff8f85);
  --warm: light-dark(#fffae6, #25220f); --violet: light-dark(#65399b, #cbaaff); --violet-paper: light-dark(#f5effc, #221b30);
  --grey-paper: light-dark(#efeeea, #1f232c);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
}
*, ::before, ::after { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
main { max-width: 70rem; margin: 0 auto; padding: 1rem 1rem 8rem }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -0.01em; margin: 0 0 0.25rem }
h2 { font-size: 0.8rem; font-weight: 600; letter-spacing: 0.08em; text-transform: uppercase; color: var(--soft); margin: 2rem 0 0.5rem }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.skip { position: absolute; left: -100vw } .skip:focus { left: 1rem; top: 0.5rem; background: var(--card); padding: 0.5rem; z-index: 2 }
.top { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; align-items: baseline; max-width: 70rem; margin: 0 auto; padding: 1rem 1rem 0; color: var(--soft); font-size: 0.9rem }
.top .mark { font-weight: 650; font-size: 1rem; color: var(--ink); text-decoration: none; letter-spacing: -0.01em }
.top nav { display: flex; flex-wrap: wrap; gap: 0 1rem; order: 3; flex-basis: 100% } .top nav a { color: var(--soft); text-decoration: none; padding: 0.75rem 0 } .top nav a[aria-current] { color: var(--ink); font-weight: 600 }
.top .stage { margin-left: auto }
.meta { color: var(--soft); margin: 0 0 0.9rem } .meta b { color: var(--ink); font-weight: 600 }
.card { background: var(--card); border: 1px solid var(--hair); border-radius: 10px; padding: 0.9rem 1rem; margin: 0.6rem 0 }
button, .button { display: inline-flex; align-items: center; justify-content: center; min-height: 48px; padding: 0 1rem; font: inherit; font-weight: 600; color: var(--ink); background: var(--card); border: 1px solid var(--hair); border-radius: 10px; cursor: pointer; text-decoration: none }
button.primary, .button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink) }
button.bad { color: var(--bad); background: none }
label { display: block; font-size: 0.9rem; color: var(--soft) }
input, select, textarea { width: 100%; min-height: 48px; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--hair); border-radius: 8px; padding: 0.6rem 0.75rem }
code, .code { font-family: var(--mono); letter-spacing: 0.03em }
@media (min-width: 56rem) { .top nav { order: 0; flex-basis: auto } .top nav a { padding: 0.25rem 0 } }
`
