// PDFs are read for pages, text, fonts and links, and rendered in the right colours.
import { PDFDocument, PDFName, PDFString, rgb, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inspectPdf, renderPages, UnreadablePdf } from '#clients'

async function sample(pages = 1): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle('Sample')
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([200, 100])
    page.drawText(`Page ${number}`, { x: 10, y: 40, size: 12, font })
    page.drawRectangle({ x: 100, y: 0, width: 100, height: 100, color: rgb(1, 0, 0) })
  }
  const link = document.context.register(
    document.context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 10, 10],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://example.org/a%20b#c') },
    }),
  )
  document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([link]))
  return document.save()
}

test('pages, text, fonts that are not embedded, and links are told', async () => {
  expect(await inspectPdf(await sample(2))).toEqual({
    pages: [
      { width: 200, height: 100, text: 'Page 1' },
      { width: 200, height: 100, text: 'Page 2' },
    ],
    fonts: [{ name: 'Helvetica', type: 'Type1', embedded: false, toUnicode: false }],
    links: [{ page: 1, uri: 'https://example.org/a%20b#c' }],
    active: [],
    title: 'Sample',
  })
})

test('scripts and files inside are told, also an action inside of an annotation', async () => {
  const document = await PDFDocument.load(await sample())
  document.addJavaScript('greet', 'app.alert(1)')
  await document.attach(new TextEncoder().encode('x'), 'x.txt')
  const launch = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], A: { S: 'Launch', F: 'sh' } }
  document.context.register(document.context.obj(launch))
  const { active } = await inspectPdf(await document.save())
  expect(active).toEqual(expect.arrayContaining(['EmbeddedFile', 'JavaScript', 'Launch']))
})

test.each(['webp', 'png'] as const)(
  'pages become %s images whose colours are true',
  async (format) => {
    const images = await renderPages(await sample(2), { format, scale: 2 })
    expect(images.map(({ page, width, height }) => [page, width, height])).toEqual([
      [1, 400, 200],
      [2, 400, 200],
    ])
    const { data, info } = await sharp(images[1]?.bytes).raw().toBuffer({ resolveWithObject: true })
    const at = (100 * info.width + 300) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true])
  },
)

test('bytes that are no PDF are refused by name', async () => {
  await expect(inspectPdf(new TextEncoder().encode('no PDF'))).rejects.toThrow(UnreadablePdf)
})

test('a PDF of too many pages is refused', async () => {
  await expect(inspectPdf(await sample(51))).rejects.toThrow('51 pages')
})
