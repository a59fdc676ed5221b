// Front door of the clients: one file per outside service or program.
export { printableCharacters } from './latex/characters.ts'
export { fontPreamble } from './latex/fonts.ts'
export * from './latex.ts'
export * from './pdf.ts'
