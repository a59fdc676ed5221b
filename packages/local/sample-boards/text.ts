// The text of a posting as its YAML has it (paragraphs, `## ` headings, `- ` bullets), as sections and as HTML.

export interface Section {
  /** Empty in front of the first heading. */
  heading: string
  paragraphs: string[]
  bullets: string[]
}

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', paragraphs: [], bullets: [] }]
  for (const block of text.trim().split(/\n(?=## |- )|\n\s*\n/)) {
    const line = block.replace(/\s*\n\s*/g, ' ').trim()
    const section = sections.at(-1)
    if (line === '' || section === undefined) continue
    if (line.startsWith('## '))
      sections.push({ heading: line.slice(3), paragraphs: [], bullets: [] })
    else if (line.startsWith('- ')) section.bullets.push(line.slice(2))
    else section.paragraphs.push(line)
  }
  return sections.filter(({ heading, paragraphs }) => heading !== '' || paragraphs.length > 0)
}

export function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

export const paragraphsHtml = (paragraphs: readonly string[]) =>
  paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')

/** Bare items, as Lever has them. */
export const itemsHtml = (bullets: readonly string[]) =>
  bullets.map((bullet) => `<li>${escaped(bullet)}</li>`).join('')

export function textHtml(text: string, heading: (title: string) => string): string {
  return sectionsOf(text)
    .map(({ heading: title, paragraphs, bullets }) => {
      const head = title === '' ? '' : heading(escaped(title))
      const list = bullets.length === 0 ? '' : `<ul>${itemsHtml(bullets)}</ul>`
      return `${head}${paragraphsHtml(paragraphs)}${list}`
    })
    .join('\n')
}

/** The same without markup. */
export function plainText(text: string): string {
  return sectionsOf(text)
    .map(({ heading, paragraphs, bullets }) =>
      [heading.toUpperCase(), ...paragraphs, ...bullets.map((bullet) => ` - ${bullet}`)]
        .filter((line) => line !== '')
        .join('\n\n'),
    )
    .join('\n\n')
}
