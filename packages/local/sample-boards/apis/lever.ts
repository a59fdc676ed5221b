// Lever's public Postings API (lever/postings-api): postings page by page; of forms it says nothing.
import { Hono } from 'hono'
import type { SamplePosting } from '../employers.ts'
import { itemsHtml, paragraphsHtml, plainText, sectionsOf } from '../text.ts'
import { isOpen, openOf, postingOf, type World } from '../world.ts'

export function leverApi(world: World): Hono {
  const app = new Hono()
  app.get('/v0/postings/:account', (c) => {
    const open = openOf(world, 'lever', c.req.param('account'))
    if (!open) return c.json(notFound, 404)
    const skip = Number(c.req.query('skip') ?? 0)
    const limit = Number(c.req.query('limit') ?? 100)
    return c.json(open.slice(skip, skip + limit).map((posting) => entryOf(world, posting)))
  })
  app.get('/v0/postings/:account/:id', (c) => {
    const posting = postingOf(world, c.req.param('account'), c.req.param('id'))
    if (!posting || !isOpen(world, posting) || posting.employer.board !== 'lever')
      return c.json(notFound, 404)
    return c.json(entryOf(world, posting))
  })
  return app
}

const notFound = { ok: false, error: 'Document not found' }

function entryOf(world: World, posting: SamplePosting): Record<string, unknown> {
  const { employer, id, title, places, workplace, department, commitment, publishedAt } = posting
  const [first, ...rest] = sectionsOf(posting.text)
  const opening = paragraphsHtml([employer.about])
  const body = paragraphsHtml(first?.paragraphs ?? [])
  const page = `${world.origin}/${employer.account}/${id}`
  return {
    id,
    text: title,
    categories: {
      location: places[0],
      commitment,
      team: department,
      department,
      allLocations: places,
    },
    country: null,
    workplaceType: workplace ?? 'unspecified',
    createdAt: publishedAt.getTime(),
    opening,
    openingPlain: employer.about,
    description: `${opening}${body}`,
    descriptionPlain: `${employer.about}\n\n${(first?.paragraphs ?? []).join('\n\n')}`,
    descriptionBody: body,
    // Empty while the HTML isn't: seen on real boards.
    descriptionBodyPlain: '',
    lists: rest.map(({ heading, paragraphs, bullets }) => ({
      text: heading,
      content: itemsHtml([...paragraphs, ...bullets]),
    })),
    additional: paragraphsHtml([employer.closing]),
    additionalPlain: plainText(employer.closing),
    ...payOf(posting),
    hostedUrl: page,
    applyUrl: `${page}/apply`,
    ...posting.raw,
  }
}

const intervals = { year: 'per-year-salary', month: 'per-month-salary', hour: 'per-hour-wage' }

function payOf({ pay }: SamplePosting): Record<string, unknown> {
  if (!pay) return {}
  const { min, max, currency, period, note } = pay
  return {
    salaryRange: { max, min, currency, interval: intervals[period] },
    ...(note !== '' && { salaryDescription: `<p>${note}</p>`, salaryDescriptionPlain: note }),
  }
}
