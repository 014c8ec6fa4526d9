import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { offerProducts } from '@tianping/contract/consents/facts'
import { journeyRefusals, journeyState, triggerText } from '@tianping/contract/journeys/facts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { href } from '../../app/address.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { Fact, Facts, Stats } from '../../ui/Facts.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { figuresCall, membersCall, showCall, type Journey } from './calls.ts'
import css from './journeys.module.css'
import { Reach } from './Reach.tsx'
import { againText, Standing } from './standing.tsx'
import { Ways } from './Ways.tsx'
import { counted } from '../../ui/values/counted.ts'

/** The job sends every few seconds. */
const FRESH_MS = 10_000

type Reached = ConsoleRowOf<typeof membersCall>
const columns: Columns<Reached> = [
  memberColumn<Reached>(),
  { ...columnOf('occasion'), render: (_, row) => row.occasion },
  { ...columnOf('bonus'), align: 'right', render: (_, row) => <Money amount={row.bonus} /> },
  { ...columnOf('at'), title: '发送时间', render: (_, row) => row.at },
]

/** One journey: its terms, what came of it, and whom it reached. */
export default function JourneyPage({ id }: { id: number }) {
  const shown = useQuery({
    queryKey: [showCall, id],
    queryFn: ({ signal }) => call(showCall, { id }, signal),
    refetchInterval: FRESH_MS,
  })
  const table = useTable(membersCall, { id })
  return (
    <Room
      title={<a href="#/journeys">自动触达</a>}
      tools={
        <>
          <b>{shown.data?.name}</b>
          <span style={{ flex: 1 }} />
          {shown.data && <Ways journey={shown.data} />}
        </>
      }
    >
      {shown.data ? <Whole journey={shown.data} /> : <Unloaded query={shown} />}
      <Card title="触达名单" extra={<NarrowDays table={table} label="发送" />} flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => `${row.member_id} ${row.occasion}`}
          label="触达名单"
          empty="还没有发送"
        />
      </Card>
    </Room>
  )
}

const Whole = ({ journey }: { journey: Journey }) => (
  <>
    <Terms journey={journey} />
    {journey.state !== journeyState.waiting && journey.state !== journeyState.rejected && (
      <Figures id={journey.id} />
    )}
    <Letter journey={journey} />
  </>
)

function Terms({ journey: j }: { journey: Journey }) {
  return (
    <Card>
      <Facts>
        <Fact label="状态">
          <Standing of={j} /> {j.remark}
        </Fact>
        <Fact label="触发条件">{triggerText(j.trigger, j.days)}</Fact>
        <Fact label="人群">{j.segment || '全部会员'}</Fact>
        <Fact label="时间">
          {j.starts_at.slice(0, 16)} 至 {j.ends_at.slice(0, 16)}
        </Fact>
        <Fact label="次数">
          {againText(j.again_days)}，每日最多 {j.per_day} 人
        </Fact>
        <Fact label="每月预算 / 本月已派发">
          <Money amount={j.month_budget} /> / <Money amount={j.month_paid} strong />
        </Fact>
        <Fact label="优惠内容">{j.product === '' ? '全部产品' : offerProducts[j.product]}</Fact>
        <Fact label="提交 / 复核">
          {j.proposed_by} / {j.decided_by || '—'}
        </Fact>
        <Fact label="起算时间">{j.since}</Fact>
        {j.replaces > 0 && (
          <Fact label="替换的版本">
            <a href={href(`/journeys/${j.replaces}`)}>查看原版本</a>
          </Fact>
        )}
      </Facts>
      {(j.state === journeyState.waiting || j.state === journeyState.approved) && (
        <Reach
          of={{
            segment_id: j.segment_id,
            product: j.product,
            trigger: j.trigger,
            days: j.days,
            bonus: String(j.bonus),
            per_day: j.per_day,
          }}
        />
      )}
    </Card>
  )
}

type Figured = ConsoleGiven<typeof figuresCall>
type Refused = Figured['refused'][number]
const refusedColumns: PlainColumn<Refused>[] = [
  { title: '未发送的原因', cell: each => journeyRefusals[each.why] },
  { title: '次数', cell: each => counted(each.times) },
]

const statsOf = (f: Figured) => [
  { label: '已触达', value: counted(f.reached) },
  { label: '今天触达', value: counted(f.reached_today) },
  {
    label: '核对后未发送',
    value: counted(f.refused.reduce((sum, { times }) => sum + times, 0)),
  },
  { label: '获得奖金', value: counted(f.bonuses) },
  { label: '完成奖金流水', value: counted(f.used) },
  { label: '放弃奖金', value: counted(f.given_up) },
  { label: '触达后首存', value: counted(f.first_deposits) },
  { label: '奖金成本', value: yuan(f.cost) },
]

function Figures({ id }: { id: number }) {
  const figures = useQuery({
    queryKey: [figuresCall, id],
    queryFn: ({ signal }) => call(figuresCall, { id }, signal),
    refetchInterval: FRESH_MS * 6,
  })
  if (!figures.data) return <Unloaded query={figures} />
  return (
    <Card title="效果（所有版本合计）">
      <Stats label="效果" stats={statsOf(figures.data)} />
      {figures.data.refused.length > 0 && (
        <div className={css.reasons}>
          <PlainTable
            label="未发送的原因"
            columns={refusedColumns}
            rows={figures.data.refused}
            rowKey={each => each.why}
          />
        </div>
      )}
    </Card>
  )
}

const Letter = ({
  journey: { title, content, advert, bonus, turnover_times },
}: {
  journey: Journey
}) => (
  <Card title="内容与奖金">
    {advert !== '' && <p className={css.note}>内容检查：{advert}</p>}
    <p className={css.note}>
      {bonus > 0 ? `奖金 ${yuan(bonus)}，流水 ${turnover_times} 倍` : '没有奖金'}
    </p>
    <PhonePreview title={title} html={content} />
  </Card>
)
