// Every check of a deployment, by what it makes sure of.
import { everyAlarm } from './alarms.ts'
import { keptInProduction, privateBucket } from './bucket.ts'
import {
  everyEvent,
  everyFunction,
  everySchedule,
  everythingResolved,
  limits,
  migrationFirst,
} from './functions.ts'
import { installedPackages, linkedSecrets, smallPackages, unpackedPackages } from './packages.ts'
import { everyRole, noWildcards, reachable, trust } from './permissions.ts'
import type { Check } from './world.ts'

export const checks: Record<string, Check> = {
  'every value of every resource is known': everythingResolved,
  'exactly these functions, each as it should be': everyFunction,
  'each function has the secrets of its own login, and no other': linkedSecrets,
  'everything runs in one minute of five, the night in the owner’s zone': everySchedule,
  'no event is tried again, waits longer than a minute, or is lost without a trace': everyEvent,
  'nothing is live before the migration succeeded': migrationFirst,
  'AWS takes every name, size and schedule': limits,
  'what can’t be bundled is installed where it is used, and nowhere else': installedPackages,
  'a package without a browser is small': smallPackages,
  'a package has room for its layer': unpackedPackages,
  'each role may do exactly what its function does': everyRole,
  'a role is taken by its service alone': trust,
  'no wildcard but those that AWS has nothing narrower for': noWildcards,
  'one function answers the internet': reachable,
  'the bucket is private and keeps nothing deleted': privateBucket,
  'production is protected, and its bucket stays': keptInProduction,
  'each alarm is about what it says, and mailed': everyAlarm,
}
