// A name as it is compared: without case, width, marks and punctuation, as tokens of Latin letters.
import { isHan, isSurname, pinyinOfSurname, readingsOfName, simplified } from './chinese.ts'

export type NameForm = {
  tokens: readonly string[]
  /** Chinese characters of the name, simplified; empty for a name in letters. */
  han: string
  /** Syllables are compared whole: another one is another name, not a slip. */
  chinese: boolean
}

const MOST_FORMS = 8
const MOST_TOKENS = 6

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ə: 'a',
}
const CYRILLIC = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:i є:e ґ:g'
    .split(' ')
    .map(each => each.split(':') as [string, string]),
)

/** What is said before a name, and the articles within Arabic ones. */
const PASSED_OVER = new Set(
  'mr mrs ms miss dr prof sir haji hajji sheikh shaykh mullah maulavi general gen col colonel maj capt al el bin ibn ben bint ould'.split(
    ' ',
  ),
)

/** Small letters without marks; what is no letter separates, an apostrophe does not. */
function plainText(name: string): string {
  return [...name.normalize('NFKC').toLowerCase()]
    .map(letter => LETTERS[letter] ?? CYRILLIC[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘ʼʻ`]/g, '')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

function tokensOf(text: string): string[] {
  const all = text.split(' ').filter(token => token !== '')
  const telling = all.filter(token => !PASSED_OVER.has(token))
  return (telling.length > 0 ? telling : all).slice(0, MOST_TOKENS)
}

/** The same tokens with a surname as pinyin writes it, where it is written in another way. */
function* respelled(tokens: readonly string[]): Generator<string[]> {
  for (const at of new Set([0, tokens.length - 1])) {
    if (tokens.length < 2) return
    for (const found of pinyinOfSurname(tokens[at] ?? '')) yield tokens.with(at, found)
  }
}

function letterForms(text: string): NameForm[] {
  const tokens = tokensOf(text)
  if (tokens.length === 0) return []
  const chinese = (each: readonly string[]) =>
    each.length > 1 &&
    each.length <= 4 &&
    (isSurname(each[0] ?? '') || isSurname(each.at(-1) ?? ''))
  return [tokens, ...respelled(tokens)].map(each => ({
    tokens: each,
    han: '',
    chinese: chinese(each),
  }))
}

/** A dot stands between the parts of a name of a Turkic or Tibetan language. */
function hanForms(text: string): NameForm[] {
  const parts = text.split(' ').filter(part => part !== '')
  const han = simplified([...text].filter(letter => isHan(letter)).join(''))
  const only = parts.length === 1 && isHan(text) && !/[a-z]/.test(text)
  const readings = only
    ? readingsOfName(han)
    : [
        parts.map(part =>
          isHan(part)
            ? readingsOfName(simplified(part.replace(/[a-z]/g, '')))
                .at(0)
                ?.join('')
            : part,
        ),
      ]
  return readings.map(tokens => ({
    tokens: tokens.filter(token => token !== undefined && token !== '') as string[],
    han,
    chinese: only,
  }))
}

/** The ways in which a name is compared, at most so many; none for a name without letters. */
export function formsOf(name: string): NameForm[] {
  const text = plainText(name)
  const forms = isHan(text) ? hanForms(text) : letterForms(text)
  return forms.filter(form => form.tokens.length > 0).slice(0, MOST_FORMS)
}
