// The facts that may leave the house: what a model sees, and all that it may state.
import type { Profile } from '../../profile/index.ts'
import { type Entry, type Fact, type Facts, indexed } from '../facts.ts'

/** Nothing by which the person could be named or reached, and no dates of single skills. */
export function openFacts(facts: Facts, { basics }: Profile['resume']): Facts {
  const { address, postalCode } = basics.location ?? {}
  const profiles = (basics.profiles ?? []).flatMap(({ url, username }) => [url, username])
  const plain = (text: string) => text.toLowerCase().replace(/[\s()./-]/g, '')
  const contacts = [basics.name, basics.email, basics.phone, basics.url, address, postalCode]
    .concat(profiles)
    .flatMap((contact) => (contact === undefined || contact.length < 4 ? [] : plain(contact)))
  const open = ({ text }: Fact) => !contacts.some((contact) => plain(text).includes(contact))
  const cleaned = (entries: readonly Entry[]) =>
    entries
      .filter((one) => open(one.fact))
      .map((one) => ({
        ...one,
        about: one.about !== null && open(one.about) ? one.about : null,
        bullets: one.bullets.filter(open),
      }))
  return indexed({
    jobs: cleaned(facts.jobs),
    projects: cleaned(facts.projects),
    summary: facts.summary.filter(open),
    // Since when a skill is in use is said by the rules, which can't pair it with another's date.
    studies: facts.studies.filter(open),
    skills: facts.skills.filter(open).map((skill) => ({ ...skill, text: skill.name })),
    experience: facts.experience,
  })
}
