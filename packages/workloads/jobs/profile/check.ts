// What a valid profile leaves open, and what will therefore be asked when a form wants to know.
import { applySpellings, findUnprintable } from '../documents/unprintable.ts'
import type { Profile } from './profile.ts'

export interface Gap {
  file: 'resume.json' | 'answers.yaml' | 'search.yaml'
  field: string
  /** What stays unclear or is asked because of it. */
  consequence: string
}

const asked = (what: string) => `you will be asked ${what}`
const unclear = (what: string) => `${what} stays unclear, which costs score and is shown`

/** What is missing (true), the field, and what follows from it. */
type Check = readonly [missing: boolean, field: string, consequence: string]

/**
 * Gaps in the order one would fill them. An empty list means that nothing common is left to ask.
 */
export async function checkProfile(profile: Profile): Promise<Gap[]> {
  const prints = await printChecks(profile)
  const files = [
    ['resume.json', [...prints, ...resumeChecks(profile), ...bulletChecks(profile)]],
    ['answers.yaml', answerChecks(profile)],
    ['search.yaml', searchChecks(profile)],
  ] as const
  return files.flatMap(([file, checks]) =>
    checks
      .filter(([missing]) => missing)
      .map(([, field, consequence]) => ({ file, field, consequence })),
  )
}

/** What the fonts lack, in all that a CV or a letter prints of a profile. */
async function printChecks({ resume }: Profile): Promise<Check[]> {
  const { basics, work, projects, education, skills, languages, certificates, countersign } = resume
  const printed = { basics, work, projects, education, skills, languages, certificates }
  const respelled = applySpellings(printed, countersign.spellings ?? {})
  const found = await findUnprintable(respelled)
  return found.map(({ place, message }) => [true, place, `no document can be made: ${message}`])
}

function resumeChecks({ resume }: Profile): Check[] {
  const own = resume.countersign
  const home = own.residence ?? resume.basics.location?.countryCode
  const start = own.noticeWeeks ?? own.availableFrom
  const visa = unclear('whether a job abroad would need a visa')
  return [
    [!resume.basics.phone, 'basics.phone', asked('for a phone number, which most forms require')],
    [!home, 'countersign.residence', unclear('whether remote work reaches you')],
    [!own.citizenships?.length, 'countersign.citizenships', unclear('who may be hired')],
    [
      !own.authorisation?.elsewhere,
      'countersign.authorisation.elsewhere',
      `${visa}, and ${asked('by every form about it')}`,
    ],
    [
      !own.pay,
      'countersign.pay',
      `no posting is skipped for its pay, and ${asked('what you expect')}`,
    ],
    [!own.pay?.expectation, 'countersign.pay.expectation', asked('what salary you expect')],
    [!own.workplaces, 'countersign.workplaces', unclear('every office and every office day')],
    [!own.timeZone, 'countersign.timeZone', 'no posting is skipped for its working hours'],
    [!own.languages, 'countersign.languages', unclear('every language a posting asks for')],
    [!own.skills?.length, 'countersign.skills', unclear('every "n years of a skill"')],
    [start === undefined, 'countersign.noticeWeeks', asked('when you could start')],
    [
      own.drivingLicence === undefined,
      'countersign.drivingLicence',
      unclear('a posting that asks for a driving licence'),
    ],
  ]
}

function bulletChecks({ resume }: Profile): Check[] {
  const sections = [
    ['work', resume.work ?? []],
    ['projects', resume.projects ?? []],
  ] as const
  return sections.flatMap(([section, entries]) =>
    entries.map(
      (entry, index): Check => [
        (entry.highlights?.length ?? 0) > 0 && !entry.evidence,
        `${section}[${index}].evidence`,
        'drafts can only name these bullets by their place; give each an id',
      ],
    ),
  )
}

function answerChecks({ answers }: Profile): Check[] {
  return [
    [
      answers.texts.length === 0,
      'texts',
      asked('how you heard about the job, and the like, every time'),
    ],
    [
      answers.facts.length === 0,
      'facts',
      asked('yes-or-no questions (non-compete, relatives at the company) every time'),
    ],
    [
      answers.consents.application === undefined,
      'consents.application',
      asked('for consent to store your application'),
    ],
  ]
}

function searchChecks({ search }: Profile): Check[] {
  return [
    [
      search.titles.wanted.length === 0,
      'titles.wanted',
      'titles are ranked by the label of your resume only',
    ],
  ]
}
