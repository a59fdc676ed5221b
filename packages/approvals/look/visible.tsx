// Text from anywhere, made visible: what a reader can't see or what turns lines around is shown as its code.
import type { FC } from 'hono/jsx'

// Control and format characters, variation selectors, fillers and tags: whatever prints nothing, or moves what is printed.
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}]/gu
const plain = new Set([' ', '\n', '\t'])

interface Piece {
  text: string
  code?: string
}

/** Splits a text into what prints and what does not; ordinary space, line breaks and tabs print. */
function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(invisible)) {
    if (plain.has(match[0])) continue
    if (match.index > from) found.push({ text: text.slice(from, match.index) })
    const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    found.push({ text: match[0], code: `U+${code}` })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from) })
  return found
}

/** Whether a text holds characters that a reader can't see. */
export function hasInvisible(text: string): boolean {
  return pieces(text).some(({ code }) => code !== undefined)
}

/** The text, isolated from its surroundings, with what is invisible shown as its code point. */
export const Visible: FC<{ text: string }> = ({ text }) => (
  <bdi class="text">
    {pieces(text).map(({ text: piece, code }) =>
      code === undefined ? piece : <span class="codepoint">{code}</span>,
    )}
  </bdi>
)
