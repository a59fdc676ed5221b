// Telephone numbers: always typed with their country, since widgets read leading digits as one.
import type { ElementHandle, Page } from 'puppeteer-core'
import { write } from './hand.ts'
import { chooseBy } from './menu.ts'

/** Of countries that share a dial code the one most numbers belong to (ITU-T E.164 lists). */
const first: Readonly<Record<string, string>> = {
  '1': 'United States',
  '7': 'Russia',
  '39': 'Italy',
  '44': 'United Kingdom',
  '47': 'Norway',
  '61': 'Australia',
  '212': 'Morocco',
  '262': 'Réunion',
  '358': 'Finland',
  '590': 'Guadeloupe',
  '599': 'Curaçao',
}

/** `number` as +49 30 1234567. A list of countries beside the input, if any, has to agree with it. */
export async function phone(
  page: Page,
  [input, country]: readonly ElementHandle<Element>[],
  number: string,
  slowly: boolean,
): Promise<void> {
  if (!input) return
  await write(page, input, number, slowly)
  if (!country) return
  const chosen = await country.evaluate(
    (it) =>
      it.closest('[class*=control]')?.querySelector('[class*=single-value]')?.textContent ?? '',
  )
  const dial = /\+(\d+)/.exec(chosen)?.[1]
  if (dial !== undefined && digits(number).startsWith(dial)) return
  await chooseBy(page, country, (labels) => countryOf(number, labels))
  await write(page, input, number, slowly)
}

/** The index of the label ("Germany +49") whose dial code the number has; the longest one wins. */
export function countryOf(number: string, labels: readonly string[]): number {
  const fits = labels
    .map((label, index) => {
      const [, name = '', dial = ''] = /^(.*?)\s*\+(\d+)$/.exec(label) ?? []
      return { index, name, dial }
    })
    .filter(({ dial }) => dial !== '' && digits(number).startsWith(dial))
    .sort((a, b) => b.dial.length - a.dial.length)
  const same = fits.filter(({ dial }) => dial === fits[0]?.dial)
  const main = same.find(({ name, dial }) => name.startsWith(first[dial] ?? '\n'))
  return (main ?? same[0])?.index ?? -1
}

export function digits(number: string): string {
  return number.replace(/\D/g, '')
}
