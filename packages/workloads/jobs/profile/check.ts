// What a valid profile leaves open, and what will therefore be asked when a form wants to know.
import type { Profile } from './profile.ts'

export interface Gap {
  file: 'resume.json' | 'answers.yaml' | 'search.yaml'
  field: string
  /** What stays unclear or is asked because of it. */
  consequence: string
}

const asked = (what: string) => `you will be asked ${what}`
const unclear = (what: string) => `${what} stays unclear, which costs score and is shown`

/**
 * Gaps in the order one would fill them. An empty list means that nothing common is left to ask.
 */
export function checkProfile({ resume, answers, search }: Profile): Gap[] {
  const extension = resume.countersign
  const gaps: Gap[] = []
  const gap = (
    missing: boolean,
    field: string,
    consequence: string,
    file: Gap['file'] = 'resume.json',
  ) => {
    if (missing) gaps.push({ file, field, consequence })
  }
  const own = (field: string) => `countersign.${field}`
  gap(!resume.basics.phone, 'basics.phone', asked('for a phone number, which most forms require'))
  gap(
    !extension.residence && !resume.basics.location?.countryCode,
    own('residence'),
    unclear('whether remote work reaches you'),
  )
  gap(
    !extension.citizenships?.length,
    own('citizenships'),
    unclear('every question of citizenship'),
  )
  gap(
    !extension.authorisation?.elsewhere,
    own('authorisation.elsewhere'),
    `${unclear('whether a job abroad would need a visa')}, and ${asked('by every form about it')}`,
  )
  gap(
    !extension.pay,
    own('pay'),
    `no posting is skipped for its pay, and ${asked('what you expect')}`,
  )
  gap(!extension.pay?.expectation, own('pay.expectation'), asked('what salary you expect'))
  gap(
    !extension.workplaces,
    own('workplaces'),
    'every office counts as out of reach, and remote work as wanted',
  )
  gap(!extension.timeZone, own('timeZone'), 'no posting is skipped for its working hours')
  gap(!extension.languages, own('languages'), 'every posting that asks for a language is a miss')
  gap(!extension.skills?.length, own('skills'), unclear('every "n years of a skill"'))
  gap(
    extension.noticeWeeks === undefined && !extension.availableFrom,
    own('noticeWeeks'),
    asked('when you could start'),
  )
  gap(
    extension.drivingLicence === undefined,
    own('drivingLicence'),
    unclear('a posting that asks for a driving licence'),
  )
  for (const [section, entries] of [
    ['work', resume.work],
    ['projects', resume.projects],
  ] as const) {
    entries?.forEach((entry, index) => {
      if (entry.highlights?.length && !entry.evidence)
        gap(
          true,
          `${section}[${index}].evidence`,
          'drafts can only name these bullets by their place; give each an id',
        )
    })
  }
  gap(
    answers.texts.length === 0,
    'texts',
    asked('how you heard about the job, and the like, every time'),
    'answers.yaml',
  )
  gap(
    answers.facts.length === 0,
    'facts',
    asked('yes-or-no questions (non-compete, relatives at the company) every time'),
    'answers.yaml',
  )
  gap(
    answers.consents.application === undefined,
    'consents.application',
    asked('for consent to store your application'),
    'answers.yaml',
  )
  gap(
    search.titles.wanted.length === 0,
    'titles.wanted',
    'titles are ranked by the label of your resume only',
    'search.yaml',
  )
  return gaps
}
