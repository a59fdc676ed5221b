// What changes where there is room.

export const wide = `
@media (min-width: 44rem) {
  h1 { font-size: 1.85rem } main { padding: 1.75rem 1.5rem 5rem } .top > div { padding-inline: 1.5rem }
  .hero { flex-direction: row; align-items: center; justify-content: space-between; padding: 1.5rem 1.75rem } .hero h1 { font-size: 2.1rem } .hero .primary { flex: none; min-width: 13rem }
  .strip { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)) } .strip > div:last-child:nth-child(odd) { grid-column: auto }
  .act { margin-inline: -1.5rem; margin-bottom: -5rem; padding-inline: 1.5rem } .act .bar { grid-template-columns: auto auto auto 1fr; align-items: center } .act .go { display: flex; align-items: center; gap: 0.9rem; grid-column: 4; justify-self: end } .act .go button { width: auto; min-width: 16rem } .act .undo { grid-column: auto; text-align: right } .act details > summary { padding: 0 1.1rem }
  .verdicts { grid-template-columns: repeat(3, 1fr); align-items: start }
  .shots figure { flex-basis: 12rem } .card { padding: 1.15rem 1.35rem } .same { padding-block: 0.25rem }
}
@media (min-width: 60rem) {
  .top > div { padding-block: 0 } .top nav { order: 0; flex-basis: auto; gap: 0 1.5rem } .top nav a { min-height: 56px }
  .two { display: grid; grid-template-columns: minmax(0, 1.2fr) minmax(0, 0.8fr); gap: 0 2rem; align-items: start } .two.even { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) } .two > div > h2:first-child, .two > section > h2:first-child { margin-top: 0.5rem }
  .facts > div { grid-template-columns: 11rem minmax(0, 1fr) auto; align-items: baseline } .facts dt { font-size: 0.93rem } .facts dd { grid-column: 2 } .facts dd.from { grid-column: 3; grid-row: auto; max-width: 9rem } .facts > div:has(.block) dd.value-of { grid-column: 1 / -1; grid-row: 2 } .facts > div:has(.block) dd.from { grid-column: 3; grid-row: 1 }
  .shots figure { flex-basis: 46% } .shots img { height: 17rem }
}
`
