import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { everyState } from '@tianping/contract/facts'
import { timelineKinds, type TimelineKind } from '@tianping/contract/member/facts'
import { Button, Select } from 'antd'
import { amend, href, useAddress } from '../../../app/address.ts'
import { useParam } from '../../../app/params.ts'
import { call } from '../../../app/api.ts'
import { Card } from '../../../ui/Room.tsx'
import { Timeline } from '../../../ui/Timeline.tsx'
import { Money } from '../../../ui/values/Money.tsx'
import { Unloaded } from '../../shared/Unloaded.tsx'
import type { MemberTabProps } from '../memberTab.ts'
import css from '../member.module.css'

const name = 'POST /api/console/members/timeline'
type Row = ConsoleGiven<typeof name>['rows'][number]

/** Where a row's own page is; the others say everything here. */
const places: Partial<Record<TimelineKind, (row: Row, id: number) => string>> = {
  deposit: ({ no }) => href('/deposits', { state: everyState, open: no }),
  withdrawal: ({ no }) => href('/withdrawals', { state: everyState, open: no }),
  transfer: ({ no }) => href('/venues', { tab: 'transfers', q: no }),
  bet: ({ no }) => href('/bets', { q: no }),
  application: (_, id) => href(`/members/${id}`, { tab: 'promotions' }),
  redpacket: (_, id) => href(`/members/${id}`, { tab: 'promotions' }),
  rebate: (_, id) => href(`/members/${id}`, { tab: 'promotions' }),
  card: (_, id) => href(`/members/${id}`, { tab: 'cards' }),
  login: (_, id) => href(`/members/${id}`, { tab: 'sessions' }),
  block: (_, id) => href(`/members/${id}`, { tab: 'limits' }),
  ticket: ({ no }) => href('/tickets', { state: everyState, open: no }),
  complaint: ({ no }) => href('/complaints', { state: everyState, open: no }),
  flag: ({ no }) => href('/risk', { state: everyState, open: no }),
}

function Line({ row, id }: { row: Row; id: number }) {
  const place = places[row.kind]
  const title = timelineKinds[row.kind]
  return (
    <>
      <b>{place ? <a href={place(row, id)}>{title}</a> : title}</b>{' '}
      {row.amount !== null && <Money amount={row.amount} />} {row.words}
    </>
  )
}

/** Everything that happened to the member, newest first. */
export function History({ member: { id } }: MemberTabProps) {
  const { path } = useAddress()
  const kind = useParam('kind', Object.keys(timelineKinds)) as TimelineKind | ''
  const pages = useInfiniteQuery({
    queryKey: [name, id, kind],
    queryFn: ({ pageParam, signal }) => call(name, { id, kind, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next || undefined,
  })
  const all = pages.data?.pages
  if (!all) return <Unloaded query={pages} />
  const rows = all.flatMap(page => page.rows)
  const kinds = all[0]?.kinds ?? []
  return (
    <Card
      title="时间线"
      extra={
        <Select<TimelineKind | ''>
          aria-label="种类"
          size="small"
          style={{ width: 130 }}
          value={kind}
          options={[
            { value: '', label: '全部' },
            ...kinds.map(value => ({ value, label: timelineKinds[value] })),
          ]}
          onChange={next => amend(path, () => `tab=timeline${next ? `&kind=${next}` : ''}`)}
        />
      }
    >
      {rows.length === 0 && '没有记录'}
      <Timeline moments={rows.map(row => ({ at: row.at, text: <Line row={row} id={id} /> }))} />
      {pages.hasNextPage && (
        <Button
          className={css.earlier}
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          更早
        </Button>
      )}
    </Card>
  )
}
