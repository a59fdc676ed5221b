// The people who may decide, their keys and where they are signed in, as their page shows them.
import { z } from 'zod'
import type { Database } from '#database'
import { fingerprintWords } from '#queue'

const time = z.coerce.date()

const key = z
  .object({
    id: z.string(),
    label: z.string(),
    publicKey: z.string(),
    backedUp: z.boolean(),
    addedAt: time,
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .transform(({ publicKey, ...rest }) => {
    const bytes = Buffer.from(publicKey, 'base64')
    return { ...rest, publicKey: bytes.toString('base64url'), words: fingerprintWords(bytes) }
  })
export type Key = z.infer<typeof key>

const person = z.object({
  name: z.string(),
  added_by: z.string(),
  added_at: z.date(),
  away_until: z.date().nullable(),
  revoked_at: z.date().nullable(),
  credentials: z.array(key),
})
export type Person = z.infer<typeof person>

const device = z.object({
  id: z.string(),
  operator: z.string(),
  device: z.string(),
  local: z.boolean(),
  opened_at: z.date(),
  seen_at: z.date(),
})
export type Device = z.infer<typeof device>

/** Everybody, and the sessions of one person. */
export async function loadPeople(
  database: Database,
  visitor: string,
): Promise<{ people: Person[]; devices: Device[] }> {
  const [people, devices] = await database.batch(
    [
      {
        text: `select * from countersign.operator_detail
               order by revoked_at is not null, name
               limit 200`,
      },
      {
        text: `select * from countersign.session_detail
               where operator = $1
               order by seen_at desc
               limit 50`,
        values: [visitor],
      },
    ],
    { repeatable: true },
  )
  return { people: z.array(person).parse(people), devices: z.array(device).parse(devices) }
}
