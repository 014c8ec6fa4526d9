// HTML that operators write and members read. The server's sanitiser and the editor of the back
// office both go by this list. No zod here: the browser loads it.

/** Every element that may stand in it, with the attributes that the element keeps. */
export const markup: Record<string, readonly string[]> = {
  p: [],
  br: [],
  b: [],
  strong: [],
  i: [],
  em: [],
  u: [],
  ul: [],
  ol: [],
  li: [],
  h2: [],
  h3: [],
  h4: [],
  blockquote: [],
  a: ['href', 'title'],
  img: ['src', 'alt', 'width', 'height'],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  hr: [],
  span: [],
  div: [],
}

/** What an address in it may begin with, besides a path of the site itself. */
export const addressSchemes: readonly string[] = ['http', 'https', 'mailto', 'tel']

/** `https:host/a` is a path on a page of the same scheme, and another host on one of the other. */
const SITES = ['https://site.invalid', 'http://site.invalid']

/**
 * Whether a picture is a file of the site itself. A picture from elsewhere tells its host who opens
 * the text, and when.
 */
export const isOwnPicture = (src: string): boolean =>
  SITES.every(site => URL.canParse(src, site) && new URL(src, site).origin === site)
