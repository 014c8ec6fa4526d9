import { addressSchemes, markup } from '@tianping/contract/markup'

const known = new Map(Object.entries(markup))
/** Elements that go with all they hold; of other unknown elements the contents stay. */
const gone = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'TEMPLATE', 'NOSCRIPT'])
const address = new RegExp(`^((${addressSchemes.join('|')}):|/|#)`, 'i')

/** Whether a link or a picture may lead there. */
export const isPlainAddress = (text: string): boolean => address.test(text.trim())

/**
 * HTML with nothing in it that runs or styles: unknown elements give way to their contents. Parsed
 * apart from the page, so that nothing of it ever lives. The server has the last word.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of Array.from(body.querySelectorAll('*'))) {
    const kept = known.get(element.localName)
    if (gone.has(element.tagName)) element.remove()
    else if (!kept) element.replaceWith(...element.childNodes)
    else cleanAttributes(element, kept)
  }
  return body.innerHTML
}

function cleanAttributes(element: Element, kept: readonly string[]) {
  for (const { name, value } of Array.from(element.attributes)) {
    const leads = name === 'href' || name === 'src'
    if (!kept.includes(name) || (leads && !isPlainAddress(value))) element.removeAttribute(name)
  }
}
