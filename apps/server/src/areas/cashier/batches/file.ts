// The file for the bank, and what the bank answers. The same lines and layout are the same bytes.
import { say } from '@tianping/contract/refusals'
import { parseYuan } from '@tianping/money'
import { beijingDay } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { recordsOf } from '../../../kernel/sheet/records.ts'
import type { BatchLayout } from './setting.ts'

const delimiters = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const

export type FileLine = {
  payoutNo: string
  lineNo: number
  owner: string
  account: string
  bank: string
  amountFen: bigint
}

const plainYuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`

type Column = BatchLayout['columns'][number]

const fieldOf: Record<Column['field'], (line: FileLine, column: Column, builtAt: Date) => string> =
  {
    no: line => line.payoutNo,
    line: line => String(line.lineNo),
    owner: line => line.owner,
    account: line => line.account,
    bank: line => line.bank,
    yuan: line => plainYuan(line.amountFen),
    fen: line => line.amountFen.toString(),
    day: (_, __, builtAt) => beijingDay(builtAt),
    text: (_, { text }) => text,
  }

/** Quoted where a bank or a spreadsheet would read something else. */
function quoted(text: string, delimiter: string): string {
  const one = text.replace(/[\r\n]+/g, ' ')
  const plain = !one.includes(delimiter) && !one.includes('"')
  return plain ? one : `"${one.replaceAll('"', '""')}"`
}

export function batchFile(layout: BatchLayout, lines: readonly FileLine[], builtAt: Date): Buffer {
  const delimiter = delimiters[layout.delimiter]
  const row = (cells: string[]) => cells.map(cell => quoted(cell, delimiter)).join(delimiter)
  const written = [
    ...(layout.titles ? [row(layout.columns.map(({ title }) => title))] : []),
    ...lines.map(line =>
      row(layout.columns.map(column => fieldOf[column.field](line, column, builtAt))),
    ),
  ]
  const text = `${written.join('\r\n')}\r\n`
  return layout.encoding === 'utf-8' ? Buffer.from(text, 'utf8') : inGbk(text)
}

/** The two-byte part of GB 18030, from the decoder that every runtime has. */
function gbkTable(): Map<string, number> {
  const table = new Map<string, number>()
  const decoder = new TextDecoder('gb18030')
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1) {
      const letter = second === 0x7f ? '' : decoder.decode(Uint8Array.of(first, second))
      if ([...letter].length === 1 && letter !== '\uFFFD') table.set(letter, first * 256 + second)
    }
  return table
}
let table: Map<string, number> | undefined

function inGbk(text: string): Buffer {
  table ??= gbkTable()
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter < '\x80' ? letter.charCodeAt(0) : table.get(letter)
    if (code === undefined) throw new Refusal(say('batch.letter', { letter }))
    if (code > 0xff) bytes.push(code >> 8)
    bytes.push(code & 0xff)
  }
  return Buffer.from(bytes)
}

export type Result = {
  payoutNo: string
  amountFen: bigint
  outcome: 'paid' | 'failed' | 'pending'
  reference: string
  said: string
}

function decoded(bytes: Buffer, encoding: BatchLayout['encoding']): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(say('batch.encoding'))
  }
}

/** One result a line; a word that the layout does not know leaves its line open. */
export function readResults(layout: BatchLayout, bytes: Buffer): Result[] {
  const { results, encoding, delimiter } = layout
  const records = recordsOf(decoded(bytes, encoding).replace(/^\uFEFF/, ''), delimiters[delimiter])
  const found = records.flatMap((record, index) => {
    if (index < results.skipRows || record.every(each => each.trim() === '')) return []
    return [resultOf(results, record, index + 1)]
  })
  if (found.length === 0) throw new Refusal(say('batch.empty'))
  const named = new Set<string>()
  for (const { payoutNo: no } of found) {
    if (named.has(no)) throw new Refusal(say('batch.line_twice', { no }))
    named.add(no)
  }
  return found
}

function resultOf(at: BatchLayout['results'], record: string[], line: number): Result {
  const field = (n: number) => (n === 0 ? '' : (record[n - 1] ?? '').trim())
  const amountFen = parseYuan(field(at.amountColumn).replaceAll(',', ''))
  const payoutNo = field(at.noColumn)
  const unreadable = (what: string) => new Refusal(say('batch.line', { line, column: what }))
  if (amountFen === null) throw unreadable('金额')
  if (!/^[0-9A-Z]{10,64}$/.test(payoutNo)) throw unreadable('付款单号')
  const word = field(at.statusColumn)
  const reference = field(at.referenceColumn)
  const said = [word, field(at.reasonColumn)].filter(Boolean).join('：').slice(0, 200)
  if (at.failedWords.includes(word))
    return { payoutNo, amountFen, outcome: 'failed', reference: '', said }
  if (!at.paidWords.includes(word))
    return { payoutNo, amountFen, outcome: 'pending', reference: '', said }
  if (!/^[\w-]{1,64}$/.test(reference)) throw unreadable('流水号')
  return { payoutNo, amountFen, outcome: 'paid', reference, said: '' }
}
