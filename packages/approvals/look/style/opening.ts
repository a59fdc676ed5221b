// Lists whose rows open to what is behind them.

export const opening = `
.opens > li > details > summary { display: grid; grid-template-columns: 2.9rem minmax(0, 1fr) auto; gap: 0 0.6rem; align-items: baseline; padding: 0.75rem 1rem } .opens > li > details > summary::before { grid-column: 3; grid-row: 1; align-self: center } .opens > li > details > summary:hover { background: var(--grey-soft) } .opens > li > details > summary:focus-visible { outline-offset: -3px } .opens > li > details[open] > summary { border-bottom: 1px solid var(--hair) }
.opens .score { font-weight: 640; letter-spacing: -0.01em; color: var(--soft) } .opens .head { display: flex; flex-direction: column; gap: 0.1rem } .opens .head b { font-weight: 600 } .opens .head .soft, .opens .head .why { font-size: 0.9rem } .opens .marks { display: flex; flex-wrap: wrap; gap: 0.35rem; margin-top: 0.25rem }
.opens .inside { padding: 0.9rem 1rem 1rem } .opens .inside > table { margin: 0 0 1rem } .opens .inside > h3 { margin: 0 0 0.2rem } .opens .inside .value.internet { margin: 0.3rem 0 0.1rem } .opens .links { display: flex; flex-wrap: wrap; gap: 0.3rem 1.4rem; margin: 0 } .opens .links a { display: inline-flex; align-items: center; min-height: 32px }
@media (min-width: 44rem) { .opens .inside { padding-left: 5.1rem } .opens .inside th[scope='row'] { width: 9rem } }
`
