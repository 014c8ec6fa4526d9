import { formatFen } from '@tianping/money'
import type { Cell, Column, Section, Sheet } from './sheet.ts'
import { PAGE, pdfFile } from './pdfFile.ts'
import { fitted, shown, widthOf, wrapped } from './pdfText.ts'

const MARGIN = 48
const WIDTH = PAGE.width - 2 * MARGIN
const ROW = 18
const TEXT = 9
const HEAD = 13
const TITLE = 22
const GAP = 8
const BOTTOM = MARGIN + ROW
const INK = '0.07 0.09 0.15 rg'
const FAINT = '0.42 0.45 0.5 rg'
const LINE = '0.85 0.87 0.9 RG 0.5 w'

function written(cell: Cell, { kind }: Column): string {
  if (typeof cell === 'bigint') return `${kind === 'net' && cell > 0n ? '+' : ''}${formatFen(cell)}`
  return String(cell)
}

/** Columns of figures are all as wide as the widest; texts share what is left. */
function widthsOf(columns: Column[]): number[] {
  const figure = columns.length > 6 ? 62 : 78
  const wide = (kind: Column['kind']) => (kind === 'count' ? 46 : figure)
  const figures = columns.reduce((sum, { kind }) => (kind === 'text' ? sum : sum + wide(kind)), 0)
  const texts = columns.filter(({ kind }) => kind === 'text').length
  return columns.map(({ kind }) => (kind === 'text' ? (WIDTH - figures) / texts : wide(kind)))
}

/** Draws from top to bottom and begins a new page where one is full. */
class Paper {
  readonly pages: string[][] = []
  y = 0

  /** Room for so much, on this page or the next; answers whether a page began. */
  room(height: number): boolean {
    if (this.pages.length > 0 && this.y - height >= BOTTOM) return false
    this.pages.push([])
    this.y = PAGE.height - MARGIN
    return true
  }

  draw(...operators: string[]) {
    this.pages.at(-1)?.push(...operators)
  }

  text(text: string, size: number, colour = INK, x = MARGIN) {
    this.draw(colour, shown(text, { x, y: this.y, size }))
  }

  line() {
    const y = (this.y - 5).toFixed(2)
    this.draw(`${LINE} ${MARGIN} ${y} m ${PAGE.width - MARGIN} ${y} l S`)
  }

  /** One line of a table: texts begin at the left of their column, figures end at its right. */
  row(columns: Column[], cells: readonly Cell[], colour: string) {
    this.y -= ROW
    let left = MARGIN
    widthsOf(columns).forEach((width, n) => {
      const column = columns[n]
      if (!column) return
      const text = fitted(written(cells[n] ?? '', column), TEXT, width - GAP / 2)
      const end = left + width - widthOf(text, TEXT)
      this.text(text, TEXT, colour, column.kind === 'text' ? left : end)
      left += width
    })
    this.line()
  }
}

function table(paper: Paper, { title, columns, rows }: Section) {
  const labels = columns.map(({ label }) => label)
  paper.room(ROW * 4)
  paper.y -= ROW + GAP
  paper.text(title, HEAD)
  paper.row(columns, labels, FAINT)
  for (const row of rows) {
    if (paper.room(ROW)) paper.row(columns, labels, FAINT)
    paper.row(columns, row, INK)
  }
}

/** A statement to print and to hand on: A4, text only. */
export function pdfOf({ title, facts, sections, notes }: Sheet, now: Date): Buffer {
  const paper = new Paper()
  paper.room(PAGE.height)
  paper.y -= TITLE
  paper.text(title, TITLE)
  paper.y -= GAP
  for (const [name, value] of facts) {
    paper.y -= ROW - 2
    paper.text(name, TEXT, FAINT)
    paper.text(value, TEXT, INK, MARGIN + 60)
  }
  for (const section of sections) table(paper, section)
  paper.y -= ROW / 2
  for (const line of notes.flatMap(note => wrapped(note, TEXT - 1, WIDTH))) {
    paper.room(ROW)
    paper.y -= ROW - 4
    paper.text(line, TEXT - 1, FAINT)
  }
  const name = facts[0]?.[1] ?? ''
  const pages = paper.pages.map((operators, n) =>
    [
      ...operators,
      FAINT,
      shown(`${name}  第 ${n + 1} 页，共 ${paper.pages.length} 页`, {
        x: MARGIN,
        y: MARGIN - 12,
        size: 8,
      }),
    ].join('\n'),
  )
  return pdfFile(pages, { title: `${title} ${facts[1]?.[1] ?? ''}`, now })
}
