// Which characters this browser has no font for: on a screenshot they are blank or a box.
import type { Page } from 'puppeteer-core'
import { helpers } from './in-page.ts'

const most = 2_000

/**
 * The distinct characters of `text` that can't be drawn, in order. Drawn beside `page`, in an empty
 * one of our own, for which the same fonts are at hand.
 */
export async function undrawable(page: Page, text: string): Promise<string[]> {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)
  const visible = [...graphemes]
    .map(({ segment }) => segment)
    .filter((it) => !/^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Cn}]+$/u.test(it))
  const own = await page.browser().newPage()
  try {
    await own.evaluate(helpers)
    return await own.evaluate(drawn, [...new Set(visible)].slice(0, most))
  } finally {
    await own.close()
  }
}

/** In the page: draws each, and compares with nothing and with what stands for a missing glyph. */
function drawn(characters: string[]): string[] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 48
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) return []
  const ink = (text: string): string => {
    pen.clearRect(0, 0, 48, 48)
    pen.font = '24px sans-serif'
    pen.fillText(text, 8, 34)
    return pen.getImageData(0, 0, 48, 48).data.join()
  }
  // U+FFFF is no character, so no font has it.
  const missing = [ink(''), ink('\uFFFF')]
  return characters.filter((character) => missing.includes(ink(character)))
}
