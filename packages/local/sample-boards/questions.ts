// The questions that sample employers ask beside a name and a CV, by a short name.

export type Kind =
  | 'text'
  | 'email'
  | 'phone'
  | 'long-text'
  | 'number'
  | 'date'
  | 'choice'
  | 'choices'
  | 'yes-no'
  | 'file'
  | 'location'
  | 'consent'

export interface Question {
  kind: Kind
  label: string
  required?: boolean
  options?: readonly string[]
  /** HTML below the label. */
  description?: string
}

const privacy = '<p>Please read our <a href="/privacy" target="_blank">privacy notice</a>.</p>'

/** `{company}` stands for the employer's name. */
export const questions = {
  'authorised-de': {
    kind: 'yes-no',
    label: 'Are you legally authorised to work in Germany?',
    required: true,
  },
  'authorised-country': {
    kind: 'yes-no',
    label: 'Are you legally authorised to work in the country you would work from? ',
    required: true,
  },
  sponsorship: {
    kind: 'yes-no',
    label: 'Will you now or in the future require sponsorship for a work visa?',
    required: true,
  },
  'sponsorship-free': {
    kind: 'yes-no',
    label: 'Can you work in Germany without sponsorship by an employer?',
    required: true,
  },
  'sponsorship-uk': {
    kind: 'text',
    label: 'Do you require sponsorship to work in the UK?',
    required: true,
  },
  salary: {
    kind: 'text',
    label: 'What are your salary expectations (gross per year, in euros)?',
    required: true,
  },
  notice: {
    kind: 'text',
    label: 'How long is your notice period?',
    required: true,
  },
  'notice-choice': {
    kind: 'choice',
    label: 'When could you join us?',
    required: true,
    options: ['Within a month', 'In one to two months', 'In two to three months', 'Later'],
  },
  'start-date': { kind: 'date', label: 'What is your earliest start date?', required: true },
  linkedin: { kind: 'text', label: 'LinkedIn profile' },
  github: { kind: 'text', label: 'GitHub or another place where we can read your code' },
  website: { kind: 'text', label: 'Website' },
  heard: {
    kind: 'choice',
    label: 'How did you hear about this job?',
    options: ['Careers page', 'Job board', 'A friend who works here', 'Conference', 'Other'],
  },
  why: {
    kind: 'long-text',
    label: 'Why would you like to work at {company}?',
    required: true,
    description: '<p>A few sentences will do, no second letter please.</p>',
  },
  proud: {
    kind: 'long-text',
    label: 'Tell us about something you built that you are proud of.',
  },
  years: {
    kind: 'choice',
    label: 'For how many years have you run Postgres in production?',
    required: true,
    options: ['None yet', 'Less than 2', '2 to 4', '5 or more'],
  },
  'years-number': {
    kind: 'number',
    label: 'Years of professional experience with TypeScript',
    required: true,
  },
  german: {
    kind: 'choice',
    label: 'How well do you speak German?',
    required: true,
    options: ['Not at all', 'A1–A2', 'B1–B2', 'C1–C2', 'Native'],
  },
  languages: {
    kind: 'choices',
    label: 'Which of these languages can you work in?',
    options: ['English', 'German', 'Polish', 'Portuguese', 'French'],
  },
  'office-days': {
    kind: 'yes-no',
    label: 'We meet in our Berlin office on two days a week. Does that suit you?',
    required: true,
  },
  relocate: {
    kind: 'yes-no',
    label: 'Do you live in or around Berlin, or would you move?',
    required: true,
  },
  'non-compete': {
    kind: 'yes-no',
    label: 'Are you bound by a non-compete or any other restrictive covenant?',
    required: true,
  },
  adult: { kind: 'yes-no', label: 'Are you at least 18 years old?', required: true },
  'worked-here': {
    kind: 'yes-no',
    label: 'Have you previously worked for {company}?',
    required: true,
  },
  relatives: {
    kind: 'yes-no',
    label: 'Are you related to anyone who works here?',
    required: true,
  },
  'used-ai': {
    kind: 'yes-no',
    label: 'Did you use AI to write any part of this application?',
    required: true,
    description: '<p>Either answer is fine; we only want to know.</p>',
  },
  incident: {
    kind: 'long-text',
    label: 'Describe an incident you were part of. What did you change afterwards?',
    required: true,
  },
  referral: { kind: 'text', label: 'Were you referred? Please name the person. ' },
  acknowledge: {
    kind: 'choices',
    label: 'Before you send: how we handle your data 🔐',
    required: true,
    description: privacy,
    options: ["I've read it 🤓"],
  },
  certify: {
    kind: 'choices',
    label: 'Please confirm',
    required: true,
    options: ['I certify that everything in this application is true and complete.'],
  },
  signature: {
    kind: 'text',
    label: 'Please type your full name as your signature',
    required: true,
  },
} satisfies Record<string, Question>

export type QuestionName = keyof typeof questions
export const questionNames = Object.keys(questions) as [QuestionName, ...QuestionName[]]
