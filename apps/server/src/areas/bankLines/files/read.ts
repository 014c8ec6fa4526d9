import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Layout } from '../setting.ts'
import { readCamt } from './camt.ts'
import { readCsv } from './csv.ts'
import { MOST_LINES, type Stated } from './line.ts'

function decoded(bytes: Buffer, encoding: Layout['encoding']): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new Refusal(say('bank.file_encoding'))
  }
}

/** What a statement file says, by the layout of its bank. */
export function readStatementFile(bytes: Buffer, layout: Layout, account: string): Stated {
  const text = decoded(bytes, layout.encoding)
  const stated = layout.format === 'csv' ? readCsv(text, layout) : readCamt(text, account)
  if (stated.lines.length > MOST_LINES)
    throw new Refusal(say('bank.file_too_long', { max: MOST_LINES }))
  if (stated.lines.length + stated.outgoing === 0) throw new Refusal(say('bank.file_empty'))
  return stated
}
