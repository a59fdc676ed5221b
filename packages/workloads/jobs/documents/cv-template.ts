// Our CV: one column, every word real text in reading order, dates at the right edge.
import type { CvContent } from './content.ts'
import { formatPeriod } from './dates.ts'
import { type Latex, latex } from './escape.ts'
import {
  at,
  contactLine,
  inOnePiece,
  join,
  linkText,
  linkTo,
  preamble,
  type Setting,
} from './preamble.ts'

/** The headings, in the order of the page. */
export const sectionTitles = {
  summary: 'Profile',
  jobs: 'Experience',
  projects: 'Projects',
  skills: 'Skills',
  education: 'Education',
  certificates: 'Certificates',
  languages: 'Languages',
} as const

/** The LaTeX source of a CV. `% jobs[0].bullets[1]` comments say what the lines after them print. */
export function cvSource(cv: CvContent, setting: Setting): Latex {
  const metadata = { title: `${cv.name} – Curriculum Vitae`, author: cv.name }
  return latex`${preamble(setting, cv.paper, metadata)}${macros}
\pagestyle{later}\thispagestyle{empty}
\newcommand{\runninghead}{${cv.name}}
${header(cv)}${summary(cv)}${jobs(cv)}${projects(cv)}${skills(cv)}${education(cv)}${certificates(cv)}${languages(cv)}
\finished
\end{document}
`
}

/** A second page says whose it is; the first has everything in its body. */
const macros = latex`\makeatletter
\newcommand{\ps@later}{\let\@mkboth\@gobbletwo\let\@oddhead\@empty\let\@evenhead\@empty
  \def\@oddfoot{\hfil{\smallsize\color{quiet}\runninghead{} \textperiodcentered{} \thepage}\hfil}\let\@evenfoot\@oddfoot}
\makeatother
\newcommand{\cvsection}[1]{\par\penalty-200\vspace{3.2\unit plus 1.2\unit}%
  {\sffamily\bfseries\sectionsize\color{accent}\strut#1\strut\par}\nobreak\vspace{-0.1\unit}%
  {\color{accent}\hrule height 0.5pt}\nobreak\vspace{1.4\unit}}
\newlength{\datewidth}
% The dates stand beside the first line of a heading, however many lines it has.
\newcommand{\entry}[2]{\par\settowidth{\datewidth}{\smallsize #2}%
  \begingroup\noindent\vtop{\advance\hsize-\datewidth\advance\hsize-1em\pieces\noindent#1\rule[-\dp\strutbox]{0pt}{\dp\strutbox}\par}%
  \nobreak\hfill{\smallsize\color{quiet}#2}\parfillskip=0pt\rightskip=0pt\par\endgroup
  \prevdepth=\dp\strutbox\nobreak}
\newcommand{\entryspace}{\par\penalty-100\vspace{1.9\unit plus 0.8\unit}}
\newenvironment{bullets}{\begin{list}{\color{accent}\textbullet}{%
  \setlength{\leftmargin}{1.15em}\setlength{\labelwidth}{0.7em}\setlength{\labelsep}{0.45em}%
  \setlength{\topsep}{0.6\unit}\setlength{\partopsep}{0pt}\setlength{\parsep}{0pt}%
  \setlength{\itemsep}{0.45\unit}\setlength{\rightmargin}{0pt}\setlength{\listparindent}{0pt}}%
  \rightskip=0pt plus 6em\lastlines}{\end{list}}
% Whether a page may end before a bullet: the last one is never left to begin the next page.
\makeatletter\newcommand{\nextto}{\@itempenalty=10000\relax}
\newcommand{\apart}{\@itempenalty=-\@lowpenalty}\makeatother
\newcommand{\topic}[2]{\par\hangindent=1.15em\hangafter=1\noindent{\bfseries #1}\quad #2\par\vspace{0.45\unit}}
\makeatletter\@beginparpenalty=10000\makeatother`

