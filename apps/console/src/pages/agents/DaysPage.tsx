import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { SheetButton } from '../figures/SheetButton.tsx'
import { SpanPick } from '../figures/SpanPick.tsx'
import { useSpan } from '../figures/useSpan.ts'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'

const name = 'POST /api/console/agents/days'
type Day = ConsoleGiven<typeof name>['days'][number]

const columns: PlainColumn<Day>[] = [
  { title: '日期', cell: row => row.day },
  ...(['direct', 'deeper'] as const).flatMap((depth): PlainColumn<Day>[] => {
    const of = depth === 'direct' ? '直属' : '下级'
    return [
      { title: `${of}注册`, cell: row => row[depth].registrations },
      { title: `${of}首存`, cell: row => row[depth].first_deposits },
      { title: `${of}存款`, cell: row => <Money amount={row[depth].deposit} /> },
      { title: `${of}有效投注`, cell: row => <Money amount={row[depth].valid} /> },
      { title: `${of} NGR`, cell: row => <Signed amount={row[depth].ngr} /> },
    ]
  }),
]

/** An agent's days: own members, and the two levels below them as one sum. */
export default function DaysPage({ id }: { id: number }) {
  const [{ from, to }, set] = useSpan({})
  const sent = { id, from, to }
  const query = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Room
      title={<a href="#/agents">代理</a>}
      tools={
        <>
          <b>每日数据</b>
          <a href={href(`/members/${id}`)}>{query.data?.username ?? `会员 ${id}`}</a>
          <SpanPick span={{ from, to }} onChange={set} />
          {query.data && <SheetButton name={name} sent={sent} rows={2 * query.data.days.length} />}
          <Refresh busy={query.isFetching} onClick={() => void query.refetch()} />
        </>
      }
    >
      {query.data ? (
        <Card>
          <PlainTable
            label="每日数据"
            columns={columns}
            rows={query.data.days}
            rowKey={row => row.day}
          />
        </Card>
      ) : (
        <Unloaded query={query} />
      )}
    </Room>
  )
}
