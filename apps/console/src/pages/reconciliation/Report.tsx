import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { checkLabel, checkRule } from '../../parts/labels.ts'
import { Money } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'

const name = 'POST /api/console/reconciliation/report'
type Found = ConsoleGiven<typeof name>

const checkColumns: PlainColumn<Found['checks'][number]>[] = [
  { title: '检查', cell: row => checkLabel(row.name) },
  { title: '规则', cell: row => checkRule(row.name, row.rule) },
  { title: '差异', cell: row => (row.differences > 0 ? <b>{row.differences}</b> : '无') },
]
const accountColumns: PlainColumn<Found['accounts'][number]>[] = [
  { title: '科目', cell: row => row.account_code },
  { title: '名称', cell: row => `${row.account} ${row.venue}` },
  { title: '余额', cell: row => <Money amount={row.amount} /> },
]
const differenceColumns: PlainColumn<Found['differences'][number]>[] = [
  { title: '检查', cell: row => checkLabel(row.check) },
  {
    title: '对象',
    cell: row =>
      row.member_id > 0 ? (
        <a href={href(`/members/${row.member_id}`)}>{row.subject}</a>
      ) : (
        row.subject
      ),
  },
  { title: '应为', cell: row => row.expected || '—' },
  { title: '实为', cell: row => row.found || '—' },
]

const layout = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(340px, 1fr))',
  gap: 20,
  padding: '8px 4px',
}

/** What one run looked at, the balances it saw and the differences it found. */
export function Report({ id }: { id: string }) {
  const report = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { run_id: id }, signal),
    staleTime: Infinity,
    meta: { inPlace: true },
  })
  if (!report.data) return <Unloaded query={report} />
  const { checks, accounts, differences } = report.data
  return (
    <div style={layout}>
      <PlainTable label="检查项" columns={checkColumns} rows={checks} rowKey={row => row.name} />
      {accounts.length > 0 && (
        <PlainTable
          label="科目余额"
          columns={accountColumns}
          rows={accounts}
          rowKey={row => `${row.account_code}/${row.venue}`}
        />
      )}
      {differences.length > 0 && (
        <PlainTable
          label="差异"
          columns={differenceColumns}
          rows={differences}
          rowKey={(_, index) => index}
        />
      )}
    </div>
  )
}
