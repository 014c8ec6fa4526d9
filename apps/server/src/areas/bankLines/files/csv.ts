import { recordsOf } from '../../../kernel/sheet/records.ts'
import type { Layout } from '../setting.ts'
import { amountOf, momentOf, tidy, unreadable, type Stated, type StatedLine } from './line.ts'

const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

/** The amount that a record says came in; null for what went out, undefined for none to read. */
function incoming(layout: Layout, field: (n: number) => string): bigint | null | undefined {
  const { amountColumn, outColumn, directionColumn, incomingWord } = layout
  const text = field(amountColumn)
  // Banks with two columns leave the other one empty, or write zero.
  if (outColumn > 0) {
    const out = amountOf(field(outColumn)) ?? 0n
    if (out !== 0n) return null
  }
  const fen = amountOf(text)
  if (fen === null || fen === 0n) return undefined
  if (directionColumn > 0) return field(directionColumn) === incomingWord ? fen : null
  return fen > 0n ? fen : null
}

export function readCsv(text: string, layout: Layout): Stated {
  const records = recordsOf(text.replace(/^\uFEFF/, ''), delimiters[layout.delimiter])
  const lines: StatedLine[] = []
  let outgoing = 0
  for (const [index, record] of records.entries()) {
    if (index < layout.skipRows || record.every(each => each.trim() === '')) continue
    const field = (n: number) => (n === 0 ? '' : (record[n - 1] ?? '').trim())
    const amountFen = incoming(layout, field)
    if (amountFen === undefined) throw unreadable(index + 1, '金额')
    const bookedAt = momentOf(field(layout.dateColumn), layout.dateOrder)
    if (!bookedAt) throw unreadable(index + 1, '日期')
    if (amountFen === null) {
      outgoing++
      continue
    }
    if (amountFen < 0n) throw unreadable(index + 1, '金额')
    lines.push(
      tidy({
        reference: field(layout.referenceColumn),
        bookedAt,
        amountFen,
        payerName: field(layout.payerColumn),
        payerNo: field(layout.payerNoColumn),
        note: field(layout.noteColumn),
      }),
    )
  }
  return { lines, outgoing }
}
