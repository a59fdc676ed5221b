// An application as a sample employer received it.
import { z } from 'zod'

const ReceivedFile = z.object({
  field: z.string(),
  name: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int(),
})
export type ReceivedFile = z.infer<typeof ReceivedFile>

export const Submission = z.object({
  at: z.iso.datetime(),
  /** `board:account:id`. */
  posting: z.string(),
  company: z.string(),
  title: z.string(),
  /** In the order of the form; what nobody asked for stands at the end without a label. */
  answers: z.array(z.object({ key: z.string(), label: z.string().nullable(), value: z.string() })),
  files: z.array(ReceivedFile.extend({ label: z.string() })),
  /** Why the employer will never read it; null for an application that counts. */
  dropped: z.string().nullable(),
})
export type Submission = z.infer<typeof Submission>
