import type { ConsoleGiven } from '@tianping/contract/console'
import { lazy, Suspense, type ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useToday } from '../../app/useToday.ts'
import { Span } from '../../ui/values/Age.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Clockwork } from './Clockwork.tsx'
import { DepositQueue, WithdrawalQueue } from './QueueCard.tsx'
import css from './today.module.css'

/** Charts come after the work: their code is as large as all the rest. */
const Charts = lazy(() => import('./Charts.tsx'))

type Today = ConsoleGiven<'POST /api/console/today'>

/** What waits for a person, and how the day stands. Every waiting item opens with one press. */
export default function TodayPage() {
  const today = useToday()
  const { may } = useOperator()
  const time = today.dataUpdatedAt
    ? new Date(today.dataUpdatedAt).toLocaleTimeString('zh-CN', {
        hour12: false,
        timeZone: 'Asia/Shanghai',
      })
    : ''
  return (
    <Room
      title="今日"
      tools={
        <>
          <span className={css.asOf}>{time && `更新于 ${time}`}</span>
          <Refresh busy={today.isFetching && !today.data} onClick={() => void today.refetch()} />
        </>
      }
    >
      {!today.data &&
        (today.error ? (
          <Failure error={today.error} retry={() => void today.refetch()} />
        ) : (
          <Waiting />
        ))}
      {today.data && (
        <>
          <Waits today={today.data} />
          {may('reconciliation.read') && <Clockwork />}
          {may('figure.read') && <Figures today={today.data} />}
          <div className={css.queues}>
            {may('deposit.read') && <DepositQueue waiting={today.data.deposits_pending} />}
            {may('withdrawal.read') && <WithdrawalQueue waiting={today.data.withdrawals_pending} />}
          </div>
          {may('figure.read') && (
            <Suspense
              fallback={
                <Card title="趋势">
                  <Waiting />
                </Card>
              }
            >
              <Charts />
            </Suspense>
          )}
        </>
      )}
    </Room>
  )
}

function Waits({ today }: { today: Today }) {
  const { may } = useOperator()
  return (
    <div className={css.waits}>
      {may('deposit.read') && (
        <Wait
          label="待审存款"
          count={today.deposits_pending}
          oldest={today.deposits_oldest_minutes}
          href="#/deposits"
        />
      )}
      {may('withdrawal.read') && (
        <Wait
          label="待审取款"
          count={today.withdrawals_pending}
          oldest={today.withdrawals_oldest_minutes}
          href="#/withdrawals"
        />
      )}
      {may('payout.read') && (
        <Wait
          label="待付款"
          count={today.payouts_open}
          oldest={today.payouts_oldest_minutes}
          href="#/payouts"
        />
      )}
      {may('activity.read') && (
        <Wait
          label="活动申请"
          count={today.applications_pending}
          oldest={today.applications_oldest_minutes}
          href="#/applications"
        />
      )}
      {may('agent.read') && (
        <Wait
          label="代理待办"
          count={today.agents_pending + today.statements_pending}
          oldest={today.agents_oldest_minutes}
          href={
            today.agents_pending > 0 || today.statements_pending === 0 ? '#/agents' : '#/statements'
          }
        />
      )}
      {may('rule.approve') && (
        <Wait
          label="规则审批"
          count={today.proposals_open}
          oldest={today.proposals_oldest_minutes}
          href="#/rules"
        />
      )}
      {may('adjustment.approve') && (
        <Wait
          label="人工调整"
          count={today.adjustments_pending}
          oldest={today.adjustments_oldest_minutes}
          href="#/adjustments"
        />
      )}
      {may('risk.read') && (
        <Wait
          label="风险提示"
          count={today.flags_pending}
          oldest={today.flags_oldest_minutes}
          href="#/risk"
        />
      )}
      {may('reconciliation.read') && (
        <Wait
          label="对账差异"
          count={today.cases_open}
          oldest={today.cases_oldest_minutes}
          href="#/reconciliation"
        />
      )}
      <a
        className={css.wait}
        href={may('venue.read') ? '#/venues?tab=transfers' : undefined}
        data-busy={today.transfers_unknown > 0 || undefined}
      >
        <span>待确认转账</span>
        <b>{today.transfers_unknown}</b>
        <small>
          {today.transfers_unknown > 0 ? (
            <>
              最久等待 <Span minutes={today.transfers_oldest_minutes} />
            </>
          ) : (
            '全部已确认'
          )}
        </small>
      </a>
    </div>
  )
}

function Wait({
  label,
  count,
  oldest,
  href,
}: {
  label: string
  count: number
  oldest: number
  href: string
}) {
  return (
    <a className={css.wait} href={href} data-busy={count > 0 || undefined}>
      <span>{label}</span>
      <b>{count}</b>
      <small>
        {count > 0 ? (
          <>
            最久等待 <Span minutes={oldest} />
          </>
        ) : (
          '没有待办'
        )}
      </small>
    </a>
  )
}

/** Each figure of the day with the rows behind it. */
function Figures({ today: t }: { today: Today }) {
  const { may } = useOperator()
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const deposits = may('deposit.read') ? href('/deposits', { state: 2, day }) : undefined
  const withdrawals = may('withdrawal.read') ? href('/withdrawals', { state: 2, day }) : undefined
  // A difference opens both of its sides.
  const linked = (text: string, to: string | undefined) => (to ? <a href={to}>{text}</a> : text)
  const bets = may('bet.read') ? href('/bets', { day, status: 1 }) : undefined
  const figures: { label: string; value: ReactNode; note?: ReactNode; to?: string | undefined }[] =
    [
      { label: '存款', value: <Money amount={t.deposits_today} />, to: deposits },
      { label: '取款', value: <Money amount={t.withdrawals_today} />, to: withdrawals },
      {
        label: '净入金',
        value: <Signed amount={Math.round((t.deposits_today - t.withdrawals_today) * 100) / 100} />,
        note: (
          <>
            {linked('存款', deposits)}减{linked('取款', withdrawals)}
          </>
        ),
      },
      { label: '投注', value: <Money amount={t.bets_today} />, note: '已结算', to: bets },
      { label: '派彩', value: <Money amount={t.payouts_today} />, to: bets },
      {
        label: '平台输赢',
        value: <Signed amount={Math.round((t.bets_today - t.payouts_today) * 100) / 100} />,
        note: '投注减派彩',
        to: bets,
      },
      {
        label: '新增会员',
        value: t.new_members_today.toLocaleString('zh-CN'),
        to: may('member.read') ? href('/members', { day }) : undefined,
      },
      {
        label: '活跃会员',
        value: t.active_members_today.toLocaleString('zh-CN'),
        note: '投注或存款',
        to: may('member.read') ? href('/members', { played: day }) : undefined,
      },
    ]
  return (
    <dl className={css.figures} aria-label="今日数据">
      {figures.map(figure => (
        <div key={figure.label}>
          <dt>
            {figure.label}
            {figure.note && <small>{figure.note}</small>}
          </dt>
          <dd>{figure.to ? <a href={figure.to}>{figure.value}</a> : figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
