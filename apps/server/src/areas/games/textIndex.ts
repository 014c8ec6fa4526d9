import { pinyin } from 'pinyin-pro'

/** First character of a text that was hit, and how many. */
export type Hit = [from: number, count: number]

/** A text as it is searched in: by its characters, by syllables and by their first letters. */
export type Indexed = {
  /** Normalised characters, and the place of each in the text. */
  plain: string
  places: readonly number[]
  /** The syllable of each character, or the character itself. */
  syllables: readonly string[]
}

const MAX_KNOWN = 5_000
const known = new Map<string, Indexed>()

/** Width and case do not matter, nor do spaces and marks between words. */
export const normal = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·・.,，。、:：\-—_]+/gu, '')

const syllableOf = (letter: string) =>
  /\p{Script=Han}/u.test(letter)
    ? pinyin(letter, { toneType: 'none', v: true }).toLowerCase()
    : letter

/** A text prepared for `find`; names repeat, so each is prepared once. */
export function indexed(text: string): Indexed {
  const before = known.get(text)
  if (before) return before
  const letters: string[] = []
  const places: number[] = []
  let at = 0
  for (const character of text) {
    for (const letter of normal(character)) {
      letters.push(letter)
      places.push(at)
    }
    at += character.length
  }
  const made = { plain: letters.join(''), places, syllables: letters.map(syllableOf) }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(text, made)
  return made
}

/** How many characters from `from` on the letters spell: each in full or by its first letter. */
function spelt(syllables: readonly string[], from: number, letters: string): number {
  if (letters === '') return 0
  const syllable = syllables[from]
  if (syllable === undefined) return -1
  // The last syllable may be half typed.
  if (syllable.startsWith(letters)) return 1
  for (const part of new Set([syllable, syllable.slice(0, 1)])) {
    if (!letters.startsWith(part)) continue
    const rest = spelt(syllables, from + 1, letters.slice(part.length))
    if (rest >= 0) return rest + 1
  }
  return -1
}

/** The longest word of letters that is read as pinyin: longer ones name nothing. */
const MAX_LETTERS = 24

const lettersOf = (text: string) => Array.from(text).length

/** Where `q`, normalised, stands in a text: as written, or as pinyin and its initials. */
export function find({ plain, places, syllables }: Indexed, q: string): Hit | null {
  if (q === '') return null
  const written = plain.indexOf(q)
  if (written >= 0) return hitOf(places, lettersOf(plain.slice(0, written)), lettersOf(q))
  if (!/^[a-z]+$/.test(q) || q.length > MAX_LETTERS) return null
  for (let from = 0; from < syllables.length; from++) {
    const count = spelt(syllables, from, q)
    if (count > 0) return hitOf(places, from, count)
  }
  return null
}

function hitOf(places: readonly number[], from: number, count: number): Hit {
  const first = places[from] ?? 0
  const last = places[from + count - 1] ?? first
  return [first, last - first + 1]
}
