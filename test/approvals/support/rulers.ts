// What looks at a page in a real browser: a ruler for what is too wide or too small, and axe.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The windows and colours in which every page is looked at. */
export const looks = [
  { name: '360-light', width: 360, height: 740, scheme: 'light' },
  { name: '1280-light', width: 1280, height: 860, scheme: 'light' },
  { name: '360-dark', width: 360, height: 740, scheme: 'dark' },
  { name: '1280-dark', width: 1280, height: 860, scheme: 'dark' },
] as const
export type Look = (typeof looks)[number]

/** What is wider than the window: nothing may scroll sideways but what is meant to. */
export function tooWide(page: Page) {
  return page.evaluate(() => {
    const meant = (element: Element) => element.closest('.shots, .sheet') !== null
    return [...document.querySelectorAll('main *, header *')]
      .filter(
        (element) => element.getBoundingClientRect().right > innerWidth + 1 && !meant(element),
      )
      .map((element) => `${element.tagName}.${element.className}`)
      .slice(0, 5)
  })
}

/** Targets under 24 px, which nobody hits; links inside a sentence excepted. */
export function tooSmall(page: Page) {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'button, .button, summary, select, nav a, input:not([type=hidden])',
      ),
    ]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 0 && (height < 22 || width < 22)
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  )
}

interface Finding {
  id: string
  impact: string | null
  nodes: { html: string; any: { message: string }[] }[]
}

/** What axe finds serious or critical. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `${axe}\n;axe.run(document, { resultTypes: ['violations'] })`,
  )) as { violations: Finding[] }
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 4)
        .map(({ html, any }) => `${id}: ${html.slice(0, 140)} ${any[0]?.message ?? ''}`),
    )
}
