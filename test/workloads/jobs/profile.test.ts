// The profile folder: the example is complete, every slip is named with file, line, field and fix.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  applicantOf,
  checkProfile,
  experienceMonths,
  loadProfile,
  monthsBetween,
  type Profile,
  problemLine,
} from '../../../packages/workloads/jobs/profile/index.ts'

const example = fileURLToPath(new URL('../../../profile.example', import.meta.url))
let folder = ''

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'profile-')), 'profile')
  await cp(example, folder, { recursive: true })
})
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }))

async function readExample(): Promise<Profile> {
  const loaded = await loadProfile(example)
  if (loaded.profile === null) throw new Error(loaded.problems.map(problemLine).join('\n'))
  return loaded.profile
}

/** Replaces text in one file; gives the line it stood on and the problems, one line each. */
async function slip(file: string, from: string, to: string) {
  const path = join(folder, file)
  const text = await readFile(path, 'utf8')
  expect(text).toContain(from)
  await writeFile(path, text.replace(from, to))
  const { problems } = await loadProfile(folder)
  return {
    at: text.slice(0, text.indexOf(from)).split('\n').length,
    lines: problems.map(problemLine),
  }
}

describe('the example', () => {
  test('is valid and leaves nothing common to ask', async () => {
    expect(await checkProfile(await readExample())).toEqual([])
  })

  test('is a person with years, standings and places in the form the rules compare', async () => {
    const applicant = applicantOf(await readExample(), '2026-11-30')
    expect(applicant.experienceMonths).toBe(92)
    expect(applicant.skillMonths).toMatchObject({ typescript: 92, python: 58, go: 0, vue: 14 })
    expect(applicant).toMatchObject({
      home: { country: 'DE', region: null, city: 'Berlin' },
      citizenships: ['DE', 'PL'],
      elsewhere: 'needs-sponsorship',
      standings: { DE: 'free' },
      degree: 'bachelor',
      studying: false,
      timeZone: { offsetHours: 1, maxShiftHours: 3 },
      availableFrom: '2027-02-22',
      pay: { floor: 80_000, currency: 'EUR', perYear: { hour: 2_080 } },
    })
    expect(applicant.offices?.map((office) => [office.place.name, office.maxDaysPerWeek])).toEqual([
      ['Berlin', 3],
      ['Potsdam', 2],
    ])
  })

  test('declines every demographic question, also those it does not name', async () => {
    const { answers } = await readExample()
    expect(new Set(Object.values(answers.demographics))).toEqual(new Set(['decline']))
    expect(Object.keys(answers.demographics)).toContain('orientation')
  })
})

