// The people in the database and their keys, as the commands show and pin them.
import { z } from 'zod'
import type { Database } from '#database'
import { fingerprintWords, type Pins } from '#queue'

const key = z
  .object({
    id: z.string(),
    label: z.string(),
    publicKey: z.string(),
    revokedAt: z.string().nullable(),
  })
  .transform(({ publicKey, ...rest }) => {
    const bytes = Buffer.from(publicKey, 'base64')
    return { ...rest, publicKey: bytes.toString('base64url'), words: fingerprintWords(bytes) }
  })

const person = z.object({
  name: z.string(),
  revoked_at: z.date().nullable(),
  away_until: z.date().nullable(),
  credentials: z.array(key),
})
export type Person = z.infer<typeof person>

export async function loadPeople(database: Database): Promise<Person[]> {
  const rows = await database.query(
    `select name, revoked_at, away_until, credentials
     from countersign.operator_detail
     order by name
     limit 1000`,
    [],
    { repeatable: true },
  )
  return z.array(person).parse(rows)
}

/** Everybody's keys as they would be pinned: what was revoked is left out. */
export function pinsOf(people: readonly Person[]): Pins {
  const operators = people
    .filter(({ revoked_at }) => revoked_at === null)
    .map(({ name, credentials }) => ({
      name,
      keys: credentials
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ id, publicKey, label, words }) => ({
          credential: id,
          publicKey,
          label,
          fingerprint: words,
        })),
    }))
    .filter(({ keys }) => keys.length > 0)
  return { operators }
}
