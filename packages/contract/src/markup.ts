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
