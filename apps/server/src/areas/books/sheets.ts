// Statements of a month as pages for the accountant: the rows of their lists, with sums. Every file
// of a closed month is the same, byte for byte.
import {
  monthStates,
  statementFields,
  statementKinds,
  statementNotes,
  statementTitles,
  type PrintedList,
  type StatementKind,
} from '@tianping/contract/books/facts'
import { columnLabels, type ColumnName } from '@tianping/contract/columns'
import { appSetting } from '../../kernel/appSetting.ts'
import type { Services } from '../../kernel/http/services.ts'
import { pdfOf } from '../../kernel/sheet/pdf.ts'
import type { Cell, Column, Sheet } from '../../kernel/sheet/sheet.ts'
import { monthRowOf } from './console/months.ts'

type Row = Record<string, unknown>
/** Rows of a list as its call answers them, and the columns that were asked for. */
type Asked = { filters: Row; columns: readonly string[]; rows: readonly Row[] }
type Kept = Column & { key: string; sums: boolean }

const FEN = 100
const fenOf = (value: unknown) => BigInt(Math.round(Number(value) * FEN))
const cellOf = ({ kind, key }: Kept, row: Row): Cell => {
  const value = row[key]
  if (kind === 'text') return typeof value === 'number' ? String(value) : ((value as string) ?? '')
  return kind === 'count' ? Number(row[key]) : fenOf(row[key])
}

function sumOf(column: Kept, rows: readonly Row[]): Cell {
  if (!column.sums) return ''
  if (column.kind === 'count') return rows.reduce((sum, row) => sum + Number(row[column.key]), 0)
  return rows.reduce((sum, row) => sum + fenOf(row[column.key]), 0n)
}

/** The rows below each other and what they come to. */
function tableOf(title: string, columns: Kept[], rows: readonly Row[]) {
  const sums = columns.map((column, at) => (at === 0 ? '合计' : sumOf(column, rows)))
  const body = rows.map(row => columns.map(column => cellOf(column, row)))
  return { title, columns, rows: rows.length > 1 ? [...body, sums] : body }
}

function statementColumns(kind: StatementKind, asked: readonly string[]): Kept[] {
  const figures = statementFields.flatMap((key): Kept[] => {
    const label = statementTitles[kind][key]
    if (label === undefined || !asked.includes(key)) return []
    const money = key === 'result' ? 'net' : 'money'
    return [{ key, label, kind: key === 'party_count' ? 'count' : money, sums: true }]
  })
  return [{ key: 'party_name', label: statementKinds[kind], kind: 'text', sums: false }, ...figures]
}

const lineKinds: Partial<Record<ColumnName, Column['kind']>> = {
  account: 'text',
  venue: 'text',
  opening: 'money',
  debit: 'money',
  credit: 'money',
  closing: 'money',
  entries: 'count',
}
const flows = ['debit', 'credit', 'entries']

const lineColumns = (asked: readonly string[]): Kept[] => [
  { key: 'account_code', label: columnLabels.account_code, kind: 'text', sums: false },
  ...(Object.entries(lineKinds) as [ColumnName, Column['kind']][])
    .filter(([key]) => asked.includes(key))
    .map(([key, kind]) => ({ key, kind, label: columnLabels[key], sums: flows.includes(key) })),
]

const isKind = (kind: unknown): kind is StatementKind =>
  typeof kind === 'string' && Object.hasOwn(statementKinds, kind)

type Printed = { title: string; of: string; table: Sheet['sections'][number]; notes: string[] }

function parties({ filters, columns, rows }: Asked): Printed {
  const kind = isKind(filters['kind']) ? filters['kind'] : 'venue'
  const [only] = rows
  const of = filters['party'] && only ? String(only['party_name']) : '全部'
  return {
    title: `${statementKinds[kind]}对账单`,
    of,
    table: tableOf('本月往来', statementColumns(kind, columns), rows),
    notes: [statementNotes[kind], '金额单位为元。与系统导出的 CSV、XLSX 同源同数。'],
  }
}

const balance = ({ columns, rows }: Asked): Printed => ({
  title: '试算平衡表',
  of: '全部科目',
  table: tableOf('科目余额', lineColumns(columns), rows),
  notes: ['金额单位为元，余额为流入减流出。与系统导出的 CSV、XLSX 同源同数。'],
})

const printed: Record<PrintedList, (asked: Asked) => Printed> = {
  'POST /api/console/months/parties/list': parties,
  'POST /api/console/months/lines/list': balance,
}

/** A list as a PDF. */
export async function printedMonth(
  services: Services,
  list: PrintedList,
  asked: Asked,
): Promise<Buffer> {
  const now = services.clock.now()
  const { title, of, table, notes } = printed[list](asked)
  const { month, closedAt } = await monthRowOf(services.db, String(asked.filters['month']), now)
  const signed = (by: string, at: string) => (by === '' ? '—' : `${by}  ${at}`)
  const sheet: Sheet = {
    title,
    facts: [
      ['站点', (await appSetting(services)).title],
      ['月份', month.month],
      ['对象', of],
      ['状态', monthStates[month.state]],
      ['制表', signed(month.prepared_by, month.prepared_at)],
      ['复核', signed(month.closed_by, month.closed_at)],
      ...(month.hash ? [['校验值', month.hash] as [string, string]] : []),
    ],
    sections: [table],
    notes,
  }
  return pdfOf(sheet, closedAt ?? now)
}
