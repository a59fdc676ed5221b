// The pages around the forms: who hires, an employer's open jobs, its own careers page, the privacy notice.
import { html } from 'hono/html'
import type { Employer, SamplePosting } from '../employers.ts'
import { type Html, page } from './frame.ts'
import { cookieDialog } from './honeypots.ts'

const plain = '#3a4a5a'

export function frontPage(employers: readonly Employer[], open: readonly SamplePosting[]): Html {
  const count = ({ account }: Employer) =>
    open.filter(({ employer }) => employer.account === account).length
  const body = html`<div class="column"><p class="brand">Sample boards</p>
<p>These employers are invented, and so are their jobs. They stand in for real job boards while you look around:
their pages and forms behave like those of Greenhouse, Lever and Ashby, and nothing you send leaves this machine.
What arrives is in the <a href="/inbox">inbox</a>.</p>
<ul class="jobs">${employers.map((employer) => html`<li><a href="/${employer.account}">${employer.name}</a><span>${employer.board} · ${count(employer)} open jobs</span></li>`)}</ul></div>`
  return page({ title: 'Sample boards', accent: plain, look: 'front', body })
}

/** The link of a posting as this employer's board has it. */
export function pathOf({ employer, id, form }: SamplePosting): string {
  if (employer.board !== 'greenhouse') return `/${employer.account}/${id}`
  return form.traits.includes('embedded')
    ? `/careers/${employer.account}/openings?gh_jid=${id}`
    : `/${employer.account}/jobs/${id}`
}

export function jobList(employer: Employer, open: readonly SamplePosting[], gone: boolean): Html {
  const body = html`<div class="column"><a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>
${gone ? html`<div class="notice">The job you are looking for is no longer open.</div>` : ''}
<p>${employer.about}</p><h2>${open.length} open jobs</h2>
<ul class="jobs">${open.map((posting) => html`<li><a href="${pathOf(posting)}">${posting.title}</a><span>${posting.places.join('; ')}</span></li>`)}</ul></div>`
  return page({ title: `Jobs at ${employer.name}`, accent: employer.accent, look: 'list', body })
}

/** The employer's own page; the form is in its frame, and its cookie banner lies over everything. */
export function careersPage(posting: SamplePosting): Html {
  const { employer, id, title } = posting
  const body = html`<div class="wide"><a class="brand" href="/${employer.account}"><i>${employer.name.slice(0, 1)}</i>${employer.name}</a>
<p>${employer.about}</p><div id="grnhse_app"><iframe id="grnhse_iframe" title="Greenhouse Job Board" width="100%" frameborder="0" scrolling="no" style="height:2600px" src="/embed/job_app?for=${employer.account}&amp;token=${id}"></iframe></div>
<div class="foot">${employer.name}, ${employer.offices.join(' and ')}</div></div>${cookieDialog(true)}`
  return page({
    title: `${title.trim()} – ${employer.name}`,
    accent: employer.accent,
    look: 'careers',
    body,
  })
}

export function privacyPage(): Html {
  const body = html`<div class="column"><h1>Privacy notice</h1>
<p>Applications are read by the team that hires and by nobody else, and are deleted six months after a decision.
You may ask at any time what is kept about you, and have it corrected or deleted.</p></div>`
  return page({ title: 'Privacy notice', accent: plain, look: 'privacy', body })
}

export function notFoundPage(): Html {
  const body = html`<div class="column"><h1>Not found</h1><p>Sorry, we couldn't find anything here. The job posting you're looking for might have closed, or it has been removed.</p></div>`
  return page({ title: 'Not found', accent: plain, look: 'missing', body })
}
