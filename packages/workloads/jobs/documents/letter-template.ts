// Our letter: sender, addressee, subject, paragraphs, one page.
import type { LetterContent } from './content.ts'
import { type Latex, latex } from './escape.ts'
import { at, contactLine, join, preamble, type Setting } from './preamble.ts'

/** The LaTeX source of a letter; `% paragraphs[1]` comments say what the lines after them print. */
export function letterSource(letter: LetterContent, setting: Setting): Latex {
  const { sender, recipient } = letter
  const metadata = { title: `${sender.name} – ${recipient.company}`, author: sender.name }
  const addressee = [
    ...(recipient.person === undefined ? [] : [recipient.person]),
    recipient.company,
    ...recipient.lines,
  ].map(
    (line) => latex`${line}\par
`,
  )
  const subject =
    letter.subject === undefined
      ? latex``
      : latex`${at('subject')}{\bfseries\color{accent}${letter.subject}\par}\vspace{2.6\unit}`
  const paragraphs = letter.paragraphs.map(
    ({ text }, index) => latex`${at(`paragraphs[${index}]`)}${text}\par`,
  )
  return latex`${preamble(setting, letter.paper, metadata)}
\pagestyle{empty}
${at('sender')}{\namesize\color{accent}${sender.name}\par}
\vspace{1.4\unit}{\smallsize\pieces ${contactLine(sender.contact, sender.links)}\par}
\vspace{1.2\unit}{\color{accent}\hrule height 0.5pt}
\vspace{6\unit plus 3\unit minus 3\unit}
${at('recipient')}${addressee}\vspace{3.4\unit}
${at('date')}${letter.date}\par
\vspace{4\unit plus 1\unit minus 1\unit}
${subject}${at('salutation')}${letter.salutation}\par
\vspace{2\unit}
${join(paragraphs, latex`\vspace{2\unit plus 0.5\unit}`)}
\vspace{3\unit}
${at('closing')}${letter.closing}\par
\nopagebreak\vspace{5\unit minus 2\unit}
${at('sender.name')}${sender.name}\par
\finished
\end{document}
`
}
