// The guards taken out one at a time, each with the test that must notice.
import { claimMutants } from './claim-mutants.ts'
import { completionMutants } from './completion-mutants.ts'
import { effectMutants } from './effect-mutants.ts'
import type { Mutant } from './mutant.ts'
import { outcomeMutants } from './outcome-mutants.ts'
import { reaperMutants } from './reaper-mutants.ts'
import { runnerMutants } from './runner-mutants.ts'
import { signatureMutants } from './signature-mutants.ts'

export type { Mutant } from './mutant.ts'

export const mutants: readonly Mutant[] = [
  ...claimMutants,
  ...completionMutants,
  ...reaperMutants,
  ...effectMutants,
  ...outcomeMutants,
  ...runnerMutants,
  ...signatureMutants,
]
