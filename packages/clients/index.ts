// The front door of #clients: one file per outside service or program.
export { printableCharacters } from './latex/characters.ts'
export { fontPreamble } from './latex/fonts.ts'
export {
  compile,
  ensureTree,
  type LatexEngine,
  LatexFailed,
  NoLatexEngine,
  readLog,
  resolveEngine,
} from './latex.ts'
export { inspectPdf, type PdfInspection, renderPages, UnreadablePdf } from './pdf.ts'
export { type FileStore, FileUnavailable, folderStore } from './storage.ts'
