// A text of the games and its like in another language, with the numbers in their places.

/** A text of the games, with `{0}`, `{1}` … for its numbers, and what it is in the language. */
export type Phrases = Readonly<Record<string, string>>

const HAN = /\p{Script=Han}/u
/** A number with its sign, if it has one. */
const NUMBER = /[+−]?\d[\d,]*(?:\.\d+)?/g
/** What stands between texts that are known by themselves: `庄 · 对子`. */
const BETWEEN = /(\s*[·：:，,、；;。（）()/|×!！]\s*|\s+)/
const MARKS: Readonly<Record<string, string>> = {
  '：': ': ',
  '，': ', ',
  '、': ', ',
  '；': '; ',
  '。': '. ',
  '（': ' (',
  '）': ')',
  '！': '!',
}
/** Texts remembered; those with numbers change with every round. */
const MAX_KEPT = 2_000
/** Parts of a line that one phrase may hold, marks and spaces between them included. */
const MAX_PARTS = 24

/**
 * Puts a text into the language: as a whole, else part by part where every part is known, as many
 * of them at a time as a phrase has.
 */
export function phraserOf(phrases: Phrases): (text: string) => string {
  const kept = new Map<string, string>()
  const whole = (text: string): string | undefined => {
    const numbers: string[] = []
    const name = text.replaceAll(NUMBER, number => `{${numbers.push(number) - 1}}`)
    return phrases[name]?.replaceAll(/\{(\d+)\}/g, (_, at: string) => numbers[Number(at)] ?? '')
  }
  /** Beads of a road stand without anything between them: `红红黑`. */
  const byBeads = (text: string) => {
    const beads = /^\p{Script=Han}{2,}$/u.test(text) ? [...text].map(whole) : [undefined]
    return beads.includes(undefined) ? undefined : beads.join(' ')
  }
  /** A part that is known by itself, or has no Chinese. */
  const alone = (part: string) => (HAN.test(part) ? byBeads(part) : (MARKS[part.trim()] ?? part))
  /** The parts from `at` on: the longest text that is known first, if what follows is known too. */
  const from = (parts: readonly string[], at: number, dead: Set<number>): string | undefined => {
    if (at >= parts.length) return ''
    if (dead.has(at)) return undefined
    const most = Math.min(MAX_PARTS, parts.length - at)
    const sizes = Array.from({ length: most + 1 }, (_, i) => most - i)
    for (const size of sizes) {
      const held = parts.slice(at, at + Math.max(1, size)).join('')
      const found = size > 0 ? whole(held) : alone(held)
      const rest = found === undefined ? undefined : from(parts, at + Math.max(1, size), dead)
      if (rest !== undefined) return `${found}${rest}`
    }
    dead.add(at)
    return undefined
  }
  return text => {
    if (!HAN.test(text)) return text
    const before = kept.get(text)
    if (before !== undefined) return before
    const [, left = '', inner = '', right = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? []
    const found = whole(inner) ?? from(inner.split(BETWEEN), 0, new Set())
    const said = found === undefined ? text : left + found + right
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(text, said)
    return said
  }
}
