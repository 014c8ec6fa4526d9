// Looks through an offer before members see it. The console runs it while an operator types, the
// server before a save counts.
import { termsArticle } from '../consents/facts.ts'
import { leadsToOffer } from '../site/targets.ts'
import type { AdvertRule } from './facts.ts'

export type AdvertWords = {
  age: readonly string[]
  conditions: readonly string[]
  urgency: readonly string[]
  minors: readonly string[]
  /** One of these makes a text of service read like an offer. */
  offers: readonly string[]
}
export type AdvertText = { field: string; label: string; html: string }
/** A picture as its operator stated it: it has an age sign, and appeals to no minors. */
export type AdvertPicture = { src: string; age: boolean; minors: boolean }
export type Advert = {
  texts: readonly AdvertText[]
  pictures: readonly AdvertPicture[]
  /** The platform shows the rule of the offer beside its title, conditions and all. */
  hasTerms: boolean
  /** A picture and its title alone: there is no place for conditions and a link. */
  pictureOnly?: boolean
  /** Shown as it is written: nothing in it links. */
  unlinked?: boolean
  /** Without words of offers it is plain service, and searched for claims alone. */
  mayBeService?: boolean
}
/** `place` is what stands around a word, or the picture; empty where something is missing. */
export type AdvertFinding = { rule: AdvertRule; field: string; label: string; place: string }

const AROUND = 8
const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&amp;': '&',
  '&lt;': '<',
  '&#43;': '+',
}

/** Text as it is read: no markup, one width of letters, nothing invisible between them. */
const readable = (html: string): string =>
  html
    .replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/gi, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/&[a-z#0-9]+;/gi, entity => entities[entity.toLowerCase()] ?? '')
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]/gu, '')
    .toLowerCase()

const plain = (word: string) => readable(word)
const hasAny = (text: string, words: readonly string[]) =>
  words.map(plain).some(word => word !== '' && text.includes(word))

/** Every place of a word list in a text, once for each word. */
function wordsIn(
  rule: AdvertRule,
  { field, label, html }: AdvertText,
  words: readonly string[],
): AdvertFinding[] {
  const text = readable(html)
  return words.map(plain).flatMap(word => {
    const at = word === '' ? -1 : text.indexOf(word)
    if (at < 0) return []
    const place = text.slice(Math.max(0, at - AROUND), at + word.length + AROUND)
    return [{ rule, field, label, place }]
  })
}

/** Whether a text links to its terms: by the words of the link. */
const linksTo = (html: string, words: readonly string[]): boolean =>
  [...html.matchAll(/<a\b[^>]*\bhref="[^"]+"[^>]*>(.*?)<\/a>/gis)].some(([, inner = '']) =>
    hasAny(readable(inner), words),
  )

const isSigned = (all: string, pictures: readonly AdvertPicture[], words: AdvertWords): boolean =>
  hasAny(all, words.age) || (pictures.length > 0 && pictures.every(p => p.age))

function missing(advert: Advert, words: AdvertWords): AdvertFinding[] {
  const { texts, pictures, hasTerms, pictureOnly, unlinked } = advert
  const [first] = texts
  const main = texts.find(({ field }) => field !== 'title') ?? first
  if (!main || pictureOnly) return []
  const all = texts.map(({ html }) => readable(html)).join('\n')
  const linked = hasTerms || unlinked || texts.some(t => linksTo(t.html, words.conditions))
  const lacks: [AdvertRule, boolean][] = [
    ['age', !isSigned(all, pictures, words)],
    ['conditions', !hasTerms && !hasAny(all, words.conditions)],
    ['terms', !linked],
  ]
  const { field, label } = main
  return lacks.filter(([, lack]) => lack).map(([rule]) => ({ rule, field, label, place: '' }))
}

const unstated = ({ src, age, minors }: AdvertPicture): AdvertFinding[] => {
  const at = { field: 'picture', label: '图片', place: src }
  return [
    ...(age ? [] : [{ ...at, rule: 'picture_age' as const }]),
    ...(minors ? [] : [{ ...at, rule: 'picture_minors' as const }]),
  ]
}

/** The words of offers in a text; none for most texts of service. */
export function offerWordsIn(
  htmls: readonly string[],
  { offers }: Pick<AdvertWords, 'offers'>,
): string[] {
  const all = htmls.map(readable).join('\n')
  return offers.filter(word => plain(word) !== '' && all.includes(plain(word)))
}

/** The words by which a text that may be service is an offer. */
export const offerWordsOf = ({ texts }: Pick<Advert, 'texts'>, words: AdvertWords): string[] =>
  offerWordsIn(
    texts.map(({ html }) => html),
    words,
  )

/** What speaks against an offer, or against a text of service; empty when nothing does. */
export function lintAdvert(advert: Advert, words: AdvertWords): AdvertFinding[] {
  const claims = advert.texts.flatMap(text => wordsIn('urgency', text, words.urgency))
  if (advert.mayBeService && offerWordsOf(advert, words).length === 0) return claims
  return [
    ...missing(advert, words),
    ...claims,
    ...advert.texts.flatMap(text => wordsIn('minors', text, words.minors)),
    ...advert.pictures.flatMap(unstated),
  ]
}

/** Text that is shown as it is, as markup. */
const asMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A name and a note that the page shows beside the rule of an offer. Conditions and an age sign
 * stand there, so only the words of both are looked through.
 */
export const namedOffer = (name: string, note: string) => ({
  texts: [
    { field: 'name', label: '名称', html: asMarkup(name) },
    { field: 'note', label: '说明', html: asMarkup(note) },
  ],
  pictures: [],
  hasTerms: true,
  pictureOnly: true,
})

/** What is told of words of offers to whoever sends or approves such a letter. */
export const likeOffer = (words: readonly string[]): string =>
  words.length === 0 ? '' : `标为服务，文中有优惠用语：${words.join('、')}`

/** The pictures of a text, each once. */
export const picturesIn = (html: string): string[] => [
  ...new Set([...html.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/gi)].map(([, src = '']) => src)),
]

/** A banner is a picture and its title. */
export const bannerAdvert = (title: string, src: string) => ({
  texts: [{ field: 'title', label: '标题', html: asMarkup(title) }],
  pictures: [src],
  hasTerms: false,
  pictureOnly: true,
})

/** Whether a banner is an offer: by where it leads, or by the words of its title. */
export const isOfferBanner = (
  { title, link }: { title: string; link: string },
  words: Pick<AdvertWords, 'offers'>,
): boolean => leadsToOffer(link) || offerWordsIn([asMarkup(title)], words).length > 0

/** A notice passes by as one line of text. */
export const noticeAdvert = (content: string) => ({
  texts: [{ field: 'content', label: '内容', html: asMarkup(content) }],
  pictures: [],
  hasTerms: false,
  unlinked: true,
  mayBeService: true,
})

/** An article of the site. The one with the terms needs no link to them. */
export const articleAdvert = (type: number, title: string, html: string) => ({
  texts: [
    { field: 'title', label: '标题', html: asMarkup(title) },
    { field: 'content', label: '正文', html },
  ],
  pictures: picturesIn(html),
  hasTerms: type === termsArticle.terms,
  mayBeService: true,
})
