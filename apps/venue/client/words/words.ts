// The language of the page. A launch names it, the address of the page carries it.
import { zh, type Catalogue } from './zh.ts'

/** Languages by their names in a launch; whatever else is asked for is simplified Chinese. */
const OTHERS = { en: async () => (await import('./en.ts')).en } as const
type Other = keyof typeof OTHERS
export type Lang = 'zh-Hans' | Other

/** The language that a tag such as `en-GB` asks for. */
export function langOf(tag: string): Lang {
  const [language] = tag.toLowerCase().split('-')
  return (Object.keys(OTHERS) as Other[]).find(other => other === language) ?? 'zh-Hans'
}

const asked = typeof location === 'undefined' ? '' : location.search
export const lang: Lang = langOf(new URLSearchParams(asked).get('lang') ?? '')
let catalogue: Catalogue = zh

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
