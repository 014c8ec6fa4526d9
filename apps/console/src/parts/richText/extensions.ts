import { Extension, Mark, Node, type Extensions } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import StarterKit from '@tiptap/starter-kit'
import { isPlainAddress } from './cleanHtml.ts'
import { storedHtml } from './storedHtml.ts'

// What the editor can hold: the elements of the contract's `markup`, and nothing else. Elements
// that show nothing by themselves (span, div) become the paragraphs and words that they hold.

/** Attributes that are kept as they are written, and left out where they are missing. */
const written = (...names: string[]) => ({
  addAttributes: () => Object.fromEntries(names.map(name => [name, { default: null }])),
})

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  ...written('href', 'title'),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: element => (isPlainAddress(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})

const Picture = Node.create({
  name: 'picture',
  group: 'inline',
  inline: true,
  draggable: true,
  ...written('src', 'alt', 'width', 'height'),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: element => (isPlainAddress(element.getAttribute('src') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
})

const tablePart = (name: string, tag: string, content: string) =>
  Node.create({
    name,
    content,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
  })

const tableCell = (name: string, tag: string) =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    ...written('colspan', 'rowspan'),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const Table = Node.create({
  name: 'table',
  group: 'block',
  content: '(tableHead | tableBody)+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', 0],
})

/** Refuses what would make the stored text longer than `max`, as a text field does. */
const lengthLimit = (max: number) =>
  Extension.create({
    name: 'lengthLimit',
    addProseMirrorPlugins: () => [
      new Plugin({
        filterTransaction: (change, { doc }) => {
          // What was stored already is shown, however long it is.
          if (!change.docChanged || change.getMeta('preventUpdate') === true) return true
          const length = storedHtml(change.doc).length
          return length <= max || length <= storedHtml(doc).length
        },
      }),
    ],
  })

export const extensionsFor = (max: number): Extensions => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: false,
    strike: false,
    // An empty last paragraph would be stored with the text.
    trailingNode: false,
  }),
  Link,
  Picture,
  Table,
  tablePart('tableHead', 'thead', 'tableRow+'),
  tablePart('tableBody', 'tbody', 'tableRow+'),
  tablePart('tableRow', 'tr', '(tableHeader | tableCell)+'),
  tableCell('tableHeader', 'th'),
  tableCell('tableCell', 'td'),
  lengthLimit(max),
]
