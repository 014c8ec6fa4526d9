// How text is written into a PDF without embedding a font: Helvetica, which every viewer has, for
// Latin letters and figures, and STSong-Light, for which every viewer takes a Chinese font of its
// own. docs/decisions/0061-statements-of-a-member.md says why.

/** Widths of Helvetica from the space on, in thousandths of the size (Adobe's font metrics). */
const LATIN = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
  556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
  611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
  667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
  222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
const FULL = 1_000
const SPACE = 32

const widthOfOne = (char: string) => LATIN[(char.codePointAt(0) ?? 0) - SPACE] ?? FULL

export const widthOf = (text: string, size: number): number =>
  ([...text].reduce((sum, char) => sum + widthOfOne(char), 0) * size) / 1_000

/** As much of a text as fits, with an ellipsis where something is missing. */
export function fitted(text: string, size: number, width: number): string {
  if (widthOf(text, size) <= width) return text
  const chars = [...text]
  while (chars.length > 0 && widthOf(`${chars.join('')}…`, size) > width) chars.pop()
  return `${chars.join('')}…`
}

/** Lines no wider than `width`, broken between any two characters, as Chinese is. */
export function wrapped(text: string, size: number, width: number): string[] {
  const lines = ['']
  for (const char of text) {
    const longer = `${lines.at(-1)}${char}`
    if (widthOf(longer, size) > width) lines.push(char)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const hex16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()
const isLatin = (char: string) => char >= ' ' && char <= '~'
const literal = (text: string) => `(${text.replace(/[\\()]/g, '\\$&')})`

/** A text object at a place; its runs of Latin and of Chinese follow each other. */
export function shown(text: string, at: { x: number; y: number; size: number }): string {
  const runs = text.match(/[ -~]+|[^ -~]+/g) ?? []
  const written = runs.map(run =>
    isLatin(run.charAt(0))
      ? `/L ${at.size} Tf ${literal(run)} Tj`
      : `/C ${at.size} Tf <${hex16(run)}> Tj`,
  )
  return `BT ${at.x.toFixed(2)} ${at.y.toFixed(2)} Td ${written.join(' ')} ET`
}

/** A text of the file's description. */
export const described = (text: string) => `<FEFF${hex16(text)}>`

/** Says which characters the codes of the Chinese font are, so that they can be copied and read. */
export function toUnicode(): string {
  const high = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'))
  const part = (from: number, to: number) =>
    [
      `${to - from} beginbfrange`,
      ...high.slice(from, to).map(h => `<${h}00> <${h}ff> <${h}00>`),
      'endbfrange',
    ].join('\n')
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${part(0, 100)}
${part(100, 200)}
${part(200, 256)}
endcmap CMapName currentdict /CMap defineresource pop end end`
}
