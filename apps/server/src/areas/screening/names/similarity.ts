// How alike two names are, from 0 to 1.
import { isPinyin } from './chinese.ts'
import type { NameForm } from './forms.ts'
import { skeleton } from './keys.ts'

/** Insertions, deletions, changes and swaps of neighbours that turn one word into the other. */
export function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) row.push(cellOf(rows, row, { one, other, i, j }))
    rows.push(row)
  }
  return at(rows, one.length, other.length)
}
type Cell = { one: string; other: string; i: number; j: number }
const at = (rows: number[][], i: number, j: number) => rows[i]?.[j] ?? 0

function cellOf(rows: number[][], row: number[], { one, other, i, j }: Cell): number {
  const same = one[i - 1] === other[j - 1] ? 0 : 1
  const least = Math.min(
    at(rows, i - 1, j) + 1,
    (row[j - 1] ?? 0) + 1,
    at(rows, i - 1, j - 1) + same,
  )
  const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
  return swapped ? Math.min(least, at(rows, i - 2, j - 2) + 1) : least
}

const alike = (one: string, other: string) =>
  1 - distance(one, other) / Math.max(one.length, other.length, 1)

/** A token counts as the other one from here on. */
const FLOOR = 0.7
const INITIAL = 0.75
const LIKE_SOUNDING = 0.9

const soundsLike = (one: string, other: string, found: number) =>
  found >= 0.6 && Math.min(one.length, other.length) >= 5 && skeleton(one) === skeleton(other)

function tokenLikeness(one: string, other: string, chinese: boolean): number {
  if (one === other) return 1
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? INITIAL : 0
  if (chinese && isPinyin(one) && isPinyin(other)) return 0
  const found = alike(one, other)
  const likeness = soundsLike(one, other, found) ? Math.max(found, LIKE_SOUNDING) : found
  return likeness >= FLOOR ? likeness : 0
}

type Pair = { i: number; j: number; one: string; other: string; likeness: number }

/** Each token with the one it is most like, the surest pairs first. */
function paired(one: NameForm, other: NameForm): Pair[] {
  const chinese = one.chinese && other.chinese
  const all = one.tokens
    .flatMap((a, i) =>
      other.tokens.map((b, j) => ({
        i,
        j,
        one: a,
        other: b,
        likeness: tokenLikeness(a, b, chinese),
      })),
    )
    .filter(({ likeness }) => likeness > 0)
    .toSorted((a, b) => b.likeness - a.likeness || b.one.length - a.one.length)
  const taken = { i: new Set<number>(), j: new Set<number>() }
  return all.filter(({ i, j }) => {
    if (taken.i.has(i) || taken.j.has(j)) return false
    taken.i.add(i)
    taken.j.add(j)
    return true
  })
}

const lengthOf = (tokens: readonly string[]) => tokens.reduce((sum, each) => sum + each.length, 0)

/** A middle name that one side leaves out says little against; other tokens say much. */
const LEFT_OUT = 0.25

function byTokens(one: NameForm, other: NameForm): number {
  const pairs = paired(one, other)
  const shorter = Math.min(one.tokens.length, other.tokens.length)
  if (pairs.length === 0) return 0
  const weightOf = (pair: Pair) => (pair.one.length + pair.other.length) / 2
  const matched = pairs.reduce((sum, pair) => sum + weightOf(pair) * pair.likeness, 0)
  const whole = pairs.reduce((sum, pair) => sum + weightOf(pair), 0)
  const rest = (lengthOf(one.tokens) + lengthOf(other.tokens)) / 2 - whole
  const lenient =
    pairs.length === shorter && shorter > 1 && pairs.every(pair => pair.likeness >= INITIAL)
  const score = matched / (whole + rest * (lenient ? LEFT_OUT : 1))
  return capped(score, pairs, shorter, one.tokens.length === other.tokens.length)
}

/** One word of several, and initials, prove little. */
function capped(score: number, pairs: Pair[], shorter: number, asMany: boolean): number {
  if (shorter === 1 && !asMany) return Math.min(score, 0.7)
  if (pairs.some(pair => pair.likeness === INITIAL)) return Math.min(score, 0.86)
  return score
}

/** As one word, in every order of the words: where words are divided, nobody agrees. */
function asOneWord(one: NameForm, other: NameForm): number {
  if (one.tokens.length === 1 && other.tokens.length === 1) return 0
  const whole = one.tokens.join('')
  let best = 0
  for (let cut = 0; cut < other.tokens.length; cut++) {
    const turned = [...other.tokens.slice(cut), ...other.tokens.slice(0, cut)].join('')
    if (whole === turned) return 1
    if (!(one.chinese && other.chinese)) best = Math.max(best, alike(whole, turned))
  }
  return best >= 0.88 ? best * 0.98 : 0
}

export const nameLikeness = (one: NameForm, other: NameForm): number =>
  Math.max(byTokens(one, other), asOneWord(one, other))
