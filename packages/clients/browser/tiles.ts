// Pictures of a whole page, in tiles: beyond 16,384 px one picture would be wrong or empty.
import type { Page } from 'puppeteer-core'

export interface Tile {
  /** WebP. */
  bytes: Uint8Array
  /** In px; `top` from the top of the page. */
  top: number
  width: number
  height: number
}

const tilePx = 8_000
const mostTiles = 16
const quality = 70

/**
 * The page from top to bottom, as wide as its window. Throws when a picture came out empty (Chromium
 * says nothing then) or the page is taller than 128,000 px.
 */
export async function tilesOf(page: Page): Promise<Tile[]> {
  const { width, height } = await page.evaluate(() => ({
    width: Math.min(document.documentElement.clientWidth, 2_000),
    height: Math.max(document.documentElement.scrollHeight, document.body.scrollHeight, 1),
  }))
  if (height > tilePx * mostTiles)
    throw new Error(`The page is ${height} px tall, too much to show.`)
  const tiles: Tile[] = []
  for (let top = 0; top < height; top += tilePx) {
    const size = { width, height: Math.min(tilePx, height - top) }
    const bytes = await page.screenshot({
      type: 'webp',
      quality,
      captureBeyondViewport: true,
      clip: { x: 0, y: top, ...size },
    })
    if (bytes.length === 0) throw new Error(`The picture of the page from ${top} px on is empty.`)
    tiles.push({ bytes, top, ...size })
  }
  return tiles
}
