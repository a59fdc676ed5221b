// Where a night may put a posting, in the order in which its table shows them.

export const placements = [
  /** One of the top N. */
  'taken',
  /** Would be in, but its company has as many as allowed. */
  'company cap',
  'below the cut',
  /** The same words under a new id: shown, and applied to at most once. */
  'repost',
  /** Taken up on an earlier night. */
  'seen',
  'too old',
  'closed',
  'misses',
] as const
export type Placement = (typeof placements)[number]

/** Each placement as people say it of so many postings. */
export const placementSayings: Readonly<Record<Placement, string>> = {
  taken: 'taken up',
  'company cap': 'over their company’s share',
  'below the cut': 'below the cut',
  repost: 'posted before',
  seen: 'taken up before',
  'too old': 'too old',
  closed: 'closed',
  misses: 'skipped',
}
