import { isPrinted, type PrintedList } from '@tianping/contract/books/facts'
import { say } from '@tianping/contract/refusals'
import { printedMonth } from '../../areas/books/books.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import type { ExportRow } from './exports.sql.ts'

/** Pages are laid out in memory; a longer list is for a spreadsheet. */
export const PDF_ROWS = 5_000

/** The list, which has a form as pages; refuses any other. */
export function printedOf(list: string): PrintedList {
  if (!isPrinted(list)) throw new Refusal(say('export.no_pdf'), { field: 'format' })
  return list
}

/** The rows of a list as pages. Refuses more than are laid out. */
export async function pdfExport(
  services: Services,
  { list, columns }: ExportRow,
  filters: Record<string, unknown>,
  batches: AsyncIterable<Record<string, unknown>[]>,
): Promise<{ file: Buffer; rows: number }> {
  const rows: Record<string, unknown>[] = []
  for await (const batch of batches) {
    rows.push(...batch)
    if (rows.length > PDF_ROWS) throw new Refusal(say('export.pdf_rows', { max: PDF_ROWS }))
  }
  const asked = { filters, columns, rows }
  return { file: await printedMonth(services, printedOf(list), asked), rows: rows.length }
}
