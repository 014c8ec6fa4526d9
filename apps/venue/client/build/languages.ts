import { phrases as en } from '../phrases/en.ts'
import { phraserOf, type Phrases } from '../phrases/phraser.ts'

const CATALOGUES: Readonly<Record<string, Phrases>> = { en }
/** The languages of pages beside Chinese; each is in the name of its files: `bac.en.html`. */
export const LANGUAGES = Object.keys(CATALOGUES)

/** Texts and placeholders between scripts and styles, which stay as they are. */
const BLOCK = /(<(?:script|style)[^>]*>[\s\S]*?<\/(?:script|style)>)/
const TEXT = /(?<=>)[^<]+|(?<=placeholder=")[^"]+/g

/** A page before any script has come, in one of the languages. */
export function inLanguage(
  html: string,
  language: string | undefined,
  phrases: Phrases | undefined = CATALOGUES[language ?? ''],
): string {
  if (!phrases) return html
  const said = phraserOf(phrases)
  return html
    .replace('<html lang="zh-CN">', `<html lang="${language}">`)
    .split(BLOCK)
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(TEXT, said) : part))
    .join('')
}

/** The language that an address asks for, where pages have it. */
export const languageOf = (address: string): string | undefined =>
  LANGUAGES.find(language => new RegExp(`[?&]lang=${language}\\b`, 'i').test(address))
