// Job applications, the light half: one posting becomes one application, its documents first.
import { workload } from '#queue'
import { editable } from './editable.ts'
import { ApplicationPayload } from './payload.ts'
import { ApplicationState } from './state.ts'

const twoDays = 48 * 3600

export const jobApplication = workload({
  capability: 'job-application',
  workload: 'jobs',
  title: 'Job application',
  // Long enough to prepare for what comes of it.
  caps: { maxRunning: 2, maxParked: 8, dailyCeiling: 15, leaseSeconds: 60, keepValuesDays: 90 },
  payload: ApplicationPayload,
  state: ApplicationState,
  steps: ['draft', 'make', 'fill', 'answers', 'submit', 'handover'],
  gates: {
    answers: {
      irreversible: false,
      sentence: 'Answer what {/action/company} asks of who applies as {/action/title}',
      effects: [],
      answerWithinSeconds: twoDays,
    },
    submit: {
      irreversible: true,
      sentence: 'Apply to {/action/posting/company} as {/action/posting/title}',
      editable,
      answerWithinSeconds: twoDays,
      actWithinSeconds: 150,
    },
    handover: {
      irreversible: false,
      sentence: 'Apply to {/action/company} as {/action/title} yourself',
      effects: [],
      answerWithinSeconds: twoDays,
    },
  },
  // A form may take its time to load, to be filled twice, and to be answered.
  sliceSeconds: 120,
  needs: {
    memoryMb: 2048,
    browser: true,
    tex: true,
    packages: ['sharp', '@hyzyla/pdfium'],
    profile: true,
    model: true,
    secrets: ['ANTHROPIC_API_KEY'],
    settings: ['COUNTERSIGN_MODEL', 'COUNTERSIGN_MODEL_TOKENS', 'COUNTERSIGN_BEDROCK_REGION'],
  },
})