describe('problems', () => {
  test.each([
    [
      'resume.json',
      '"endDate": "2023-03"',
      '"endDate": "2023-19"',
      `work[1].endDate "2023-19" isn't a date; write YYYY, YYYY-MM or YYYY-MM-DD, e.g. 2019-03`,
    ],
    [
      'resume.json',
      '"endDate": "2023-03"',
      '"endDate": "2023-02-29"',
      `work[1].endDate "2023-02-29" isn't a date; write YYYY, YYYY-MM or YYYY-MM-DD, e.g. 2019-03`,
    ],
    [
      'resume.json',
      '"endDate": "2023-03"',
      '"endDate": "2020-03"',
      'work[1].endDate "2020-03" lies before startDate "2021-01"; swap or correct them',
    ],
    [
      'resume.json',
      '"email": "joerdis.kowalczyk@example.com",',
      '',
      'basics.email is missing; add it',
    ],
    [
      'resume.json',
      'joerdis.kowalczyk@example.com',
      'joerdis',
      `basics.email "joerdis" isn't an email address; write it as name@host`,
    ],
    [
      'resume.json',
      '"hafenlicht-latency",',
      '"hafenlicht-queue",',
      'work[0].evidence[1] "hafenlicht-queue" is already used in work[0]; every bullet needs an id of its own',
    ],
    [
      'resume.json',
      '["elbtal-scanning", "elbtal-vue", "elbtal-docs"]',
      '["elbtal-scanning"]',
      'work[3].evidence has 1 ids for 3 highlights; give one id per bullet, in the same order',
    ],
    [
      'resume.json',
      '"zone": "Europe/Berlin"',
      '"zone": "Berlin"',
      `countersign.timeZone.zone "Berlin" isn't a time zone; write it as Europe/Berlin`,
    ],
    [
      'resume.json',
      '"sponsorship": "needed"',
      '"sponsorship": "yes"',
      'countersign.authorisation.elsewhere.sponsorship "yes" isn\'t known here; write one of none, transfer, needed',
    ],
    [
      'resume.json',
      '"citizenships"',
      '"citzenships"',
      `countersign.citzenships isn't a field we know; correct its spelling or take it out`,
    ],
    [
      'resume.json',
      '["DE", "PL"]',
      '["Germany"]',
      `countersign.citizenships[0] "Germany" isn't a country code; write two letters, e.g. DE, US or GB`,
    ],
    [
      'resume.json',
      '"private": ["phone",',
      '"private": ["fone",',
      'countersign.private[0] "fone" is neither an evidence id nor one of phone, address, email, postalCode, url',
    ],
    [
      'search.yaml',
      'postings: 15',
      'postings: many',
      'night.postings should be a number from 1 to 100',
    ],
    [
      'search.yaml',
      'board: lever, account: mossbank',
      'board: workday, account: mossbank',
      `boards[2].board "workday" isn't known here; write one of greenhouse, lever, ashby`,
    ],
    [
      'answers.yaml',
      'yes: denies }',
      'yes: maybe }',
      'facts[0].asks[3].yes says whether "yes" to this wording affirms the statement or denies it; write affirms or denies',
    ],
    [
      'answers.yaml',
      'id: relatives',
      'id: non-compete',
      'facts[1].id "non-compete" is used twice; give every answer an id of its own',
    ],
  ])('%s: %s → %s', async (file, from, to, expected) => {
    const { at, lines } = await slip(file, from, to)
    // What is missing has no line of its own; its parent's is named.
    const line = to === '' ? 2 : at
    expect(lines).toEqual([`profile/${file}:${line} ${expected}`])
  })

  test('broken JSON and YAML name their line', async () => {
    const {
      lines: [json],
    } = await slip(
      'resume.json',
      '"label": "Senior Backend Engineer",',
      '"label": "Senior Backend Engineer"',
    )
    expect(json).toMatch(/^profile\/resume\.json:[45] .*check commas, quotes and brackets$/)
    const {
      lines: [yaml],
    } = await slip('search.yaml', '  postings: 15', '   - postings: 15')
    expect(yaml).toMatch(/search\.yaml:|resume\.json:/)
  })

  test('several problems come at once, in the order of their lines', async () => {
    await slip('resume.json', '"zone": "Europe/Berlin"', '"zone": "Berlin"')
    const { lines } = await slip('resume.json', '"name": "Jördis Kowalczyk"', '"name": ""')
    expect(lines.map((line) => line.split(' ')[1])).toEqual([
      'basics.name',
      'countersign.timeZone.zone',
    ])
  })

  test('a missing file says where to copy it from; answers may be left out', async () => {
    await rm(join(folder, 'answers.yaml'))
    expect((await loadProfile(folder)).profile?.answers.facts).toEqual([])
    await rm(join(folder, 'search.yaml'))
    expect((await loadProfile(folder)).problems.map(problemLine)).toEqual([
      "profile/search.yaml:1 isn't there; copy it from profile.example/search.yaml and make it yours",
    ])
  })

  test('tabs, numbers for years and a repeated key', async () => {
    const numeric = {
      basics: { name: 'A', email: 'a@b.example' },
      work: [{ name: 'X', position: 'Y', startDate: 2020 }],
    }
    await writeFile(join(folder, 'resume.json'), JSON.stringify(numeric, null, '\t'))
    const loaded = await loadProfile(folder)
    expect(loaded.profile?.resume.work?.[0]?.startDate).toBe('2020')
    await writeFile(
      join(folder, 'resume.json'),
      '{"basics": {"name": "A", "name": "B", "email": "a@b.example"}}',
    )
    expect((await loadProfile(folder)).problems[0]?.message).toContain('unique')
  })

  test.each<[string, string, Buffer | string, string]>([
    [
      'nothing',
      'resume.json',
      '',
      'is empty; copy it from profile.example/resume.json and make it yours',
    ],
    [
      'bytes',
      'resume.json',
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
      "isn't text in UTF-8; save it as that",
    ],
    ['brackets', 'resume.json', '['.repeat(100_000), 'is nested too deeply; check the brackets'],
    ['another shape', 'search.yaml', '[]', 'should be a group of fields'],
    ['comments alone', 'search.yaml', '# nothing yet', 'boards is missing; add it'],
    [
      'aliases of aliases',
      'answers.yaml',
      [
        'a: &a [x,x,x,x,x,x,x,x]',
        'b: &b [*a,*a,*a,*a,*a,*a,*a,*a]',
        'facts: [*b,*b,*b,*b,*b,*b,*b,*b]',
      ].join('\n'),
      'repeats itself (*) too often; write it out',
    ],
  ])('a file of %s', async (_, file, content, message) => {
    await writeFile(join(folder, file), content)
    const { problems } = await loadProfile(folder)
    expect(problems.map(problemLine)[0]).toBe(`profile/${file}:1 ${message}`)
    expect(problems.length).toBeLessThanOrEqual(21)
  })

  test('a folder where a file should be, and a file where the folder should be', async () => {
    await rm(join(folder, 'resume.json'))
    await mkdir(join(folder, 'resume.json'))
    expect((await loadProfile(folder)).problems.map(problemLine)).toEqual([
      'profile/resume.json:1 is a folder; put a file of that name there',
    ])
    expect((await loadProfile(join(folder, 'search.yaml'))).problems.map(problemLine)).toEqual([
      "search.yaml/resume.json:1 isn't there, for what should be its folder is a file; name the folder",
    ])
  })

  test('a template of their own that could not be filled', async () => {
    await writeFile(join(folder, 'cv.tex'), '<<name>>\n<<nmae>>')
    await writeFile(join(folder, 'letter.tex'), 'x\n\n<<#lines>>')
    const lines = (await loadProfile(folder)).problems.map(problemLine)
    expect(lines[0]).toMatch(/^profile\/cv\.tex:2 there is no placeholder <<nmae>>; there are /)
    expect(lines[1]).toMatch(/^profile\/letter\.tex:3 a placeholder is not closed: /)
    expect(lines).toHaveLength(2)
  })

  test('someone with neither work nor education nor projects is told what to add', async () => {
    await writeFile(
      join(folder, 'resume.json'),
      '{"basics": {"name": "A", "email": "a@b.example"}}',
    )
    const { problems } = await loadProfile(folder)
    expect(problems.map(problemLine)).toEqual([
      'profile/resume.json:1 basics stands alone; add at least one entry under work, education or projects',
    ])
  })
})

