import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import {
  campaignArms,
  campaignGoals,
  campaignState,
  type CampaignGoal,
} from '@tianping/contract/campaigns/facts'
import { offerProducts } from '@tianping/contract/consents/facts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { figuresCall, membersCall, showCall, type Campaign } from './calls.ts'
import css from './campaigns.module.css'
import { Standing } from './standing.tsx'
import { Ways } from './Ways.tsx'
import { counted } from '../../ui/values/counted.ts'

/** The job gives every few seconds. */
const FRESH_MS = 10_000

type Given = ConsoleRowOf<typeof membersCall>
const columns: Columns<Given> = [
  memberColumn<Given>(),
  { ...columnOf('arm'), render: (_, row) => campaignArms[row.arm] },
  { ...columnOf('bonus'), align: 'right', render: (_, row) => <Money amount={row.bonus} /> },
  { ...columnOf('assigned_at'), render: (_, row) => row.assigned_at },
]

/** One campaign: its terms, its arms with their figures, and who is in them. */
export default function CampaignPage({ id }: { id: number }) {
  const shown = useQuery({
    queryKey: [showCall, id],
    queryFn: ({ signal }) => call(showCall, { id }, signal),
    refetchInterval: FRESH_MS,
  })
  const table = useTable(membersCall, { id })
  return (
    <Room
      title={<a href="#/campaigns">营销投放</a>}
      tools={
        <>
          <b>{shown.data?.name}</b>
          <span style={{ flex: 1 }} />
          {shown.data && <Ways campaign={shown.data} />}
        </>
      }
    >
      {shown.data ? <Whole campaign={shown.data} /> : <Unloaded query={shown} />}
      <Card title="分组名单" flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.member_id}
          label="分组名单"
          empty="还没有发放"
        />
      </Card>
    </Room>
  )
}

const Whole = ({ campaign }: { campaign: Campaign }) => (
  <>
    <Terms campaign={campaign} />
    {campaign.state !== campaignState.waiting && campaign.state !== campaignState.rejected && (
      <Figures campaign={campaign} />
    )}
    <Letters campaign={campaign} />
  </>
)

function Terms({ campaign: c }: { campaign: Campaign }) {
  return (
    <Card>
      <Facts>
        <Fact label="状态">
          <Standing of={c} /> {c.remark}
        </Fact>
        <Fact label="人群">{c.segment || '全部会员'}</Fact>
        <Fact label="时间">
          {c.starts_at.slice(0, 16)} 至 {c.ends_at.slice(0, 16)}
        </Fact>
        <Fact label="预算 / 已派发">
          <Money amount={c.budget} /> / <Money amount={c.paid} strong />
        </Fact>
        <Fact label="流水倍数">{c.turnover_times}</Fact>
        <Fact label="优惠内容">{c.product === '' ? '全部产品' : offerProducts[c.product]}</Fact>
        <Fact label="衡量指标">
          分组当天起 {c.goal_days} 天的{campaignGoals[c.goal]}
        </Fact>
        <Fact label="提交 / 复核">
          {c.proposed_by} / {c.decided_by || '—'}
        </Fact>
      </Facts>
      <p className={css.note}>
        已排除、暂停、停止优惠、不愿接收优惠、账户锁定或风险已确认的会员，测试账户，员工的账户和同一人的另一账户不会进入任何一组，发放时核对。只包括开始前注册的会员。
      </p>
    </Card>
  )
}

type ArmFigures = ConsoleGiven<typeof figuresCall>['arms'][number]

const figureOf = (value: number, goal: CampaignGoal) =>
  goal === 'depositors' ? `${value.toFixed(2)}%` : yuan(value)

function differenceOf({ difference, margin }: ArmFigures, goal: CampaignGoal): string {
  if (difference === null || margin === null) return '—'
  const sign = difference > 0 ? '+' : ''
  const chance = Math.abs(difference) > margin ? '' : '，可能出于偶然'
  return `${sign}${figureOf(difference, goal)} ± ${figureOf(margin, goal)}${chance}`
}

const figureColumns = (goal: CampaignGoal): PlainColumn<ArmFigures>[] => [
  { title: '组别', cell: each => campaignArms[each.arm] },
  { title: '会员数', cell: each => counted(each.members) },
  { title: '已满统计天数', cell: each => counted(each.complete) },
  { title: '奖金', cell: each => `${each.bonuses} 份 ${yuan(each.paid)}` },
  {
    title: campaignGoals[goal],
    cell: each => (goal === 'depositors' ? `${each.total} 人` : yuan(each.total)),
  },
  {
    title: goal === 'depositors' ? '比例' : '人均',
    cell: each => figureOf(each.mean, goal),
  },
  { title: '与对照组相差（95% 区间）', cell: each => differenceOf(each, goal) },
]

function Figures({ campaign: { id, goal } }: { campaign: Campaign }) {
  const figures = useQuery({
    queryKey: [figuresCall, id],
    queryFn: ({ signal }) => call(figuresCall, { id }, signal),
    refetchInterval: FRESH_MS * 6,
  })
  return (
    <Card title="各组效果">
      {figures.data ? (
        <PlainTable
          label="各组效果"
          columns={figureColumns(goal)}
          rows={figures.data.arms}
          rowKey={each => each.arm}
        />
      ) : (
        <Unloaded query={figures} />
      )}
    </Card>
  )
}

const Letters = ({ campaign: { arms, advert } }: { campaign: Campaign }) => (
  <Card title="内容与奖金">
    {advert !== '' && <p className={css.note}>内容检查：{advert}</p>}
    <div className={css.arms}>
      {arms.map(each => (
        <section key={each.arm} aria-label={campaignArms[each.arm]}>
          <h3>
            {campaignArms[each.arm]} {each.share}%
          </h3>
          {each.arm === 'control' ? (
            <p className={css.note}>不发送</p>
          ) : (
            <>
              <p className={css.note}>{each.bonus > 0 ? `奖金 ${yuan(each.bonus)}` : '没有奖金'}</p>
              <PhonePreview title={each.title} html={each.content} />
            </>
          )}
        </section>
      ))}
    </div>
  </Card>
)
