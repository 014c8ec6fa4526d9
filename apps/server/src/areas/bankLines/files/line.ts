import { createHash } from 'node:crypto'
import { say } from '@tianping/contract/refusals'
import { MAX_AMOUNT_FEN, parseYuan } from '@tianping/money'
import { isDay } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'

/** Money that a statement says came in. */
export type StatedLine = {
  /** The bank's own number; empty where it gives none. */
  reference: string
  bookedAt: Date
  amountFen: bigint
  payerName: string
  payerNo: string
  note: string
}
export type Stated = { lines: StatedLine[]; outgoing: number }

export const MOST_LINES = 5_000

const clean = (text: string, max: number) =>
  text
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, max)

export const tidy = (line: StatedLine): StatedLine => ({
  ...line,
  reference: clean(line.reference, 100),
  payerName: clean(line.payerName, 80),
  payerNo: line.payerNo.replaceAll(/\D/g, ''),
  note: clean(line.note, 200),
})

/** Yuan as banks write them, `-1,234.50` for what went out; null for no amount. */
export function amountOf(text: string): bigint | null {
  const plain = text.replaceAll(/[\s,，¥￥+]/g, '')
  const fen = parseYuan(plain.replace(/^-/, ''))
  if (fen === null || fen > MAX_AMOUNT_FEN) return null
  return plain.startsWith('-') ? -fen : fen
}

type Order = 'ymd' | 'dmy' | 'mdy'
const places = { ymd: [0, 1, 2], dmy: [2, 1, 0], mdy: [2, 0, 1] } as const

/** A Beijing day with or without a time; null for none. */
export function momentOf(text: string, order: Order): Date | null {
  const plain = text.trim().replace(/^(\d{4})(\d\d)(\d\d)(?!\d)/, '$1-$2-$3')
  const found =
    /^(\d{1,4})[-/.年](\d{1,2})[-/.月](\d{1,4})日?(?:[ T]+(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(plain)
  if (!found) return null
  const parts = [found[1], found[2], found[3]]
  const [y, m, d] = places[order].map(n => (parts[n] ?? '').padStart(2, '0'))
  const day = `${y}-${m}-${d}`
  if (!isDay(day)) return null
  const at = new Date(`${day}T${found[4] ?? '00'}:${found[5] ?? '00'}:${found[6] ?? '00'}+08:00`)
  return Number.isNaN(at.getTime()) ? null : at
}

/**
 * The key of each line within its account: the bank's number, or what the line says. Lines that say
 * the same are counted, so that a file that overlaps another finds them again.
 */
export function withKeys(lines: readonly StatedLine[]): (StatedLine & { key: string })[] {
  const seen = new Map<string, number>()
  return lines.map(line => {
    if (line.reference !== '') return { ...line, key: line.reference }
    const said = [
      line.bookedAt.toISOString(),
      line.amountFen,
      line.payerName,
      line.payerNo,
      line.note,
    ]
    const same = said.join('\n')
    const nth = (seen.get(same) ?? 0) + 1
    seen.set(same, nth)
    const digest = createHash('sha256').update(`${same}\n${nth}`).digest('hex')
    return { ...line, key: `#${digest.slice(0, 40)}` }
  })
}

export const unreadable = (line: number, column: string) =>
  new Refusal(say('bank.file_line', { line, column }), { line })
