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
