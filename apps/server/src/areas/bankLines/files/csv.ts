import type { Layout } from '../setting.ts'
import { amountOf, momentOf, tidy, unreadable, type Stated, type StatedLine } from './line.ts'

const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

/** The fields of every record, with quotes as RFC 4180 has them. */
export function recordsOf(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    record.push(field)
    field = ''
  }
  const endRecord = () => {
    endField()
    records.push(record)
    record = []
  }
  const plain = (letter: string) => {
    if (letter === '"' && field.trim() === '') {
      quoted = true
      field = ''
    } else if (letter === delimiter) endField()
    else if (letter === '\n') endRecord()
    else if (letter !== '\r') field += letter
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (!quoted) plain(letter)
    else if (letter !== '"') field += letter
    else if (text.charAt(at + 1) === '"') {
      field += '"'
      at++
    } else quoted = false
  }
  if (field !== '' || record.length > 0) endRecord()
  return records
}

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
