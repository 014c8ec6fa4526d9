// The least reader that statements need: elements and text. It knows no entity but the five of XML,
// opens nothing and follows nothing; a document with declarations is refused before it is read.
import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../../kernel/http/refusal.ts'

export type Element = { name: string; text: string; children: Element[] }

const MOST_DEEP = 40
const known: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export const notXml = () => new Refusal(say('bank.file_xml'))

const entity = (whole: string, name: string): string => {
  const number = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name)
  if (!number) {
    const found = known[name]
    if (found === undefined) throw notXml()
    return found
  }
  const point = number[1] ? Number.parseInt(number[1], 16) : Number(number[2])
  if (point > 0x10_ff_ff) throw notXml()
  return whole === '' ? '' : String.fromCodePoint(point)
}
const textOf = (raw: string): string => {
  if (/&(?![#\w]{1,10};)/.test(raw)) throw notXml()
  return raw.replaceAll(/&([#\w]{1,10});/g, entity)
}

const token =
  /<\?[^>]*\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/gy

/** Names without their prefix; the space of names is not told apart. */
const bare = (name: string) => name.slice(name.indexOf(':') + 1)

const last = (open: Element[]): Element => {
  const found = open.at(-1)
  if (!found) throw notXml()
  return found
}

/** The currency of an amount is the one attribute that is read, as a child `@Ccy`. */
const attributes = (raw: string): Element[] => {
  const ccy = /\sCcy\s*=\s*["']([A-Z]{3})["']/.exec(raw)?.[1]
  return ccy === undefined ? [] : [{ name: '@Ccy', text: ccy, children: [] }]
}

function enter(open: Element[], name: string, raw: string, closed: boolean) {
  if (open.length > MOST_DEEP) throw notXml()
  const element = { name: bare(name), text: '', children: attributes(raw) }
  last(open).children.push(element)
  if (!closed) open.push(element)
}

function leave(open: Element[], name: string) {
  if (open.length < 2 || last(open).name !== bare(name)) throw notXml()
  open.pop()
}

/** Reads a document; answers a root that holds it. */
export function readXml(text: string): Element {
  if (/<!\s*(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text))
    throw new Refusal(say('bank.file_dtd'))
  const root: Element = { name: '', text: '', children: [] }
  const open = [root]
  let at = 0
  for (const found of text.matchAll(token)) {
    at = found.index + found[0].length
    const [, cdata, closing, opening, raw, selfClosed, plain] = found
    if (opening !== undefined) enter(open, opening, raw ?? '', selfClosed === '/')
    else if (closing !== undefined) leave(open, closing)
    else if (cdata !== undefined) last(open).text += cdata
    else if (plain !== undefined) last(open).text += textOf(plain)
  }
  if (at !== text.length || open.length !== 1) throw notXml()
  return root
}

/** All elements at a path below one. */
export const allAt = (from: Element, path: string): Element[] => {
  let found = [from]
  for (const name of path.split('/'))
    found = found.flatMap(each => each.children.filter(child => child.name === name))
  return found
}

/** The text of the first of some paths that has one. */
export function textAt(from: Element, ...paths: string[]): string {
  for (const path of paths)
    for (const found of allAt(from, path)) if (found.text.trim() !== '') return found.text.trim()
  return ''
}
