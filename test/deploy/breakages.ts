// Deployments that are broken on purpose, one thing each: `npm run test:deploy -- --breakages` shows what catches it.
import { refusal } from './broken/breakage.ts'
import { brokenConfig } from './broken/config.ts'
import { brokenPlan } from './broken/plan.ts'
import { checks } from './checks/index.ts'
import { copyProject, type Edits } from './offline/copy.ts'
import { synthesize } from './offline/sst.ts'

export const breakages = [...brokenConfig, ...brokenPlan]

/** Makes each broken deployment and prints what noticed it; answers how many nothing noticed. */
export async function tryBreakages(asked: readonly string[]): Promise<number> {
  const wanted = (what: string) => asked.length === 0 || asked.some((part) => what.includes(part))
  const chosen = breakages.filter(({ what }) => wanted(what))
  let missed = 0
  const sound = await whatNotices({})
  if (sound.size > 0)
    throw new Error(`nothing is broken yet, and there is ${[...sound].join(', ')}`)
  for (const breakage of chosen) {
    const noticed = await whatNotices(breakage.edits)
    const caught = noticed.get(breakage.by)?.includes(breakage.says ?? '') ?? false
    if (!caught) missed += 1
    console.log(`${caught ? 'noticed' : 'MISSED '}  ${breakage.what}`)
    for (const [name, fault] of noticed) console.log(`           ${name}: ${fault.slice(0, 160)}`)
  }
  console.log(`${chosen.length} broken deployments, ${missed} missed`)
  return missed
}

/** The checks that notice it, with the first fault of each. */
async function whatNotices(edits: Edits): Promise<Map<string, string>> {
  const copy = await copyProject(edits)
  try {
    const synthesis = await synthesize({ root: copy.root, bare: true })
    const faults = Object.entries(checks).flatMap(([name, check]) => {
      const [first] = check(synthesis)
      return first === undefined ? [] : [[name, first] as const]
    })
    return new Map(faults)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    return new Map([[refusal, said.replaceAll(/\s+/g, ' ')]])
  } finally {
    copy.remove()
  }
}
