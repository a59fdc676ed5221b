// The stage `local`: the registry written into the database, and its logins, so that nothing runs as the superuser.
import { openDatabase } from '#database'
import { ensureLogin, generatedPassword, stageLogin, stageLogins, writeRegistry } from '#queue'
import { registry } from '#workloads'
import type { Ground, Part } from './part.ts'

const name = 'local'

/** Makes the logins anew at each start: their passwords live as long as this process, in `ground`. */
export async function stage(ground: Ground): Promise<Part> {
  const definitions = registry.map(({ definition }) => definition)
  const workloads = [...new Set(definitions.map(({ workload }) => workload))]
  const login = (part: string) => stageLogin(name, part)
  const database = openDatabase(ground.databaseUrl)
  try {
    await writeRegistry(database, definitions, { policy: ground.policy, login })
    const urls: [string, string][] = []
    const groups = stageLogins(name, workloads)
    for (const part of [...workloads, 'approver', 'reaper', 'reader']) {
      const password = generatedPassword()
      const group = groups.get(login(part))
      if (group === undefined) throw new Error(`the stage has no login for ${part}`)
      await ensureLogin(database, login(part), group, password)
      urls.push([part, urlFor(ground.databaseUrl, login(part), password)])
    }
    ground.logins = Object.fromEntries(urls)
  } finally {
    await database.close()
  }
  return { name: 'workloads', about: workloads.join(', ') }
}

function urlFor(databaseUrl: string, login: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = login
  url.password = password
  return url.href
}
