// Figures, tables that become stacked rows on a phone, charts, timelines.

export const figures = `
.hero { display: flex; flex-direction: column; gap: 1rem; background: var(--card); border: 1px solid var(--hair); border-radius: 16px; padding: 1.25rem 1.1rem; box-shadow: var(--shadow) } .hero h1 { font-size: 1.7rem; margin: 0 } .hero .meta { margin: 0.2rem 0 0 } .hero .row { flex: none } .hero .primary { flex: 1 1 auto; min-height: 56px; font-size: 1.08rem }
.strip { display: grid; grid-template-columns: repeat(2, 1fr); gap: 1px; background: var(--hair); border: 1px solid var(--hair); border-radius: 12px; overflow: hidden; margin: 0 }
.strip > div { background: var(--card); padding: 0.8rem 1rem } .strip > div:last-child:nth-child(odd) { grid-column: 1 / -1 } .strip dt { color: var(--soft); font-size: 0.84rem; line-height: 1.35 } .strip dd { margin: 0; font-size: 1.75rem; line-height: 1.25; font-weight: 640; letter-spacing: -0.025em } .strip > div { display: flex; flex-direction: column-reverse; justify-content: flex-end }
.strip .zero dd { color: var(--ok) } .strip .broken dd { color: var(--bad) } .strip .broken { background: var(--bad-soft) }
.read { color: var(--soft); font-size: 0.84rem; margin: 0.5rem 0 0 } section + .two { margin-top: 1.4rem } figure.card { margin-inline: 0 } .strip dd.small-figure { font-size: 1.15rem; font-weight: 600 }
.list { list-style: none; margin: 0; padding: 0; border: 1px solid var(--hair); border-radius: 12px; overflow: hidden; background: var(--card) } .list > li { margin: 0; border-top: 1px solid var(--hair) } .list > li:first-child { border-top: 0 }
.list a.item { display: block; padding: 0.8rem 1rem; color: inherit; text-decoration: none } .list a.item:hover { background: var(--grey-soft) } .list a.item:focus-visible { outline-offset: -3px } .item b { font-weight: 600; display: block } .item .meta { margin: 0.1rem 0 0; font-size: 0.86rem }
.list .pick { display: flex; gap: 0.9rem; align-items: center; padding: 0.4rem 1rem; min-height: 60px; font-weight: 400; font-size: 1rem; cursor: pointer } .list .pick:hover { background: var(--grey-soft) } .pick b { font-weight: 600; display: block } .pick small { color: var(--soft) }
.empty { border: 1px dashed var(--hair); border-radius: 12px; padding: 1.2rem 1rem; color: var(--soft); margin: 0 }
table { width: 100%; border-collapse: collapse; font-size: 0.94rem } caption { text-align: left; color: var(--soft); font-size: 0.84rem; padding: 0 0 0.5rem }
.card > table { margin: -0.25rem 0 }
th { text-align: left; font-weight: 550; color: var(--soft); font-size: 0.84rem } th[scope='row'] { color: var(--ink); font-size: inherit; font-weight: 600 } td, th { padding: 0.6rem 0.75rem 0.6rem 0; vertical-align: top; border-top: 1px solid var(--hair) } thead th, table:not(:has(thead)) tr:first-child > * { border-top: 0 }
td.n, th.n { text-align: right; padding-right: 0 } .n + .n { padding-left: 1rem }
table form { display: inline }
.meter { display: block; height: 6px; margin-top: 0.35rem; border-radius: 3px; background: var(--grey-soft); overflow: hidden; max-width: 9rem }
.meter svg { display: block; width: 100%; height: 6px } .meter rect { fill: var(--accent) } .meter.full rect { fill: var(--warn) }
.chart { display: block; width: 100%; height: auto } .chart text { fill: var(--soft); font-size: 12px; font-family: inherit } .chart .axis { stroke: var(--hair) } .chart .a { fill: var(--accent) } .chart .b { fill: color-mix(in oklab, var(--accent) 38%, var(--card)) } .chart .c { fill: var(--warn) } .chart .d { fill: var(--bad) } .chart .line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round } .chart .dot { fill: var(--accent) } .chart .limit { stroke: var(--bad); stroke-dasharray: 3 3 }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; font-size: 0.84rem; color: var(--soft); margin: 0.5rem 0 0; padding: 0; list-style: none } .legend li { display: inline-flex; align-items: center; gap: 0.4rem } .legend svg { width: 10px; height: 10px }
details.data { margin-top: 0.25rem; font-size: 0.88rem } details.data > summary { color: var(--soft) }
.timeline { list-style: none; margin: 0; padding: 0 } .timeline li { position: relative; margin: 0; padding: 0 0 1rem 1.5rem } .timeline li::before { content: ''; position: absolute; left: 0.3rem; top: 0.5rem; width: 9px; height: 9px; border-radius: 50%; background: var(--card); border: 2px solid var(--edge) } .timeline li::after { content: ''; position: absolute; left: calc(0.3rem + 4px); top: 1.35rem; bottom: -0.1rem; width: 1px; background: var(--hair) } .timeline li:last-child::after { display: none } .timeline li.request::before { border-color: var(--warn) } .timeline li.effect::before { border-color: var(--accent); background: var(--accent) } .timeline li.bad::before { border-color: var(--bad) } .timeline li.good::before { border-color: var(--ok); background: var(--ok) } .timeline p { margin: 0 } .timeline .meta { font-size: 0.86rem }
.filters { display: grid; grid-template-columns: 1fr 1fr auto; gap: 0.6rem; align-items: end; margin: 1rem 0 } .filters label { font-size: 0.84rem; color: var(--soft) }
.kinds { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0 0 1rem } .kinds .button { padding-inline: 0.9rem } .kinds .button[aria-current] { border-color: var(--accent); color: var(--accent); background: var(--accent-soft) }
.pager { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin: 1rem 0 0; color: var(--soft); font-size: 0.9rem }
@media (max-width: 43.99rem) {
  table.rows, .rows tbody, .rows tr, .rows td, .rows th[scope='row'] { display: block } .rows thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  .rows tr { padding: 0.7rem 0; border-top: 1px solid var(--hair) } .rows tbody tr:first-child { border-top: 0; padding-top: 0.2rem } .rows td, .rows th { border: 0; padding: 0.12rem 0 } .rows td.n { text-align: left } .rows .n + .n { padding-left: 0 }
  .rows td[data-l] { display: grid; grid-template-columns: 8.5rem 1fr; gap: 0.5rem } .rows td[data-l] > * { justify-self: start } .compare td[data-l] { grid-template-columns: 4.5rem 1fr } .rows td[data-l]::before { content: attr(data-l); color: var(--soft); font-size: 0.86rem }
  .dense tr { display: flex; flex-wrap: wrap; gap: 0.1rem 0.7rem; align-items: center } .dense th[scope='row'] { flex: 1 1 50% } .dense td[data-l] { display: block; font-size: 0.9rem; color: var(--soft) } .dense td[data-l]::before { display: none } .dense td.quiet { display: none }
}
`
