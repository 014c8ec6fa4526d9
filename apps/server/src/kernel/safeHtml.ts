import { addressSchemes, markup } from '@tianping/contract/markup'
import sanitizeHtml from 'sanitize-html'

/**
 * Server HTML that a page shows: text, structure and plain links and pictures; nothing that runs or
 * styles the page.
 */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: Object.keys(markup),
    allowedAttributes: Object.fromEntries(
      Object.entries(markup).map(([element, attributes]) => [element, [...attributes]]),
    ),
    allowedSchemes: [...addressSchemes],
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener nofollow' } }),
    },
  })

/** Where the links of server HTML lead. */
export function linksOf(html: string): string[] {
  const links: string[] = []
  sanitizeHtml(safeHtml(html), {
    allowedTags: ['a'],
    transformTags: {
      a: (tagName, attribs) => {
        if (attribs['href']) links.push(attribs['href'])
        return { tagName, attribs }
      },
    },
  })
  return links
}
