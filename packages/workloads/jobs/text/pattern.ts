// Long regular expressions, written over several lines.

/**
 * A regular expression from a template: line breaks and the white space beside them don't count, so a space at the
 * edge of a line is written `[ ]`. Everything else is as between slashes.
 */
export function pattern(flags = ''): (parts: TemplateStringsArray) => RegExp {
  return (parts) => new RegExp(parts.raw.join('').replace(/\s*\n\s*/g, ''), flags)
}
