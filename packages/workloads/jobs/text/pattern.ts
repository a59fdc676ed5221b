// Long regular expressions, written over several lines.

/**
 * A regular expression from a template: line breaks and the white space beside them don't count, so a space at the
 * edge of a line is written `[ ]`. Everything else is as between slashes.
 */
export function pattern(flags = ''): (parts: TemplateStringsArray) => RegExp {
  return (parts) => new RegExp(parts.raw.join('').replace(/\s*\n\s*/g, ''), flags)
}

/**
 * Every match of a global pattern, as `text.matchAll(words)` would give them; that one makes its own
 * copy of the pattern each time.
 */
export function matches(text: string, words: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  words.lastIndex = 0
  for (let match = words.exec(text); match !== null; match = words.exec(text)) {
    found.push(match)
    if (match[0] === '') words.lastIndex += 1
  }
  words.lastIndex = 0
  return found
}
