// The naive ways of filling a form, each with the test that must notice. Data only.
import type { Mutant } from '../mutant.ts'

const filled = 'test/workloads/jobs/forms/filled.slow.test.ts'
const stopped = 'test/workloads/jobs/forms/stopped.slow.test.ts'
const browser = 'test/clients/browser.slow.test.ts'
const at = (name: string) => `packages/workloads/jobs/forms/${name}`

/** The name of a way's project. */
export const nameOf = (index: number) => `naive-${index}`

export const naive: readonly Mutant[] = [
  {
    guard: 'fills first and uploads then: the upload draws the answers anew',
    file: at('fill-form.ts'),
    from: `    await attach(form, plan, files, folder)
    const survey = await answered(form, plan)`,
    to: `    const survey = await answered(form, plan)
    await attach(form, plan, files, folder)`,
    test: filled,
    named: 'F5 Ashby with all',
  },
  {
    guard: 'leaves what the parser wrote into fields that nobody planned',
    file: at('fill-form.ts'),
    from: `  const before = initial(form, field.key)
  if (same(before`,
    to: `  const before = found
  if (same(before`,
    test: filled,
    named: 'F4 Lever with all',
  },
  {
    guard: 'puts every file into the first input',
    file: at('fill-form.ts'),
    from: 'now.questions.find((one) => one.field.key === field.key)',
    to: `now.questions.find((one) => one.widget === 'file')`,
    test: filled,
    named: 'F2 Greenhouse with all',
  },
  {
    guard: 'takes hidden inputs for questions',
    file: at('page/shown.ts'),
    from: '    if (this.isFile(control)) return this.near(control)',
    to: '    if (form) return true',
    test: filled,
    named: 'F6 honeypots on Lever',
  },
  {
    guard: 'takes a field that says to leave it blank for a question',
    file: at('page/words.ts'),
    from: `    const said = title?.textContent ?? ''
    const blank =`,
    to: `    const said = ''
    const blank =`,
    test: filled,
    named: 'F6 honeypots on Greenhouse',
  },
  {
    guard: 'refuses a file input that is clipped',
    file: at('page/shown.ts'),
    from: '    if (this.isFile(control)) return this.near(control)',
    to: '    if (this.isFile(control)) return this.shown(control)',
    test: filled,
    named: 'F1 Greenhouse',
  },
  {
    guard: 'looks for options in the whole page: 250 countries are always there',
    file: at('widgets/menu.ts'),
    from: '  let list: Element | null | undefined = ids',
    to: `  let list: Element | null | undefined = document.querySelector('[role=listbox]') ?? ids`,
    test: filled,
    named: 'F1 Greenhouse',
  },
  {
    guard: 'types into a combobox and leaves it',
    file: at('widgets/fill.ts'),
    from: 'combobox: (task) => choose(task.page, first(task), text(task)),',
    to: 'combobox: (task) => write(task.page, first(task), text(task)),',
    test: filled,
    named: 'F1 Greenhouse',
  },
  {
    guard: 'leaves a place as free text',
    file: at('widgets/fill.ts'),
    from: 'await lookUp(task.page, first(task), query, (labels) => pickPlace(wanted, labels))',
    to: 'await write(task.page, first(task), wanted || query)',
    test: filled,
    named: 'F4 Lever with all',
  },
  {
    guard: 'takes the first place that is offered',
    file: at('widgets/fill.ts'),
    from: '(labels) => pickPlace(wanted, labels)',
    to: '(labels) => labels.length - 1',
    test: filled,
    named: 'F2 Greenhouse with all',
  },
  {
    guard: 'presses a toggle twice to be sure',
    file: at('widgets/fill.ts'),
    from: 'if (!pressed && !(await press(page, button)))',
    to: 'await press(page, button)\n    if (!pressed && !(await press(page, button)))',
    test: filled,
    named: 'F5 Ashby with all',
  },
  {
    guard: 'takes the prompt of a list for an option',
    file: at('page/values.ts'),
    from: `option.value !== '' && !(index === 0 && this.prompts(option))`,
    to: 'index >= 0',
    test: filled,
    named: 'F4 Lever with all',
  },
  {
    guard: 'reads the form before its fields are there',
    file: at('read.ts'),
    from: 'if (family && before > 0 &&',
    to: 'if (family &&',
    test: filled,
    named: 'F7 fields that come late',
  },
  {
    guard: 'takes the button of the first page for the last one',
    file: at('read.ts'),
    from: 'return button && /^',
    to: 'return button && says === null && /^',
    test: filled,
    named: 'F7 two pages',
  },
  {
    guard: 'stops at a captcha that asks for nothing',
    file: at('page/obstacles.ts'),
    from: `    if (frame.closest('[class*=badge]') !== null) return false
    const { width, height } = frame.getBoundingClientRect()
    return width >= 200 && height >= 62 && this.shown(frame)`,
    to: '    return true',
    test: filled,
    named: 'F1 Greenhouse',
  },
  {
    guard: 'goes on at a challenge',
    file: at('read.ts'),
    from: 'if (challenge !== null) return stop',
    to: 'if (challenge === "") return stop',
    test: stopped,
    named: 'lever: a visible challenge',
  },
  {
    guard: 'fills a form that is closed',
    file: at('read.ts'),
    from: `if (closed !== null) return { kind: 'closed', detail: closed }`,
    to: `if (closed === '') return { kind: 'closed', detail: closed }`,
    test: stopped,
    named: 'ashby: a posting that is no longer accepting',
  },
  {
    guard: 'takes what went out for what arrived',
    file: at('press.ts'),
    from: `outcome: guard.sent.length === 0 ? 'not-sent' : 'unknown',`,
    to: `outcome: guard.sent.length === 0 ? 'not-sent' : 'confirmed',`,
    test: stopped,
    named: 'a score that is too low',
  },
  {
    guard: 'takes the press for the success',
    file: at('press.ts'),
    from: `outcome: guard.sent.length === 0 ? 'not-sent' : 'unknown',`,
    to: `outcome: 'confirmed',`,
    test: stopped,
    named: 'lever: a challenge that comes with the press',
  },
  {
    guard: 'shows a tall page in one picture',
    file: 'packages/clients/browser/tiles.ts',
    from: 'const tilePx = 8_000',
    to: 'const tilePx = 40_000',
    test: browser,
    named: 'a page of 33,000 px',
  },
  {
    guard: 'hands its environment down',
    file: 'packages/clients/browser/launch.ts',
    from: `    LANG: 'en_US.UTF-8',`,
    to: `    LANG: 'en_US.UTF-8', ...process.env,`,
    test: browser,
    named: 'its processes inherit nothing',
  },
]
