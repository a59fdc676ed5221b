// What a person may edit in a request at `submit`: the drafted texts, by where they stand.

/** RFC 6901 pointers to the first drafted texts of a form; more than these are shown and can't be edited. */
export const editable: readonly string[] = Array.from(
  { length: 6 },
  (_, at) => `/action/written/${at}/value`,
)
