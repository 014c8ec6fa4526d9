// The language of the page. A launch names it, the address of the page carries it.
import { zh, type Catalogue } from './zh.ts'

/** Languages by their names in a launch; whatever else is asked for is simplified Chinese. */
const OTHERS = {
  en: async () => {
    const [{ en }, { phrases }, { drawIn }] = await Promise.all([
      import('./en.ts'),
      import('../phrases/en.ts'),
      import('../phrases/phrases.ts'),
    ])
    say = drawIn(phrases)
    return en
  },
} as const
type Other = keyof typeof OTHERS
export type Lang = 'zh-Hans' | Other

/** The language that a tag such as `en-GB` asks for. */
export function langOf(tag: string): Lang {
  const [language] = tag.toLowerCase().split('-')
  return (Object.keys(OTHERS) as Other[]).find(other => other === language) ?? 'zh-Hans'
}

const asked = typeof location === 'undefined' ? '' : location.search
export const lang: Lang = langOf(new URLSearchParams(asked).get('lang') ?? '')
export const isChinese = lang === 'zh-Hans'
/** How dates are written. */
export const locale = lang === 'en' ? 'en-GB' : 'zh-CN'
/** The address of another page of the venue, in the language of this one. */
export const inLang = (path: string): string => (isChinese ? path : `${path}?lang=${lang}`)

let catalogue: Catalogue = zh
let say = (text: string): string => text

/** A text of a game in the language of the page, for what no component draws. */
export const inWords = (text: string): string => say(text)

/** What another server says, where this language has it; else what the page says `instead`. */
export const heard = (text: string, instead: string): string =>
  isChinese || !/\p{Script=Han}/u.test(say(text)) ? text : instead

/** Fetches what the page says before it is drawn; Chinese is with it. */
export async function loadWords(): Promise<void> {
  document.documentElement.lang = lang
  if (lang === 'zh-Hans') return
  // Without an answer the page says what it has.
  catalogue = await OTHERS[lang]().catch(() => zh)
}

/** A text of the shared parts, with its values filled in. */
export function t(name: keyof Catalogue, values: Record<string, string | number> = {}): string {
  return catalogue[name].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key] ?? ''))
}
