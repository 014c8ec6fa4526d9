import { giveawayKinds } from '@tianping/contract/giveaways/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { decidedState, giveawayStates } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { figuresCall, givenCall, showCall, type Giveaway } from './calls.ts'
import { Ways } from './Ways.tsx'

type Given = ConsoleRowOf<typeof givenCall>

const columns: Columns<Given> = [
  memberColumn<Given>(),
  {
    ...columnOf('amount'),
    align: 'right',
    render: (_, row) => <Money amount={row.amount} strong />,
  },
  { ...columnOf('at'), render: (_, row) => row.at },
  { ...columnOf('given_no'), render: (_, row) => row.given_no },
]

/** One giveaway: its terms, and what it gave. */
export default function GiveawayPage({ id }: { id: number }) {
  const shown = useQuery({
    queryKey: [showCall, id],
    queryFn: ({ signal }) => call(showCall, { id }, signal),
  })
  const table = useTable(givenCall, { id })
  return (
    <Room
      title={<a href="#/giveaways">专项优惠</a>}
      tools={
        <>
          <b>{shown.data?.name}</b>
          <span style={{ flex: 1 }} />
          {shown.data && <Ways giveaway={shown.data} />}
        </>
      }
    >
      {shown.data ? <Terms giveaway={shown.data} /> : <Unloaded query={shown} />}
      {shown.data?.kind === 'mission' && <MissionFigures id={id} />}
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.given_no}
          label="派发记录"
          empty="还没有派发"
        />
      </Card>
    </Room>
  )
}

/** The most that is counted. */
const MOST = 10_000
const peopleText = (count: number) => `${count} 人${count === MOST ? '以上' : ''}`

/** How many reached a mission and claimed it, and what it cost. */
function MissionFigures({ id }: { id: number }) {
  const figures = useQuery({
    queryKey: [figuresCall, id],
    queryFn: ({ signal }) => call(figuresCall, { id }, signal),
  })
  if (!figures.data) return <Unloaded query={figures} />
  const { reached, claimed, cost } = figures.data
  return (
    <Card>
      <Facts>
        <Fact label="已达成">{peopleText(reached)}（不计等级与人群）</Fact>
        <Fact label="已领取">{peopleText(claimed)}</Fact>
        <Fact label="成本">
          <Money amount={cost} strong />
        </Fact>
      </Facts>
    </Card>
  )
}

function Terms({ giveaway: c }: { giveaway: Giveaway }) {
  const { tone, text } = decidedState(giveawayStates, c)
  const audience = [c.min_vip > 0 ? `VIP${c.min_vip} 及以上` : '', c.segment].filter(Boolean)
  return (
    <Card>
      <Facts>
        <Fact label="类别">{giveawayKinds[c.kind]}</Fact>
        <Fact label="状态">
          <Status tone={tone}>{text}</Status>
        </Fact>
        <Fact label="时间（北京时间）">
          {c.starts_at.slice(0, 16)} 至 {c.ends_at.slice(0, 16)}
        </Fact>
        <Fact label="规则">{c.terms}</Fact>
        <Fact label="预算 / 已派发">
          <Money amount={c.budget} strong /> / <Money amount={c.paid} />
        </Fact>
        <Fact label="流水倍数">{c.turnover_times}</Fact>
        <Fact label="谁可参加">{audience.join('，') || '全部会员'}</Fact>
        <Fact label="提交 / 复核">
          {c.proposed_by} / {c.decided_by || '—'} {c.remark}
        </Fact>
        {c.stopped_by !== '' && <Fact label="停止">{c.stopped_by}</Fact>}
        {c.note !== '' && <Fact label="补充规则">{c.note}</Fact>}
        {c.advert !== '' && <Fact label="内容检查">{c.advert}</Fact>}
      </Facts>
    </Card>
  )
}
