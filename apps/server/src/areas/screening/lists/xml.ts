// Reads a long XML file element by element: only one record is in memory at a time.
import { SaxesParser, type SaxesTagPlain } from 'saxes'

export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Element[]
}

/** Why a file is no list; the sentence is for the operator's eyes. */
export class Unreadable extends Error {}

const MOST_DEPTH = 16
const MOST_ELEMENTS = 20_000
const MOST_TEXT = 100_000

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Collects the records that are complete; a document type, and so every entity, is refused. */
class Records {
  readonly done: Element[] = []
  private readonly open: Element[] = []
  private readonly wanted: ReadonlySet<string>
  private elements = 0
  private text = 0
  private depth = 0
  readonly parser = new SaxesParser()

  constructor(wanted: ReadonlySet<string>) {
    this.wanted = wanted
    this.parser.on('doctype', () => {
      throw new Unreadable('文件含有 DOCTYPE，不予读取')
    })
    this.parser.on('error', error => {
      throw new Unreadable(`XML 有误：${error.message.slice(0, 120)}`)
    })
    this.parser.on('opentag', tag => this.begin(tag))
    this.parser.on('text', text => this.say(text))
    this.parser.on('cdata', text => this.say(text))
    this.parser.on('closetag', () => this.end())
  }

  private begin(tag: SaxesTagPlain) {
    this.depth += 1
    if (this.depth > MOST_DEPTH) throw new Unreadable('XML 层级过深')
    const name = local(tag.name)
    if (this.open.length === 0 && !this.wanted.has(name)) return
    if (this.open.length === 0) [this.elements, this.text] = [0, 0]
    this.elements += 1
    if (this.elements > MOST_ELEMENTS) throw new Unreadable('单条记录过大')
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([key, value]) => [local(key), value]),
    )
    this.open.push({ name, attributes, text: '', children: [] })
  }

  private say(text: string) {
    const last = this.open.at(-1)
    if (!last) return
    this.text += text.length
    if (this.text > MOST_TEXT) throw new Unreadable('单条记录过大')
    last.text += text
  }

  private end() {
    this.depth -= 1
    const ended = this.open.pop()
    if (!ended) return
    const parent = this.open.at(-1)
    if (parent) parent.children.push(ended)
    else this.done.push(ended)
  }
}

/** The elements of these names, each when it ends. */
export async function* elementsOf(
  texts: AsyncIterable<string>,
  wanted: readonly string[],
): AsyncGenerator<Element> {
  const records = new Records(new Set(wanted))
  for await (const text of texts) {
    records.parser.write(text)
    yield* records.done.splice(0)
  }
  records.parser.close()
  yield* records.done.splice(0)
}

export const childrenOf = (element: Element, name: string): Element[] =>
  element.children.filter(each => each.name === name)
/** The text of a child by its path; empty where there is none. */
export function textOf(element: Element, ...path: string[]): string {
  let at: Element | undefined = element
  for (const name of path) at = at?.children.find(each => each.name === name)
  return at?.text.trim() ?? ''
}
/** The children's children by two names, such as `nationalityList` and `nationality`. */
export const under = (element: Element, list: string, name: string): Element[] =>
  childrenOf(element, list).flatMap(each => childrenOf(each, name))
