// What changes where there is room.

export const wide = `
@media (min-width: 44rem) {
  h1 { font-size: 1.85rem } main { padding: 1.75rem 1.5rem 5rem } .top > div { padding-inline: 1.5rem }
  .hero { flex-direction: row; align-items: center; justify-content: space-between; padding: 1.5rem 1.75rem } .hero h1 { font-size: 2.1rem } .hero .primary { flex: none; min-width: 13rem }
  .strip { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)) } .strip > div:last-child:nth-child(odd) { grid-column: auto }
  .act { margin-inline: -1.5rem; margin-bottom: -5rem; padding-inline: 1.5rem } .act::before { content: ''; position: absolute; z-index: -1; inset: -1px -100vw 0; border-top: 1px solid var(--hair); background: inherit; clip-path: inset(0) } .act .sheet { left: 1.5rem; right: auto; bottom: calc(100% + 0.5rem); width: min(34rem, 100vw - 3rem); border: 1px solid var(--hair); border-radius: 14px; box-shadow: var(--shadow), 0 10px 50px light-dark(#1b213026, #000b) } .act .bar, .act .bar.pair { grid-template-columns: auto auto auto 1fr; align-items: center } .act .go { display: flex; align-items: center; gap: 0.9rem; grid-column: 4; justify-self: end } .act .go button { flex: none; min-width: 16rem } .act .undo { grid-column: auto; text-align: right } .act details > summary { padding: 0 1.1rem }
  .filters { grid-template-columns: 1fr 1fr auto } .filters button { grid-column: auto }
  .verdicts { grid-template-columns: repeat(3, 1fr); align-items: start }
  .shots figure { flex-basis: 12rem } .card { padding: 1.15rem 1.35rem } .same { padding-block: 0.25rem }
}
@media (min-width: 60rem) {
  .top > div { padding-block: 0 } .top nav { order: 0; flex-basis: auto; gap: 0 1.5rem } .top nav a { min-height: 56px }
  .two { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 0.8fr); gap: 0 2rem; align-items: start } .two.even { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } .two > div > h2:first-child, .two > section > h2:first-child { margin-top: 0.5rem }
  .facts:not(.stacked) > div { grid-template-columns: 11rem minmax(0, 1fr) auto; align-items: baseline } .facts dt { font-size: 0.93rem } .facts:not(.stacked) dd { grid-column: 2 } .facts:not(.stacked) dd.from { grid-column: 3; grid-row: auto; max-width: 9rem } .facts:not(.stacked) > div:has(.block) dd.value-of { grid-column: 1 / -1; grid-row: 2 } .facts:not(.stacked) > div:has(.block) dd.from { grid-column: 3; grid-row: 1 }
  .shots figure { flex-basis: 46% } .shots a { max-height: 18rem }
}
`
