import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Pagination } from 'antd'
import { useState } from 'react'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { stepTo } from '../../parts/list/standard.ts'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { keyOf } from './statementKey.ts'

const name = 'POST /api/console/statements/lines'
type Line = ConsoleRowOf<typeof name>

const columns: PlainColumn<Line>[] = [
  {
    title: '会员',
    cell: row => (
      <>
        <a href={href(`/members/${row.member_id}`)}>{row.username}</a>
        {row.active ? '' : '（未活跃）'}
      </>
    ),
  },
  { title: '投注', cell: row => <Money amount={row.stake} /> },
  { title: '有效', cell: row => <Money amount={row.valid} /> },
  { title: '派彩', cell: row => <Money amount={row.payout} /> },
  { title: '优惠', cell: row => <Money amount={row.promotions} /> },
  { title: '更正', cell: row => (row.corrected ? <Signed amount={row.corrected} /> : '—') },
  { title: '计入', cell: row => <Signed amount={row.adds} /> },
]

/** What each member of the team adds to a statement. */
export function StatementLines({ no }: { no: string }) {
  const [at, setAt] = useState({ page: 1, cursor: '' })
  const lines = useQuery({
    queryKey: [name, no, at],
    queryFn: ({ signal }) => call(name, { ...keyOf(no), ...at }, signal),
    placeholderData: keepPreviousData,
    meta: { inPlace: true },
  })
  if (!lines.data) return <Unloaded query={lines} />
  const { data: rows, total, per_page } = lines.data
  if (rows.length === 0) return <>该月没有会员投注</>
  return (
    <>
      <PlainTable label="会员明细" columns={columns} rows={rows} rowKey={row => row.member_id} />
      {total > per_page && (
        <Pagination
          size="small"
          simple
          style={{ marginTop: 10 }}
          current={at.page}
          pageSize={per_page}
          total={total}
          showSizeChanger={false}
          onChange={next => setAt(stepTo(next, at.page, lines.data))}
        />
      )}
    </>
  )
}
