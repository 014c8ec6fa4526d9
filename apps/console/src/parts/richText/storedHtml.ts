import { DOMSerializer, type Node } from '@tiptap/pm/model'
import { cleanHtml } from './cleanHtml.ts'

// HTML and the editor disagree about empty lines: a browser shows no line for an empty paragraph
// nor for the last <br> of a paragraph, the editor shows one for each. What is stored is written so
// that a browser shows what the editor showed.

const bodyOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

const isBreak = (node: ChildNode | null): node is HTMLBRElement => node?.nodeName === 'BR'

/** Stored HTML as the editor takes it: without what a browser does not show. */
export function editableHtml(html: string): string {
  const body = bodyOf(cleanHtml(html))
  for (const each of body.querySelectorAll('p:empty, div:empty')) each.remove()
  for (const each of body.querySelectorAll('*')) {
    const last = each.lastChild
    if (!isBreak(last)) continue
    if (each.localName === 'div' && each.firstChild === last) {
      each.replaceWith(body.ownerDocument.createElement('p'))
    } else last.remove()
  }
  return body.innerHTML
}

/** A document of the editor as it is stored; empty where nothing is written. */
export function storedHtml(doc: Node): string {
  const body = document.implementation.createHTMLDocument().body
  DOMSerializer.fromSchema(doc.type.schema).serializeFragment(
    doc.content,
    { document: body.ownerDocument },
    body,
  )
  if (body.children.length === 1 && body.querySelector('body > p:empty')) return ''
  for (const each of body.querySelectorAll('p, h2, h3, h4'))
    if (isBreak(each.lastChild)) each.append(body.ownerDocument.createElement('br'))
  for (const each of body.querySelectorAll('li, td, th')) unwrap(each)
  for (const each of body.querySelectorAll('p:empty'))
    each.append(body.ownerDocument.createElement('br'))
  keepSpaces(body)
  return cleanHtml(body.innerHTML)
}

/** A list item or a cell of one paragraph stands without it; lists inside an item may follow. */
function unwrap(holder: Element) {
  const [first, ...others] = holder.children
  if (first?.localName === 'p' && others.every(each => /^[uo]l$/.test(each.localName)))
    first.replaceWith(...first.childNodes)
}

/** Of several spaces, a browser shows one: all but the last become spaces that do not break. */
function keepSpaces(body: HTMLElement) {
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? '').replace(/ (?= )/g, '\u00a0')
}

/** Elements whose loss a reader would see. */
const visible = new Set(
  'b strong i em u ul ol li h2 h3 h4 blockquote a img table thead tr th td hr'.split(' '),
)
const same: Record<string, string> = { b: 'strong', i: 'em' }

const nameOf = (element: Element): string => {
  const attributes = Array.from(element.attributes, ({ name, value }) => `${name}=${value}`)
  return [same[element.localName] ?? element.localName, ...attributes.sort()].join(' ')
}

function aroundOf(node: globalThis.Node, body: HTMLElement): string {
  const names = new Set<string>()
  for (let each = node.parentElement; each && each !== body; each = each.parentElement)
    if (visible.has(each.localName) && !each.matches('a:not([href])')) names.add(nameOf(each))
  return [...names].sort().join(',')
}

/** Every word and picture of HTML with the elements around it, in their order. */
function wordsOf(html: string): string[] {
  const body = bodyOf(html)
  const nodes = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const words: string[] = []
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const around = aroundOf(node, body)
    if (node instanceof Element) {
      if (/^(img\b.*\bsrc=|hr$|li$|tr$|t[dh]\b)/.test(nameOf(node)))
        words.push(`<${nameOf(node)}> ${around}`)
    } else
      for (const letter of (node.nodeValue ?? '').replace(/\s/g, '')) words.push(letter + around)
  }
  return words
}

/** Whether two texts read the same: the same words and pictures under the same elements. */
export function readsSame(one: string, other: string): boolean {
  const [words, others] = [wordsOf(cleanHtml(one)), wordsOf(cleanHtml(other))]
  return words.length === others.length && words.every((word, at) => word === others[at])
}
