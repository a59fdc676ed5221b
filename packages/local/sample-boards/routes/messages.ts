// What a form says when an application was not taken.

export const messages = {
  closed: 'This job is no longer accepting applications.',
  expired: 'Your session has expired. Please check your answers and attach your files again.',
  verify: 'Please enter the code that we sent you.',
  duplicate: 'You have already applied to this job.',
  'no-captcha': 'We could not confirm that you are human.',
} as const