function header(cv: CvContent): Latex {
  const headline =
    cv.headline === undefined
      ? latex``
      : latex`${at('headline')}\vspace{0.6\unit}{\leadsize\itshape\color{quiet}${cv.headline}\par}`
  return latex`${at('name')}{\namesize\color{accent}${cv.name}\par}${headline}${at('contact')}
\vspace{1.4\unit}{\smallsize\pieces ${contactLine(cv.contact, cv.links)}\par}
`
}

function summary(cv: CvContent): Latex {
  if (cv.summary === undefined) return latex``
  return latex`${at('summary')}\cvsection{${sectionTitles.summary}}
${cv.summary}\par
`
}

function jobs(cv: CvContent): Latex {
  const entries = cv.jobs.map((job, index) => {
    const place = whole(job.location)
    const heading = latex`{\bfseries ${job.title}}, ${job.employer}${place}`
    return entry(`jobs[${index}]`, heading, formatPeriod(job), job)
  })
  return section(sectionTitles.jobs, entries)
}

/** After a comma, and all of it on one line. */
function whole(location: string | undefined): Latex {
  return location === undefined ? latex`` : latex`, ${inOnePiece(location)}`
}

function projects(cv: CvContent): Latex {
  const entries = cv.projects.map((project, index) => {
    const heading = latex`{\bfseries ${project.name}}`
    const link =
      project.url === undefined
        ? latex``
        : latex`, ${linkTo(project.url, linkText({ url: project.url }))}`
    return entry(`projects[${index}]`, latex`${heading}${link}`, formatPeriod(project), project)
  })
  return section(sectionTitles.projects, entries)
}

interface EntryBody {
  summary?: string | undefined
  bullets: readonly string[]
}

function entry(place: string, heading: Latex, period: string, body: EntryBody): Latex {
  const lead =
    body.summary === undefined
      ? latex``
      : latex`${at(`${place}.summary`)}\nobreak\vspace{0.3\unit}${body.summary}\par`
  return latex`${at(place)}\entry{${heading}}{${period}}${lead}${bulletList(place, body.bullets)}
`
}

function bulletList(place: string, bullets: readonly string[]): Latex {
  if (bullets.length === 0) return latex``
  const items = bullets.map((bullet, index) => {
    const last = index === bullets.length - 1
    const item = last ? latex`\nextto\item` : latex`\apart\item`
    return latex`${at(`${place}.bullets[${index}]`)}${item}\relax ${bullet}`
  })
  return latex`
\begin{bullets}${items}
\end{bullets}`
}

function skills(cv: CvContent): Latex {
  const lines = cv.skills.map(
    ({ group, items }, index) =>
      latex`${at(`skills[${index}]`)}\topic{${group}}{${items.join(', ')}}`,
  )
  return section(sectionTitles.skills, lines, latex``)
}

function education(cv: CvContent): Latex {
  const entries = cv.education.map((school, index) => {
    const place = whole(school.location)
    const heading = latex`{\bfseries ${school.degree}}, ${school.institution}${place}`
    const body = { summary: school.note, bullets: [] }
    return entry(`education[${index}]`, heading, formatPeriod(school), body)
  })
  return section(sectionTitles.education, entries)
}

function certificates(cv: CvContent): Latex {
  const lines = cv.certificates.map(
    (certificate, index) => latex`${at(`certificates[${index}]`)}${certificate}\par`,
  )
  return section(sectionTitles.certificates, lines, latex`\vspace{0.45\unit}`)
}

function languages(cv: CvContent): Latex {
  if (cv.languages.length === 0) return latex``
  const spoken = cv.languages.map(({ language, level }) =>
    inOnePiece(level === undefined ? language : `${language} (${level})`),
  )
  return section(sectionTitles.languages, [
    latex`${at('languages')}{\pieces ${join(spoken, latex`, `)}\par}`,
  ])
}

function section(title: string, entries: readonly Latex[], between = latex`\entryspace`): Latex {
  if (entries.length === 0) return latex``
  return latex`
\cvsection{${title}}${join(entries, between)}`
}
