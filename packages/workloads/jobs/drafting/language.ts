// Which language a posting is written in.
import { franc } from 'franc-min'
import type { Posting } from '../boards/posting.ts'

/** ISO 639-3 as the detector has it → ISO 639-1. */
const known: Readonly<Record<string, string>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  por: 'pt',
  ita: 'it',
  nld: 'nl',
  pol: 'pl',
  swe: 'sv',
  ces: 'cs',
  hun: 'hu',
  ron: 'ro',
  tur: 'tr',
  ell: 'el',
  rus: 'ru',
  ukr: 'uk',
  jpn: 'ja',
  cmn: 'zh',
  kor: 'ko',
}

/** From the text itself, which boards' own fields contradict often enough; in doubt English. */
export function postingLanguage({ text, language }: Pick<Posting, 'text' | 'language'>): string {
  const found = franc(text, { only: Object.keys(known), minLength: 200 })
  return known[found] ?? language?.slice(0, 2).toLowerCase() ?? 'en'
}

/** Its name in English: "German". */
export function languageName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code
}
