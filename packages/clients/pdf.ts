// Looks into PDF files: pages, text, fonts, links; and renders pages as images.
import { type PdfFont, type PdfLink, readStructure } from './pdf/structure.ts'

interface PdfPage {
  /** Points, 1/72 inch. */
  width: number
  height: number
  /** Text in reading order; lines end with `\r\n`. */
  text: string
}

export interface PdfInspection {
  pages: PdfPage[]
  fonts: PdfFont[]
  links: PdfLink[]
  /** What would do more than be read: scripts, programs to start, files inside, each once. */
  active: string[]
  title?: string
  author?: string
}

export interface PageImage {
  /** Counted from 1. */
  page: number
  /** Pixels. */
  width: number
  height: number
  bytes: Uint8Array
}

export interface RenderOptions {
  format?: 'webp' | 'png'
  /** Pixels per point; 1.5 gives a preview that can be read on a telephone. */
  scale?: number
  /** 1 to 100, WebP only. */
  quality?: number
}

/** The bytes are no PDF that can be read. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf'
}

/** PDFium takes a hyphen at the end of a line for hyphenation, writes this and joins the lines. */
const hyphenAtLineEnd = '\ufffe'

const maxPages = 50
const maxBytes = 20_000_000

/**
 * Reads a PDF of at most 20 MB and 50 pages: PDFium gives size and text of each page, pdf-lib the
 * fonts and the link annotations.
 *
 * @throws UnreadablePdf
 */
export async function inspectPdf(bytes: Uint8Array): Promise<PdfInspection> {
  const pages = await withDocument(bytes, async (document) =>
    [...document.pages()].map((page) => {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const text = page.getText().replaceAll(hyphenAtLineEnd, '-\r\n')
      return { width: originalWidth, height: originalHeight, text }
    }),
  )
  return { pages, ...(await readStructure(bytes)) }
}

/**
 * Renders every page, WebP at quality 80 and 1.5 pixels a point by default (about 50 kB a page).
 *
 * @throws UnreadablePdf
 */
export async function renderPages(
  bytes: Uint8Array,
  options: RenderOptions = {},
): Promise<PageImage[]> {
  const { default: sharp } = await import('sharp')
  const bitmaps = await withDocument(bytes, async (document) => {
    const rendered = []
    for (const page of document.pages()) {
      rendered.push(await page.render({ scale: options.scale ?? 1.5, render: 'bitmap' }))
    }
    return rendered
  })
  return Promise.all(
    bitmaps.map(async ({ data, width, height }, index) => {
      // PDFium's bitmap is RGBA already, whatever its colour space is called.
      const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
      const encoded =
        options.format === 'png'
          ? image.png({ palette: true })
          : image.webp({ quality: options.quality ?? 80 })
      return { page: index + 1, width, height, bytes: new Uint8Array(await encoded.toBuffer()) }
    }),
  )
}

type Pdfium = Awaited<ReturnType<typeof startPdfium>>
type PdfiumDocument = Awaited<ReturnType<Pdfium['loadDocument']>>

/** @hyzyla/pdfium 2.1.13 never frees a page it gave text of, so an instance serves only so many. */
const pagesPerInstance = 100
let pdfium: { instance: Promise<Pdfium>; pages: number } | undefined

async function startPdfium() {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  return PDFiumLibrary.init()
}

async function withDocument<T>(
  bytes: Uint8Array,
  work: (document: PdfiumDocument) => Promise<T>,
): Promise<T> {
  if (bytes.length > maxBytes) {
    throw new UnreadablePdf(`The PDF has ${bytes.length} bytes; the limit is ${maxBytes}`)
  }
  if (pdfium === undefined || pdfium.pages >= pagesPerInstance) {
    pdfium = { instance: startPdfium(), pages: 0 }
  }
  const current = pdfium
  const library = await current.instance
  let document: PdfiumDocument
  try {
    document = await library.loadDocument(bytes)
  } catch (error) {
    throw new UnreadablePdf('PDFium can’t read these bytes as a PDF', { cause: error })
  }
  try {
    const pages = document.getPageCount()
    if (pages > maxPages) throw new UnreadablePdf(`The PDF has ${pages} pages; limit ${maxPages}`)
    current.pages += pages
    return await work(document)
  } finally {
    document.destroy()
  }
}
