import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
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
  const query = useInfiniteQuery({
    queryKey: [name, id],
    queryFn: ({ pageParam, signal }) => call(name, { id, before: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: last => last.before || undefined,
  })
  const days = query.data?.pages.flatMap(page => page.days)
  return (
    <Room
      title={<a href="#/agents">代理</a>}
      tools={
        <>
          <b>每日数据</b>
          <a href={href(`/members/${id}`)}>会员 {id}</a>
        </>
      }
    >
      <Card>
        {days ? (
          <PlainTable label="每日数据" columns={columns} rows={days} rowKey={row => row.day} />
        ) : (
          <Unloaded query={query} />
        )}
        {query.hasNextPage && (
          <Button
            type="link"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            更早的日子
          </Button>
        )}
      </Card>
    </Room>
  )
}
