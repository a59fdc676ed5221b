// The documents whose compilation shows which files the pdfTeX tree must hold.

import { fontPreamble } from '../fonts.ts'

/** The packages that a template may load; the tree holds exactly what these need. */
export const treePackages = [
  'array',
  'booktabs',
  'calc',
  'etoolbox',
  'fancyhdr',
  'fontenc',
  'geometry',
  'graphicx',
  'hyperref',
  'ifthen',
  'inputenc',
  'keyval',
  'lmodern',
  'microtype',
  'multicol',
  'parskip',
  'ragged2e',
  'setspace',
  'tabularx',
  'textcomp',
  'url',
  'xcolor',
] as const

/** One size for each design size of Latin Modern, in points. */
const sizes = [5, 6, 7, 8, 9, 10, 12, 17]
const families = ['rmfamily', 'sffamily', 'ttfamily']
const weights = ['mdseries', 'bfseries']
const shapes = ['upshape', 'itshape', 'slshape', 'scshape']

/** Letters and symbols of both encodings, so that each font's metrics and outlines are read. */
const sample = String.raw`fi ffl \L\'od\'z \TH\'orður \oe\ss\ \texteuro\textbullet\textdegree\textquotesingle
\textasciigrave\textperthousand\textleftarrow\textrightarrow\textmu\textonehalf `

function everyFont(families: string[], shapes: string[], text: string): string {
  const faces = families.flatMap((family) =>
    weights.flatMap((weight) => shapes.map((shape) => `\\${family}\\${weight}\\${shape}`)),
  )
  return sizes
    .flatMap((size) => faces.map((face) => `{\\fontsize{${size}}{${size}}${face} ${text}\\par}`))
    .join('\n')
}

/** One document per base size: every package, and what `body` adds. */
function coverage(points: 10 | 11 | 12, body: string): string {
  return String.raw`\documentclass[${points}pt,a4paper]{article}
${fontPreamble}
\usepackage[margin=20mm]{geometry}
\usepackage{array,booktabs,calc,etoolbox,fancyhdr,graphicx,ifthen,keyval,multicol,parskip}
\usepackage{ragged2e}
\usepackage{setspace,tabularx,url}
\usepackage{microtype}
\usepackage[table,dvipsnames,svgnames]{xcolor}
\usepackage[hidelinks,pdfusetitle]{hyperref}
\hypersetup{pdftitle={Ł},bookmarksopen=true,pdfencoding=auto}
\title{Coverage}\author{Countersign}\date{}
\pagestyle{fancy}\fancyhf{}\fancyfoot[C]{\thepage}
\begin{document}
\maketitle
\section{Section}\subsection*{Sub}\label{here}\pageref{here}\ref{here}
\begin{itemize}\item one\begin{itemize}\item two\end{itemize}\end{itemize}
\begin{enumerate}\item one\end{enumerate}\begin{description}\item[a] b\end{description}
\begin{multicols}{2}one\columnbreak two\end{multicols}
\noindent\begin{tabularx}{\linewidth}{lX}\toprule a & b\\\bottomrule\end{tabularx}
\href{https://example.org/}{link} \href{mailto:a@example.org}{mail} \url{https://example.org/}
\textcolor{NavyBlue}{a}{\color[HTML]{336699}b}\rule{1cm}{1pt}\scalebox{2}{c}
$a^2+b_1\cdot\times\le\alpha$ {\huge $a$}
\verb|x|\footnote{note}
${body}
\end{document}
`
}

const fonts = `${everyFont(families, shapes, sample)}
${everyFont(['rmfamily', 'sffamily'], ['upshape', 'itshape'], 'Ūęễșț−∞…≥ ')}`

/** The letter class, which templates of letters may want. */
const letter = String.raw`\documentclass[11pt,a4paper]{letter}
\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp,lmodern}
\begin{document}\begin{letter}{Somebody}\opening{Dear Somebody,}Text.\closing{Yours,}\end{letter}
\end{document}
`

/** The corpus document with references, whose second pass reads what the first wrote. */
export const twiceCompiled = 'coverage10.tex'

/** File name to LaTeX source; each is compiled with `-recorder`. */
export const corpus: Readonly<Record<string, string>> = {
  [twiceCompiled]: coverage(10, fonts),
  'coverage11.tex': coverage(11, 'x'),
  'coverage12.tex': coverage(12, 'x'),
  'letter.tex': letter,
}