describe('the check', () => {
  test('names what is missing and what will be asked for it', async () => {
    const bare = {
      basics: { name: 'A', email: 'a@b.example' },
      work: [{ name: 'X', position: 'Y', startDate: '2020-02', highlights: ['Z'] }],
    }
    await writeFile(join(folder, 'resume.json'), JSON.stringify(bare))
    await rm(join(folder, 'answers.yaml'))
    const loaded = await loadProfile(folder)
    if (loaded.profile === null) throw new Error('should be valid')
    const gaps = await checkProfile(loaded.profile)
    expect(gaps.map((gap) => gap.field)).toEqual([
      'basics.phone',
      'countersign.residence',
      'countersign.citizenships',
      'countersign.authorisation.elsewhere',
      'countersign.pay',
      'countersign.pay.expectation',
      'countersign.workplaces',
      'countersign.timeZone',
      'countersign.languages',
      'countersign.skills',
      'countersign.noticeWeeks',
      'countersign.drivingLicence',
      'work[0].evidence',
      'texts',
      'facts',
      'consents.application',
    ])
    expect(applicantOf(loaded.profile, '2026-11-30')).toMatchObject({
      elsewhere: 'unknown',
      pay: null,
    })
  })
})

test('the check names what the fonts can’t print, until a spelling is approved', async () => {
  const path = join(folder, 'resume.json')
  const resume = JSON.parse(await readFile(path, 'utf8'))
  resume.work[0].name = '李雷有限公司'
  await writeFile(path, JSON.stringify(resume))
  const open = await loadProfile(folder)
  const [gap, ...more] = open.profile ? await checkProfile(open.profile) : []
  expect(gap).toMatchObject({ file: 'resume.json', field: 'work[0].name' })
  expect(gap?.consequence).toMatch(
    /^no document can be made: “李雷有限公司” .*approve the spelling/,
  )
  expect(more).toEqual([])
  resume.countersign.spellings = { 李雷有限公司: 'Li Lei Ltd' }
  await writeFile(path, JSON.stringify(resume))
  const approved = await loadProfile(folder)
  expect(approved.profile && (await checkProfile(approved.profile))).toEqual([])
})

describe('months', () => {
  test('an end month counts in full, an open end runs to today', () => {
    expect(monthsBetween('2019-03', undefined, '2026-11-30')).toBe(92)
    expect(monthsBetween('2019-03', '2020-02', '2026-11-30')).toBe(12)
    expect(monthsBetween('2027-05', undefined, '2026-11-30')).toBe(0)
    expect(monthsBetween('2019', '2021', '2026-11-30')).toBe(25)
  })

  test('overlapping jobs count once, whatever their order', () => {
    const month = fc.integer({ min: 2000 * 12, max: 2025 * 12 })
    const job = fc
      .tuple(month, fc.integer({ min: 0, max: 80 }))
      .map(([from, length]) => ({ from, to: from + length }))
    const text = (value: number) =>
      `${Math.floor(value / 12)}-${String((value % 12) + 1).padStart(2, '0')}`
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 9 }), (jobs) => {
        const covered = new Set(
          jobs.flatMap(({ from, to }) =>
            Array.from({ length: to - from + 1 }, (_, at) => from + at),
          ),
        )
        const work = jobs.map(({ from, to }) => ({
          name: 'X',
          position: 'Y',
          startDate: text(from),
          endDate: text(to),
        }))
        expect(experienceMonths(work, '2040-01-01')).toBe(covered.size)
        expect(experienceMonths([...work].reverse(), '2040-01-01')).toBe(covered.size)
      }),
      { numRuns: 200 },
    )
  })
})
