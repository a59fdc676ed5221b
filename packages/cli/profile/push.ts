// `countersign profile push`: stores the checked profile for the deployed functions, under the hash of what it holds.
import type { Command } from 'commander'
import { bucketStore } from '#clients'
import { ownerRegion, usesExampleProfile } from '#config'
import { profilePrefix } from '#infra'
import { profileTools, registry } from '#workloads'
import { type Flags, newCommand } from '../arguments.ts'
import { CommandFailed } from '../failure.ts'
import type { CliOutput } from '../output.ts'
import { visible } from '../text.ts'
import { folderInForce } from './folder.ts'

interface PushFlags extends Flags {
  bucket: string
}

export function pushCommand(output: CliOutput): Command {
  return newCommand(
    'push',
    'store the checked profile, by its hash, where only the deployed search and the tick that fills forms read it',
  )
    .argument('[folder]', 'default: COUNTERSIGN_PROFILE, else profile, else profile.example')
    .requiredOption('--bucket <name>', 'the stage\'s bucket, as "sst deploy" prints it')
    .action(async (given: string | undefined, _own: unknown, command: Command) => {
      const { json, bucket } = command.optsWithGlobals<PushFlags>()
      const folder = given ?? folderInForce()
      if (given === undefined && usesExampleProfile()) {
        throw new CommandFailed(
          'there is no profile of yours: copy profile.example to profile and make it yours first',
        )
      }
      const { folderProfile, ProfileBroken } = await profileTools()
      const { bundle, sha256 } = await folderProfile(folder).catch((error: unknown) => {
        if (error instanceof ProfileBroken) throw new CommandFailed(visible(error.message))
        throw error
      })
      for (const workload of readers()) {
        const prefixes = [profilePrefix(workload)] as const
        const store = bucketStore({ bucket, prefixes, region: ownerRegion() })
        await store.put(bundle).catch((error: unknown) => {
          throw notStored(bucket, error)
        })
      }
      if (json) return output.out(JSON.stringify({ bucket, sha256 }))
      output.out(
        `${visible(folder)} is stored in ${bucket}. Functions read it once it is deployed:`,
      )
      output.out(`  1. COUNTERSIGN_PROFILE_SHA256=${sha256}    in .env`)
      output.out('  2. npx sst deploy --stage <the stage of that bucket>')
    })
}

/** The workloads whose functions may read a profile. */
function readers(): Set<string> {
  const reading = registry.filter(({ definition }) => definition.needs.profile)
  return new Set(reading.map(({ definition }) => definition.workload))
}

const remedies: Record<string, string> = {
  NoSuchBucket: 'there is none of that name: "sst deploy" prints it as "bucket"',
  AccessDenied: 'this login may not write to it: take the one that deploys the stage',
  CredentialsProviderError: 'no AWS credentials are set here, for example with "aws sso login"',
}

function notStored(bucket: string, error: unknown): CommandFailed {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) }
  const why = remedies[name] ?? `${name} ${message}`
  return new CommandFailed(`the profile was not stored in ${bucket}: ${why}`, 1, { cause: error })
}
