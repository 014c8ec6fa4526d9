/** What may stand in members' pages; the server keeps the same list, and has the last word. */
const allowed = new Set([
  'P',
  'BR',
  'B',
  'STRONG',
  'I',
  'EM',
  'U',
  'UL',
  'OL',
  'LI',
  'H2',
  'H3',
  'H4',
  'BLOCKQUOTE',
  'A',
  'IMG',
  'TABLE',
  'THEAD',
  'TBODY',
  'TR',
  'TH',
  'TD',
  'HR',
  'SPAN',
  'DIV',
])
const attributes: Record<string, string[]> = {
  A: ['href', 'title'],
  IMG: ['src', 'alt', 'width', 'height'],
  TD: ['colspan', 'rowspan'],
  TH: ['colspan', 'rowspan'],
}
const gone = new Set(['SCRIPT', 'STYLE', 'IFRAME', 'OBJECT', 'TEMPLATE', 'NOSCRIPT'])

/**
 * HTML with nothing in it that runs or styles: unknown elements give way to their contents. Parsed
 * apart from the page, so that nothing of it ever lives.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of Array.from(body.querySelectorAll('*'))) {
    if (gone.has(element.tagName)) element.remove()
    else if (!allowed.has(element.tagName)) element.replaceWith(...element.childNodes)
    else {
      for (const { name, value } of Array.from(element.attributes)) {
        const known = attributes[element.tagName]?.includes(name) ?? false
        const address = name === 'href' || name === 'src'
        if (!known || (address && !/^(https?:|mailto:|tel:|\/|#)/i.test(value.trim())))
          element.removeAttribute(name)
      }
    }
  }
  return body.innerHTML
}
