// Copies of parts of a text, so that the whole of it needn't be kept and searched.

const scratch = Buffer.alloc(65_536)

/**
 * A copy that keeps nothing else alive, as a slice does, and is as narrow as its characters allow: of a
 * text with one "€" in it every slice is twice as wide and slower to search. A text of more than 32,768
 * characters stays as it is.
 */
export function compact(text: string): string {
  if (text.length > scratch.length / 2) return text
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1'
  return scratch.toString(encoding, 0, scratch.write(text, encoding))
}
