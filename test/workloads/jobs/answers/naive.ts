// Deliberately naive answers, each a mistake that real form fillers made: all must be caught.
import { countries } from '../../../../packages/workloads/jobs/geography/index.ts'
import { asks, leaves } from './people.ts'
import type { Row } from './rows.ts'

export interface Naive {
  mistake: string
  /** What the mistaken program says; null where it does as ours does. */
  says(row: Row): string | null
}

const optionsOf = ({ kind }: Row) => (kind.includes('|') ? kind.replace(/^\+/, '').split('|') : [])
const isYesNo = (row: Row) =>
  row.kind === 'yn' || optionsOf(row).some((text) => /^yes$/i.test(text))
const flipped = (text: string) => (text === 'Yes' ? 'No' : text === 'No' ? 'Yes' : text)

export const naives: readonly Naive[] = [
  {
    mistake: 'the first option is taken where nothing is known',
    says: (row) => (row.expect === asks ? (optionsOf(row)[0] ?? null) : null),
  },
  {
    mistake: 'a pattern that is empty matches every option',
    says: (row) => (row.says === '???' ? (optionsOf(row)[0] ?? null) : null),
  },
  {
    mistake: 'the last option is the one that declines',
    says: (row) => (row.more.section === 'demographic' ? (optionsOf(row).at(-1) ?? null) : null),
  },
  {
    mistake: 'an option with "not" in it declines',
    says: (row) =>
      row.more.section === 'demographic'
        ? (optionsOf(row).find((text) => /\bnot\b/.test(text)) ?? null)
        : null,
  },
  {
    mistake: 'sponsorship is never needed',
    says: (row) => (/sponsor/i.test(row.says) && isYesNo(row) ? 'No' : null),
  },
  {
    mistake: 'whoever is authorised says yes to every question with that word',
    says: (row) => (/authori[sz]ed/i.test(row.says) && isYesNo(row) ? 'Yes' : null),
  },
  {
    mistake: 'authorised and not sponsored are one question',
    says: (row) =>
      /authori[sz]ed/i.test(row.says) && /sponsor/i.test(row.says) && isYesNo(row) ? 'Yes' : null,
  },
  {
    mistake: 'negation is not read',
    says: (row) =>
      /\b(?:not|without|free of|unable)\b/i.test(row.says) && isYesNo(row)
        ? row.expect === asks
          ? 'No'
          : flipped(row.expect)
        : null,
  },
  {
    mistake: 'the country in the question is not read',
    says: (row) => (/authori[sz]ed .*\b(?:US|United States)\b/.test(row.says) ? 'Yes' : null),
  },
  {
    mistake: 'a country is found anywhere in an option',
    says: (row) =>
      row.kind.includes('Outlying')
        ? (optionsOf(row).find((text) => /U\.?S|United/.test(text)) ?? null)
        : null,
  },
  {
    mistake: 'a known wording answers whatever stands around it',
    says: (row) =>
      /non-compete|worked for|former employee|family members employed/i.test(row.says) &&
      isYesNo(row)
        ? 'No'
        : null,
  },
  {
    mistake: 'years of what is not known are none',
    says: (row) => (/how many years/i.test(row.says) && row.expect === asks ? '0' : null),
  },
  {
    mistake: 'years are those that the question names',
    says: (row) => (/\d\+ years/.test(row.says) ? 'Yes' : null),
  },
  {
    mistake: 'a calendar year is a count',
    says: (row) => (/year did you/.test(row.says) ? '2019' : null),
  },
  {
    mistake: 'a salary is a number in any currency and period',
    says: (row) =>
      /salar|rate|compensation/i.test(row.says) && row.of === 'example' ? '92000' : null,
  },
  {
    mistake: 'every box is ticked',
    says: (row) => (row.kind === 'consent' ? 'Agreed' : null),
  },
  {
    mistake: 'required boxes are ticked',
    says: (row) => (row.kind === 'consent' && row.more.required !== false ? 'Agreed' : null),
  },
  {
    mistake: 'a model writes every long text',
    says: (row) => (row.kind === 'long' ? 'Dear team, …' : null),
  },
  {
    mistake: 'the first file field is the CV',
    says: (row) => (row.kind === 'file' ? 'Joerdis_Kowalczyk_CV.pdf' : null),
  },
  {
    mistake: 'a label that holds "name" wants the name',
    says: (row) => (/\bname\b/i.test(row.says) ? 'Jördis Kowalczyk' : null),
  },
  {
    mistake: 'names are split at the first space',
    says: (row) => (row.of === 'silent' && row.says === 'First Name' ? 'María' : null),
  },
  {
    mistake: 'a label that holds a network wants its link',
    says: (row) =>
      /linkedin/i.test(row.says) ? 'https://www.linkedin.com/in/joerdis-kowalczyk-example' : null,
  },
  {
    mistake: 'visible fields are filled, whatever they say',
    says: (row) => (/leave this field blank/.test(row.says) ? 'Jördis' : null),
  },
  {
    mistake: 'optional questions without an answer are put to the person all the same',
    says: (row) => (row.expect === leaves ? asks : null),
  },
  {
    mistake: 'unknown authorisation is no',
    says: (row) =>
      /authori[sz]ed|right to work/i.test(row.says) && row.expect === asks ? 'No' : null,
  },
  {
    mistake: 'a citizen of the EU is a citizen of each of its countries',
    says: (row) =>
      [...countries.values()].some(
        ({ code, names }) => code === 'NL' && names.some((name) => row.says.includes(name)),
      )
        ? 'Yes'
        : null,
  },
]
