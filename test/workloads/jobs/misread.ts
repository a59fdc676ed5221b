// What the rules still misread in the lists, always to the applicant's advantage or as unclear. Both
// lists may only get shorter.

/** They ask nothing, and leave a question or an answer nonetheless. */
export const heardTooMuch: readonly string[] = [
  'PhD? Dropout? We do not mind.',
  'Field engineers travel up to 70%; platform engineers do not travel.',
  'Our legal team has sponsored forty visas in two years.',
  'In nine years nobody has left the finance team.',
  'Trading hours in New York decide when our load peaks.',
  'Each truck gets a clearance code at the border.',
  'The ministry gave us a security clearance after eleven months.',
  'US persons and others trade on the exchange that we connect to.',
  'Deliveries start immediately after the order.',
]

/** They ask for something that isn't heard, or not for sure. */
export const heardTooLittle: readonly string[] = [
  'Anyone who’d need our signature on a visa petition is, sadly, out.',
  'Ohne deutschen Pass geht es bei diesem Auftraggeber leider nicht.',
  'Fewer than ten years behind you? Then this seat is too early.',
  'You’ve been shipping backends since at least 2015.',
  'Nine years in the trade is where we start the conversation.',
  'Candidates whose Go experience is shorter than two years will not be called.',
  'If your clearance has lapsed we can’t take you.',
  'Your second university degree (MSc) is finished.',
  'We can go as far as seventy thousand euros.',
  'Pay is one hundred and ten thousand dollars.',
  'If you cannot begin before Christmas 2026, please don’t apply.',
  'This contract lets us hire Americans only.',
  'Nothing under nine years of software engineering will do.',
  'Twelve years of engineering, and we will ask about each of them.',
  'We have been around for five years and now want an engineer with ten.',
  'The team needs you from 4 January 2027; the start date is fixed.',
]
