// What our two templates share: page, fonts, colours, and commands for links and word breaks.
import { fontPreamble } from '#clients'
import type { Contact, Link, Paper } from './content.ts'
import { hexadecimal, hexadecimalUtf16, type Latex, latex, ownSource } from './escape.ts'

/**
 * How large a document is set. Sizes in points, margins in millimetres. Body text is never
 * smaller than 10 pt, nor closer than 15 mm to the edge.
 */
export interface Setting {
  name: 'roomy' | 'regular' | 'compact'
  body: number
  leading: number
  sideMargin: number
  edgeMargin: number
  /** Vertical space unit that all distances are multiples of. */
  unit: number
  /** About how long a text is in this setting, in terms of the first one. */
  share: number
}

/** From the most generous to the tightest; `makeCv` and `makeLetter` take the first that fits. */
export const settings: readonly [Setting, ...Setting[]] = [
  { name: 'roomy', body: 11, leading: 14.2, sideMargin: 24, edgeMargin: 21, unit: 4, share: 1 },
  {
    name: 'regular',
    body: 10.5,
    leading: 13.4,
    sideMargin: 22,
    edgeMargin: 18,
    unit: 3.2,
    share: 0.87,
  },
  {
    name: 'compact',
    body: 10,
    leading: 12.4,
    sideMargin: 20,
    edgeMargin: 15,
    unit: 2.5,
    share: 0.73,
  },
]

const papers: Readonly<Record<Paper, Latex>> = { a4: latex`a4paper`, letter: latex`letterpaper` }

/** A comment that tells which part of the content the following lines print. */
export function at(place: string): Latex {
  return latex`
% ${place}
`
}

/** Marks that `at` wrote, read back to name the place of a line of TeX's log. */
export function placeOfLine(source: string, line: number): string | undefined {
  const before = source.split('\n').slice(0, line).reverse()
  return before.find((text) => /^% [\w[\].]+$/.test(text))?.slice(2)
}

interface Metadata {
  title: string
  author: string
}

/** Everything before the text: ends with `\begin{document}` and the size of the body text. */
export function preamble(setting: Setting, paper: Paper, metadata: Metadata): Latex {
  const { body, leading, sideMargin, edgeMargin, unit } = setting
  return latex`\documentclass[10pt,${papers[paper]}]{article}
${ownSource(fontPreamble)}
\usepackage[hmargin=${sideMargin}mm,top=${edgeMargin}mm,bottom=${edgeMargin}mm,
  footskip=7mm,headsep=0pt,headheight=0pt]{geometry}
\usepackage{xcolor}
\usepackage[expansion=false,final]{microtype}
% In other encodings microtype has no table, and its guesses would print letters of their own.
\DeclareMicrotypeSet*[protrusion]{ours}{encoding={T1,TS1,TU}}
\definecolor{accent}{HTML}{1F3A5F}
\definecolor{quiet}{HTML}{555555}
\newlength{\unit}\setlength{\unit}{${unit}pt}
\newcommand{\evenspaces}{\spaceskip=\fontdimen2\font plus 0.02em minus 0.02em\relax}
\newcommand{\bodysize}{\fontsize{${body}pt}{${leading}pt}\selectfont\evenspaces}
\newcommand{\smallsize}{\fontsize{${body * 0.9}pt}{${leading * 0.92}pt}\selectfont\evenspaces}
\newcommand{\sectionsize}{\fontsize{${body * 1.06}pt}{${leading * 1.05}pt}\selectfont\evenspaces}
\newcommand{\leadsize}{\fontsize{${body * 1.14}pt}{${leading * 1.14}pt}\selectfont\evenspaces}
\newcommand{\namesize}{\fontsize{${body * 2.3}pt}{${body * 2.6}pt}\selectfont\evenspaces}
${linkCommands}
\newcommand{\wordbreak}{\penalty9000\hskip0pt\relax}
% A dot that vanishes where the line ends there.
\newcommand{\separator}{\cleaders\hbox to 1.6em{\hss\textperiodcentered\hss}\hskip1.6em\relax}
\newcommand{\finished}{\par\typeout{ends-on-page \arabic{page} at \the\pagetotal\space of \the\textheight}}
\setlength{\parindent}{0pt}\setlength{\parskip}{0pt}
% For what is made of whole pieces: a line may end anywhere between them.
\newcommand{\pieces}{\rightskip=0pt plus 1fil\relax}
% No last line of a single word, where the words above can spare another.
\newcommand{\lastlines}{\parfillskip=0pt plus 0.7\hsize\relax}\lastlines
% Ragged right with even spaces and whole words: nothing is hyphenated.
\setlength{\rightskip}{0pt plus 6em}\tolerance=9999\hbadness=10000\hyphenpenalty=10000
\exhyphenpenalty=9000\widowpenalty=10000\clubpenalty=10000\brokenpenalty=10000
\raggedbottom\frenchspacing
\documentinfo{${hexadecimalUtf16(metadata.title)}}{${hexadecimalUtf16(metadata.author)}}
\begin{document}\bodysize
`
}

/**
 * Links are made with the engine's own means: the target goes in as hexadecimal bytes, so it is
 * exact, and nothing in it is read by TeX.
 */
const linkCommands = latex`\makeatletter
\ifdefined\directlua
  \protected\def\pdfstartlink{\pdfextension startlink }
  \protected\def\pdfendlink{\pdfextension endlink }
  \protected\def\pdfinfo{\pdfextension info }
  \protected\def\pdfcatalog{\pdfextension catalog }
\fi
\ifdefined\XeTeXversion
  \newcommand{\linkto}[2]{\leavevmode\special{pdf:bann <</Type/Annot/Subtype/Link/Border[0 0 0]/A<</S/URI/URI<#1>>>>>}{\color{accent}#2}\special{pdf:eann}}
  \newcommand{\documentinfo}[2]{\AtBeginDocument{\special{pdf:docinfo <</Title<#1>/Author<#2>>>}}}
\else
  \newcommand{\linkto}[2]{\leavevmode\pdfstartlink attr{/Border[0 0 0]} user{/Subtype/Link/A<</Type/Action/S/URI/URI<#1>>>}{\color{accent}#2}\pdfendlink}
  \newcommand{\documentinfo}[2]{\pdfinfo{/Title<#1>/Author<#2>}\pdfcatalog{/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>}}
\fi
\makeatother`

/** A link with its visible text. */
export function linkTo(target: string, text: string): Latex {
  return latex`\linkto{${hexadecimal(target)}}{${text}}`
}

/** The contact line: place, telephone, address, links, with a dot between. */
export function contactLine(contact: Contact, links: readonly Link[]): Latex {
  const plain = [contact.location, contact.phone].filter((text) => text !== undefined)
  const linked = [
    { url: `mailto:${contact.email}`, label: contact.email },
    ...links.map((link) => ({ url: link.url, label: linkText(link) })),
  ]
  const parts = [
    ...plain.map((text) => inOnePiece(text)),
    ...linked.map(({ url, label }) => inOnePiece(label, linkTo(url, label))),
  ]
  return join(parts, latex`\separator{}`)
}

/** No line breaks within, unless the text is very long. */
export function inOnePiece(text: string, piece = latex`${text}`): Latex {
  return text.length > 50 ? piece : latex`\mbox{${piece}}`
}

/** What a reader sees of a link: its label, else the address without `https://www.` and last slash. */
export function linkText(link: Link): string {
  return link.label ?? link.url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}

export function join(parts: readonly Latex[], between: Latex): Latex {
  return latex`${parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}`
}
