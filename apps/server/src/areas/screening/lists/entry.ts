// What every published list comes down to: who is on it, under which names.
export type EntryKind = 'person' | 'entity' | 'other'
export type Entry = {
  /** The list's own number of the entry. */
  ref: string
  kind: EntryKind
  names: string[]
  /** Names that the list itself calls weak. */
  weakNames: string[]
  /** `1971-05-05`, `1971`, `1971~1973`. */
  births: string[]
  /** ISO codes. */
  countries: string[]
  /** Addresses of digital currencies. */
  wallets: string[]
  programme: string
  /** As the list says it. */
  listedOn: string
}

/** Bounds of one entry; what is beyond is left out. */
const MOST = { names: 100, births: 20, countries: 20, wallets: 200 }
const LONGEST = { ref: 100, name: 300, wallet: 120, programme: 200, listedOn: 40 }

const distinct = (texts: readonly string[], most: number, longest: number) =>
  [...new Set(texts.map(clean).filter(text => text !== '' && text.length <= longest))].slice(
    0,
    most,
  )
const clean = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
/** The beginning of a text, without half of a letter that is written by two code units. */
const cut = (text: string, longest: number) =>
  clean(text)
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '')

/** An entry within its bounds; undefined when it has no number or nothing to find it by. */
export function entryOf(found: Partial<Entry> & Pick<Entry, 'ref' | 'kind'>): Entry | undefined {
  const names = distinct(found.names ?? [], MOST.names, LONGEST.name)
  const wallets = distinct(found.wallets ?? [], MOST.wallets, LONGEST.wallet)
  const ref = cut(found.ref, LONGEST.ref)
  if (ref === '' || names.length + wallets.length === 0) return undefined
  return {
    ref,
    kind: found.kind,
    names,
    weakNames: distinct(found.weakNames ?? [], MOST.names, LONGEST.name).filter(
      name => !names.includes(name),
    ),
    births: distinct(found.births ?? [], MOST.births, 10),
    countries: distinct(found.countries ?? [], MOST.countries, 2),
    wallets,
    programme: cut(found.programme ?? '', LONGEST.programme),
    listedOn: cut(found.listedOn ?? '', LONGEST.listedOn),
  }
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const two = (text: string) => text.padStart(2, '0')

/** Ways in which lists write a date, with day and month where they are known. */
const WAYS: readonly [RegExp, (found: string[]) => string][] = [
  [/^(\d{4})-(\d\d)-(\d\d)/, ([, y, m, d]) => whole(y, m, d)],
  [/^(\d\d?)\/(\d\d?)\/(\d{4})$/, ([, d, m, y]) => whole(y, two(m ?? ''), two(d ?? ''))],
  [
    /^(\d\d?)[ -]([a-z]{3})[a-z]*[ -](\d{4})$/i,
    ([, d, m, y]) => whole(y, monthOf(m ?? ''), two(d ?? '')),
  ],
  [/(\d{4})\s*(?:to|-|~)\s*(\d{4})/, ([, from, to]) => `${from ?? ''}~${to ?? ''}`],
  [/(?:^|\D)(\d{4})(?:\D|$)/, ([, y]) => y ?? ''],
]
const monthOf = (name: string) => two(String(MONTHS.indexOf(name.toLowerCase()) + 1))

function whole(y = '', m = '', d = ''): string {
  const known = Number(m) >= 1 && Number(m) <= 12 && Number(d) >= 1 && Number(d) <= 31
  return known ? `${y}-${m}-${d}` : y
}

/** A date of birth as it is kept; nothing where the text has no year. */
export function birthsOf(text: string): string[] {
  const typed = clean(text)
  for (const [way, read] of WAYS) {
    const found = way.exec(typed)
    if (found) return [read([...found])]
  }
  return []
}

const ALL_CODES = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].flatMap((one, _, letters) =>
  letters.map(other => one + other),
)
let codes: Map<string, string> | null = null
/** Names of countries in English that differ from the library's. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'russian federation': 'RU',
  'korea, north': 'KP',
  'north korea': 'KP',
  "democratic people's republic of korea": 'KP',
  'syrian arab republic': 'SY',
  'iran (islamic republic of)': 'IR',
  burma: 'MM',
  'democratic republic of the congo': 'CD',
  'congo, democratic republic of the': 'CD',
  'people’s republic of china': 'CN',
}

function codesByName(): Map<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const found = new Map(Object.entries(OTHER_NAMES))
  for (const code of ALL_CODES) {
    const name = names.of(code)
    if (name) found.set(name.toLowerCase(), code)
  }
  return found
}

/** The ISO code of a country by its code or its English name; nothing for what is neither. */
export function countriesOf(text: string): string[] {
  const typed = clean(text)
  if (/^[a-z]{2}$/i.test(typed)) return [typed.toUpperCase()]
  codes ??= codesByName()
  const code = codes.get(typed.toLowerCase())
  return code ? [code] : []
}
