// Walks a PDF's objects with pdf-lib: fonts with what is embedded of them, link targets, title.
import type { PDFDict, PDFDocument, PDFPage } from 'pdf-lib'

export interface PdfFont {
  /** Base name, mostly with a subset tag: `ABCDEF+LMRoman10-Regular`. */
  name: string
  /** `Type1`, `TrueType`, `Type0`, `Type3`. */
  type: string
  embedded: boolean
  toUnicode: boolean
}

export interface PdfLink {
  /** Counted from 1. */
  page: number
  /** The annotation's URI, byte for byte. */
  uri: string
}

export interface PdfStructure {
  fonts: PdfFont[]
  links: PdfLink[]
  /** What would do more than be read: `JavaScript`, `Launch`, `EmbeddedFile` and the like, each once. */
  active: string[]
  title?: string
  author?: string
}

type Library = typeof import('pdf-lib')

/** Reads fonts of all pages (each once), URI links in page order, title and author. */
export async function readStructure(bytes: Uint8Array): Promise<PdfStructure> {
  const library = await import('pdf-lib')
  const document = await library.PDFDocument.load(bytes, { updateMetadata: false })
  const pages = document.getPages()
  const title = document.getTitle()
  const author = document.getAuthor()
  return {
    fonts: readFonts(library, document),
    links: pages.flatMap((page, index) => readLinks(library, page, index + 1)),
    active: readActive(library, document),
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
  }
}

/** Every font object of the file, so that fonts used inside forms count too. */
function readFonts(library: Library, document: PDFDocument): PdfFont[] {
  const { PDFDict, PDFName } = library
  const fonts: PdfFont[] = []
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFDict)) continue
    if (object.get(PDFName.of('Type'))?.toString() !== '/Font') continue
    const type = nameOf(library, object, 'Subtype')
    if (type.startsWith('CIDFont')) continue
    fonts.push({
      name: nameOf(library, object, 'BaseFont'),
      type,
      embedded: isEmbedded(library, object),
      toUnicode: object.has(PDFName.of('ToUnicode')),
    })
  }
  return fonts
}

const activeName = /\/(JavaScript|JS|Launch|SubmitForm|ImportData|RichMedia|EmbeddedFiles?)\b/g

/** By name, wherever in a dictionary it stands: actions are mostly written inside of others. */
function readActive({ PDFDict, PDFStream }: Library, document: PDFDocument): string[] {
  const found = new Set<string>()
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    for (const [, name = ''] of dict.toString().matchAll(activeName)) found.add(name)
  }
  return [...found].sort()
}

function isEmbedded(library: Library, font: PDFDict): boolean {
  const { PDFArray, PDFDict, PDFName } = library
  const descendants = font.lookup(PDFName.of('DescendantFonts'))
  const holder = descendants instanceof PDFArray ? descendants.lookup(0, PDFDict) : font
  const descriptor = holder.lookup(PDFName.of('FontDescriptor'))
  if (!(descriptor instanceof PDFDict)) return false
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(PDFName.of(key)))
}

function readLinks(library: Library, page: PDFPage, number: number): PdfLink[] {
  const { PDFDict, PDFHexString, PDFName, PDFString } = library
  const annotations = page.node.Annots()?.asArray() ?? []
  return annotations.flatMap((reference) => {
    const annotation = page.doc.context.lookup(reference)
    if (!(annotation instanceof PDFDict)) return []
    const action = annotation.lookup(PDFName.of('A'))
    if (!(action instanceof PDFDict)) return []
    const uri = action.lookup(PDFName.of('URI'))
    if (uri instanceof PDFString || uri instanceof PDFHexString) {
      return [{ page: number, uri: Buffer.from(uri.asBytes()).toString('latin1') }]
    }
    return []
  })
}

function nameOf(library: Library, font: PDFDict, key: string): string {
  const value = font.lookup(library.PDFName.of(key))
  return value instanceof library.PDFName ? value.decodeText() : ''
}
