import { briefName, briefSum } from '../../parts/review/brief.tsx'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { accountLabels } from '@tianping/contract/account/facts'
import { go, href } from '../../app/address.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { Select, Tag } from 'antd'
import { useState } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { TagMany, useTagOptions } from './TagMany.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Find } from '../../parts/list/Find.tsx'
import { SpanPick } from '../../ui/days/SpanPick.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { MemberState } from './MemberState.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useNarrow } from '../../parts/list/useNarrow.ts'
import css from '../../parts/review/review.module.css'

type Row = ConsoleRowOf<'POST /api/console/members/list'>

const states = [['', '全部'], ...Object.entries(accountLabels)] as const

const columns: Columns<Row> = [
  {
    title: '会员',
    key: 'username',
    render: (_, row) => <a href={href(`/members/${row.id}`)}>{row.username}</a>,
  },
  { title: 'ID', key: 'id', render: (_, row) => row.id },
  { ...columnOf('realname'), render: (_, row) => row.realname || '—' },
  { title: '等级', key: 'vip', render: (_, row) => `VIP${row.vip}` },
  {
    ...columnOf('cash'),
    align: 'right',
    render: (_, row) => <Money amount={row.cash} strong />,
  },
  {
    ...columnOf('venues'),
    align: 'right',
    render: (_, row) => <Money amount={row.venues} />,
  },
  {
    ...columnOf('tags'),
    render: (_, row) => row.tags.map(tag => <Tag key={tag}>{tag}</Tag>),
  },
  { ...columnOf('state'), render: (_, row) => <MemberState state={row.state} /> },
  { ...columnOf('joined_at'), render: (_, row) => row.joined_at },
  { ...columnOf('last_login_at'), render: (_, row) => row.last_login_at || '—' },
]

/** The same in two lines, for a phone. */
const brief: Columns<Row> = [
  briefName<Row>(
    row => <a href={href(`/members/${row.id}`)}>{row.username}</a>,
    row => row.id,
  ),
  briefSum<Row>(
    row => row.cash,
    row => (
      <>
        场馆 <Money amount={row.venues} />
      </>
    ),
  ),
  {
    key: 'state',
    align: 'right',
    render: (_, row) => <MemberState state={row.state} />,
  },
]

const list = 'POST /api/console/members/list'
const filters = { state: '', tag: 0, played: '', q: '' }
type Table = ReturnType<typeof useTable<typeof list, typeof filters>>

function Tools({ table }: { table: Table }) {
  const tags = useTagOptions()
  const { state, q } = table.filters
  return (
    <>
      <LinkTabs
        label="状态"
        tabs={states.map(([key, text]) => ({
          key,
          text,
          href: href('/members', { ...(key ? { state: key } : {}), ...(q ? { q } : {}) }),
        }))}
        current={state}
      />
      <span className={css.push} />
      <Select
        aria-label="标签"
        style={{ minWidth: 110 }}
        popupMatchSelectWidth={false}
        value={table.filters.tag}
        options={[{ value: 0, label: '全部标签' }, ...tags]}
        onChange={tag => table.set({ tag })}
      />
      <NarrowDays table={table} label="注册" />
      <SpanPick
        oneDay
        value={{ from: table.filters.played, to: table.filters.played }}
        label="活跃"
        onChange={({ from }) => table.set({ played: from })}
      />
      <Find table={table} width={240} placeholder="会员名、会员 ID、手机号、邮箱、邀请码" />
    </>
  )
}

/** Levels and log-ins are orders of all members: narrowed by another column, there is none. */
function useMembers(): Table {
  const table = useTable(list, filters)
  const narrows = ({ day, from, to, played, tag }: Table['filters']) =>
    day + from + to + played !== '' || tag !== 0
  const { keyed } = table
  return {
    ...table,
    set: next => table.set(narrows({ ...table.filters, ...next }) ? { ...next, sort: '' } : next),
    keyed: keyed && narrows(table.filters) ? { ...keyed, sortable: ['joined_at'] } : keyed,
  }
}

export default function MembersPage() {
  const table = useMembers()
  const { may } = useOperator()
  const narrow = useNarrow()
  const [cursor, setCursor] = useState(-1)
  const row = table.rows[cursor]
  const step = (by: number) => setCursor(Math.min(Math.max(cursor + by, 0), table.rows.length - 1))
  useKeys({ j: () => step(1), k: () => step(-1), Enter: () => row && go(`/members/${row.id}`) })
  return (
    <Room title={<MemberTabs current="members" />} tools={<Tools table={table} />}>
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          brief={narrow ? brief : undefined}
          rowKey={each => each.id}
          label="会员"
          empty="没有符合条件的会员"
          current={row?.id}
          sums={[
            { key: 'cash', title: '中心钱包' },
            { key: 'venues', title: '场馆余额' },
          ]}
          bulk={
            may('member.tag')
              ? (rows, clear) => <TagMany ids={rows.map(each => each.id)} clear={clear} />
              : undefined
          }
          onRow={each => go(`/members/${each.id}`)}
        />
      </Card>
    </Room>
  )
}
