// The fonts that every document of ours begins with, and what makes them extract as they print.

/**
 * Letters that T1 would build from two pieces, which a PDF reader then extracts as two. Latin Modern
 * has them as single glyphs in other encodings: `ễB9` is slot B9 of T5. Taken from the packages'
 * `lm-l7x.enc`, `lm-t5.enc` and `lm-qx.enc`.
 */
const singleGlyphs: Readonly<Record<string, string>> = {
  L7x: `ĀC2 āE2 ĒC7 ēE7 ĖCB ėEB ĢCC ģEC ĪCE īEE ĮC1 įE1 ĶCD ķED ĻCF ļEF ŅD2 ņF2 ŌD4 ōF4 ŖAA ŗBA
    ŪDB ūFB ŲD8 ųF8 …85`,
  T5: `Đ1E Ĩ9E ĩBE ŨD4 ũF4 ƠCC ơEC ƯD7 ưF7 Ạ84 ạA4 Ả83 ảA3 Ấ87 ấA7 Ầ86 ầA6 Ẩ89 ẩA9 Ẫ88 ẫA8 Ậ8A ậAA
    Ắ8D ắAD Ằ8C ằAC Ẳ8F ẳAF Ẵ8E ẵAE Ặ90 ặB0 Ẹ95 ẹB5 Ẻ94 ẻB4 Ẽ93 ẽB3 Ế98 ếB8 Ề97 ềB7 Ể9A ểBA Ễ99 ễB9
    Ệ9B ệBB Ỉ9F ỉBF ỊC0 ịE0 ỌC5 ọE5 ỎC4 ỏE4 ỐC8 ốE8 ỒC7 ồE7 ỔCA ổEA ỖC9 ỗE9 ỘCB ộEB ỚCE ớEE ỜCD ờED
    ỞD0 ởF0 ỠCF ỡEF ỢD1 ợF1 ỤD6 ụF6 ỦD5 ủF5 ỨD9 ứF9 ỪD8 ừF8 ỬDB ửFB ỮDA ữFA ỰDC ựFC ỲDD ỳFD Ỵ1C ỵ1D
    Ỷ1A ỷ1B ỸDF ỹFF`,
  QX: 'Ș93 șB3 Ț95 țB5 −A8 ∞AD',
}

/** Signs that engineers write and that only the mathematics fonts have. */
const mathSigns: Readonly<Record<string, string>> = {
  '≤': '\\leq',
  '≥': '\\geq',
  '≈': '\\approx',
}

/** Latin Modern brings the font tables of these encodings; LaTeX need only know that they exist. */
function encodings(): string {
  return Object.keys(singleGlyphs)
    .map(
      (encoding) =>
        `\\DeclareFontEncoding{${encoding}}{}{}\\DeclareFontSubstitution{${encoding}}{lmr}{m}{n}`,
    )
    .join('\n')
}

function declarations(): string {
  const glyphs = Object.entries(singleGlyphs).flatMap(([encoding, row]) =>
    row.split(/\s+/).map((entry) => {
      const [character = '', ...slot] = [...entry]
      return declare(character, `\\singleglyph{${encoding}}{"${slot.join('')}}`)
    }),
  )
  const signs = Object.entries(mathSigns).map(([character, command]) =>
    declare(character, `\\ensuremath{${command}}`),
  )
  return [...glyphs, ...signs].join('\n')
}

/** The other engines read characters, not bytes: there the signs themselves become commands. */
function activeSigns(): string {
  return Object.entries(mathSigns)
    .map(
      ([sign, command]) => `\\catcode\`${sign}=13\\protected\\def${sign}{\\ensuremath{${command}}}`,
    )
    .join('\n')
}

function declare(character: string, command: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `\\DeclareUnicodeCharacter{${code}}{${command}}`
}

/**
 * Latin Modern for text that a PDF reader gets back letter by letter: T1 with further encodings under
 * pdfTeX, OpenType under LuaTeX and Tectonic. Comes right after `\documentclass`.
 */
export const fontPreamble = String.raw`\ifdefined\pdftexversion
\usepackage[T1]{fontenc}
${encodings()}
\usepackage[utf8]{inputenc}
\usepackage{textcomp,lmodern}
\input{glyphtounicode}\pdfgentounicode=1
\pdfglyphtounicode{Tcommaaccent}{021A}\pdfglyphtounicode{tcommaaccent}{021B}
\DeclareRobustCommand{\singleglyph}[2]{{\fontencoding{#1}\selectfont\char#2}}
${declarations()}
\else
\usepackage{fontspec}
\ifdefined\directlua
\protected\def\pdfglyphtounicode{\pdfextension glyphtounicode }
\input{glyphtounicode}\pdfvariable gentounicode=1
\fi
${activeSigns()}
\fi
`
