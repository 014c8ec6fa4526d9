import type { ConsoleGiven } from '@tianping/contract/console'
import { useOperator } from '../../app/operator.ts'
import { useToday } from '../../app/useToday.ts'
import { Span } from '../../ui/Age.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/Money.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { DepositQueue, WithdrawalQueue } from './QueueCard.tsx'
import css from './today.module.css'

type Today = ConsoleGiven<'POST /api/console/today'>

/** What waits for a person, and how the day stands. Every waiting item opens with one press. */
export default function TodayPage() {
  const today = useToday()
  const { may } = useOperator()
  const time = today.dataUpdatedAt ? new Date(today.dataUpdatedAt).toLocaleTimeString('zh-CN', { hour12: false, timeZone: 'Asia/Shanghai' }) : ''
  return (
    <Room title="今日" tools={<><span className={css.asOf}>{time && `更新于 ${time}`}</span><Refresh busy={today.isFetching && !today.data} onClick={() => void today.refetch()} /></>}>
      {!today.data && (today.error ? <Failure error={today.error} retry={() => void today.refetch()} /> : <Waiting />)}
      {today.data && (
        <>
          <Waits today={today.data} />
          <Figures today={today.data} />
          <div className={css.queues}>
            {may('deposit.read') && <DepositQueue waiting={today.data.deposits_pending} />}
            {may('withdrawal.read') && <WithdrawalQueue waiting={today.data.withdrawals_pending} />}
          </div>
        </>
      )}
    </Room>
  )
}

function Waits({ today }: { today: Today }) {
  const { may } = useOperator()
  return (
    <div className={css.waits}>
      {may('deposit.read') && <Wait label="待审存款" count={today.deposits_pending} oldest={today.deposits_oldest_minutes} href="#/deposits" />}
      {may('withdrawal.read') && <Wait label="待审取款" count={today.withdrawals_pending} oldest={today.withdrawals_oldest_minutes} href="#/withdrawals" />}
      {may('payout.read') && <Wait label="待付款" count={today.payouts_open} oldest={today.payouts_oldest_minutes} href="#/payouts" />}
      {may('activity.read') && <Wait label="活动申请" count={today.applications_pending} oldest={today.applications_oldest_minutes} href="#/applications" />}
      {may('agent.read') && <Wait label="代理待办" count={today.agents_pending + today.statements_pending} oldest={today.agents_oldest_minutes} href={today.agents_pending > 0 || today.statements_pending === 0 ? '#/agents' : '#/statements'} />}
      {may('rule.approve') && <Wait label="规则审批" count={today.proposals_open} oldest={today.proposals_oldest_minutes} href="#/rules" />}
      <a className={css.wait} href={may('venue.read') ? '#/venues?tab=transfers' : undefined} data-busy={today.transfers_unknown > 0 || undefined}>
        <span>待确认转账</span>
        <b>{today.transfers_unknown}</b>
        <small>{today.transfers_unknown > 0 ? '场馆尚未答复，系统正在查询' : '全部已确认'}</small>
      </a>
    </div>
  )
}

function Wait({ label, count, oldest, href }: { label: string; count: number; oldest: number; href: string }) {
  return (
    <a className={css.wait} href={href} data-busy={count > 0 || undefined}>
      <span>{label}</span>
      <b>{count}</b>
      <small>{count > 0 ? <>最久等待 <Span minutes={oldest} /></> : '没有待办'}</small>
    </a>
  )
}

function Figures({ today: t }: { today: Today }) {
  const figures = [
    { label: '存款', value: <Money amount={t.deposits_today} /> },
    { label: '取款', value: <Money amount={t.withdrawals_today} /> },
    { label: '净入金', value: <Signed amount={t.deposits_today - t.withdrawals_today} />, note: '存款减取款' },
    { label: '投注', value: <Money amount={t.bets_today} /> },
    { label: '派彩', value: <Money amount={t.payouts_today} /> },
    { label: '平台输赢', value: <Signed amount={t.bets_today - t.payouts_today} />, note: '投注减派彩' },
    { label: '新增会员', value: t.new_members_today.toLocaleString('zh-CN') },
    { label: '活跃会员', value: t.active_members_today.toLocaleString('zh-CN') },
  ]
  return (
    <dl className={css.figures} aria-label="今日数据">
      {figures.map(figure => (
        <div key={figure.label}>
          <dt>{figure.label}{figure.note && <small>{figure.note}</small>}</dt>
          <dd>{figure.value}</dd>
        </div>
      ))}
    </dl>
  )
}
