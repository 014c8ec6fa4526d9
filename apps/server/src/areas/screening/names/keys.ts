// Keys that names of one person share however they are written: candidates are found by them, and
// only candidates are compared.
import type { NameForm } from './forms.ts'

const CLASSES: Readonly<Record<string, string>> = Object.fromEntries(
  ['bfpvw:1', 'cgjkqsxz:2', 'dt:3', 'l:4', 'mn:5', 'r:6'].flatMap(each => {
    const [letters, digit] = each.split(':') as [string, string]
    return [...letters].map(letter => [letter, digit] as const)
  }),
)
const MOST_KEYS = 60
const DIGITS = 4

/** The classes of the consonants in their order: what is left of a word when it is misheard. */
export function skeleton(token: string): string {
  let digits = ''
  let last = ''
  for (const letter of token) {
    const digit = CLASSES[letter] ?? ''
    if (digit !== '' && digit !== last) digits += digit
    if (digit !== '' || 'aeiouy'.includes(letter)) last = digit
  }
  return digits.slice(0, DIGITS)
}
const code = (token: string) => `${token[0] ?? ''}${skeleton(token)}`

/** Splits the tokens once in two, since nobody agrees on what is one word. */
function* halves(tokens: readonly string[]): Generator<[string, string]> {
  for (let at = 1; at < tokens.length; at++)
    yield [tokens.slice(0, at).join(''), tokens.slice(at).join('')]
}

function* pairs(tokens: readonly string[]): Generator<[string, string]> {
  for (const [at, one] of tokens.entries())
    for (const other of tokens.slice(at + 1)) yield [one, other]
}

function* keysOfPair([one, other]: [string, string]): Generator<string> {
  yield `s:${[code(one), code(other)].toSorted().join('|')}`
  for (const [whole, part] of [
    [one, other],
    [other, one],
  ] as const) {
    if (whole.length < 2) continue
    yield `i:${whole}|${part[0] ?? ''}`
    yield `c:${whole}|${skeleton(part)}`
  }
}

/** All keys of a name in one form. */
function* keysOfForm({ tokens, han }: NameForm): Generator<string> {
  if (han !== '') yield `h:${han}`
  if (tokens.length === 1) yield `o:${tokens[0] ?? ''}`
  yield `j:${tokens.toSorted().join('')}`
  for (const pair of halves(tokens)) yield* keysOfPair(pair)
  for (const pair of pairs(tokens)) yield* keysOfPair(pair)
}

export const keysOf = (forms: readonly NameForm[]): string[] =>
  [...new Set(forms.flatMap(form => [...keysOfForm(form)]))].slice(0, MOST_KEYS)
