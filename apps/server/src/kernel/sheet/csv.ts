import { formatFen } from '@tianping/money'
import { stringify } from 'csv-stringify/sync'
import type { Cell, Sheet } from './sheet.ts'

/** One table below the other, an empty line between them. */
function linesOf({ title, facts, sections, notes }: Sheet): Cell[][] {
  const tables = sections.map(({ title: name, columns, rows }) => [
    [],
    [name],
    columns.map(({ label }) => label),
    ...rows,
  ])
  return [[title], ...facts, ...tables.flat(), [], ...notes.map(note => [note])]
}

/**
 * A statement for spreadsheets: UTF-8 with a mark, CRLF, figures without thousands. What a
 * spreadsheet would take for a formula is written as text; a figure below zero stays a figure.
 */
export const csvOf = (sheet: Sheet): string =>
  stringify(linesOf(sheet), {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { bigint: fen => formatFen(fen).replaceAll(',', '') },
  })
