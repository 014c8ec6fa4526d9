import { addressSchemes, isOwnPicture, markup } from '@tianping/contract/markup'
import { say } from '@tianping/contract/refusals'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { Refusal } from './http/refusal.ts'

const options: IOptions = {
  allowedTags: Object.keys(markup),
  allowedAttributes: Object.fromEntries(
    Object.entries(markup).map(([element, attributes]) => [element, [...attributes]]),
  ),
  allowedSchemes: [...addressSchemes],
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'noopener nofollow' } }),
  },
}

const isForeignPicture = ({ tag, attribs }: { tag: string; attribs: { src?: string } }) =>
  tag === 'img' && !isOwnPicture(attribs.src ?? '')

/**
 * Server HTML that a page shows: text, structure, plain links and the site's own pictures; nothing
 * that runs, styles the page or tells another host who reads it.
 */
export const safeHtml = (html: string): string =>
  sanitizeHtml(html, { ...options, exclusiveFilter: isForeignPicture })

/** Refuses text that is about to be saved with a picture from elsewhere; says which one it is. */
export function refuseForeignPictures(html: string, field: string): void {
  let n = 0
  sanitizeHtml(html, {
    ...options,
    exclusiveFilter: frame => {
      if (frame.tag !== 'img') return false
      n += 1
      if (isForeignPicture(frame))
        throw new Refusal(
          say('content.picture_elsewhere', { n, src: (frame.attribs['src'] ?? '').slice(0, 80) }),
          { field },
        )
      return false
    },
  })
}

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
