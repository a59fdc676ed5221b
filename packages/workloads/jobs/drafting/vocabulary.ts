// Words that state nothing about an applicant: what a letter may say besides the words of its facts.

/**
 * Closed-class words, and a few turns of every letter. Left out on purpose: negations, quantities
 * ("many", "more", "several"), grades ("strong", "expert", "successfully"), and every verb of doing but
 * "work", "use" and "be", since each of them would state something.
 */
export const plainWords: ReadonlySet<string> = new Set(
  `a about after also am among an and are as at be because been before being between both but by can could
  did do does doing during each either for from had has have having he her here his how i if in into is it
  its itself just me mine my myself of off on onto or our ours own per so some such than that the their
  theirs them themselves then there these they this those through to today together under until up upon us
  was we were what when where which while who whom whose why will with within would you your yours
  apply applying ask earlier look name named need position posting project since use used using
  work worked working`.split(/\s+/),
)
