import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Pagination } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { stepTo } from '../../parts/list/standard.ts'
import { Money, Signed, yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { keyOf } from './statementKey.ts'

type Statement = ConsoleGiven<'POST /api/console/statements/show'>
type Part = Statement['parts'][number]

const howOf = (part: Part) =>
  part.kind === 'cpa'
    ? `${part.members} 位 × ${yuan(part.unit)}`
    : `${yuan(part.base + part.carried_in)} × ${part.percent}%`

const columns: PlainColumn<Part>[] = [
  { title: '项目', cell: part => part.title },
  { title: '会员', cell: part => part.members },
  { title: '结转', cell: part => (part.carried_in ? <Signed amount={part.carried_in} /> : '—') },
  { title: '计算', cell: howOf },
  { title: '金额', cell: part => <Money amount={part.amount} strong /> },
]

/** The plan of a statement and its parts, line by line. */
export const StatementParts = ({ item }: { item: Statement }) => (
  <>
    <PlainTable
      label="账单组成"
      columns={columns}
      rows={item.parts}
      rowKey={part => `${part.kind}${part.level}`}
    />
    {item.struck > 0 && <p>另有 {item.struck} 位首存会员因存款争议已冲回，不计入。</p>}
  </>
)

const name = 'POST /api/console/statements/firsts'
type First = ConsoleRowOf<typeof name>

const firstColumns: PlainColumn<First>[] = [
  {
    title: '会员',
    cell: row => <a href={href(`/members/${row.member_id}`)}>{row.username}</a>,
  },
  { title: '首笔存款', cell: row => row.deposit_no },
  { title: '金额', cell: row => <Money amount={row.amount} /> },
  { title: '冲回', cell: row => row.struck_at || '—' },
]

/** First depositors that a statement counts; the agent is shown their number only. */
export function StatementFirsts({ no }: { no: string }) {
  const [at, setAt] = useState({ page: 1, cursor: '' })
  const firsts = useQuery({
    queryKey: [name, no, at],
    queryFn: ({ signal }) => call(name, { ...keyOf(no), ...at }, signal),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  })
  if (!firsts.data) return <Unloaded query={firsts} />
  const { data: rows, total, per_page } = firsts.data
  if (rows.length === 0) return <>该月没有合格的首存会员</>
  return (
    <>
      <PlainTable
        label="首存会员"
        columns={firstColumns}
        rows={rows}
        rowKey={row => row.member_id}
      />
      {total > per_page && (
        <Pagination
          size="small"
          current={at.page}
          total={total}
          pageSize={per_page}
          showSizeChanger={false}
          onChange={next => setAt(stepTo(next, at.page, firsts.data))}
        />
      )}
    </>
  )
}
