import type { Permission } from '@tianping/contract/console'
import { useOperator } from '../../app/session/operator.ts'
import { Span } from '../../ui/values/Age.tsx'
import type { Today } from './today.ts'
import css from './today.module.css'

type Queue = {
  label: string
  permission: Permission
  /** How many wait, and for how many minutes the oldest. */
  of: (today: Today) => [count: number, oldest: number]
  href: (today: Today) => string
}

const queues: Queue[] = [
  {
    label: '待审存款',
    permission: 'deposit.read',
    of: t => [t.deposits_pending, t.deposits_oldest_minutes],
    href: () => '#/deposits',
  },
  {
    label: '待审取款',
    permission: 'withdrawal.read',
    of: t => [t.withdrawals_pending, t.withdrawals_oldest_minutes],
    href: () => '#/withdrawals',
  },
  {
    label: '待付款',
    permission: 'payout.read',
    of: t => [t.payouts_open, t.payouts_oldest_minutes],
    href: () => '#/payouts',
  },
  {
    label: '活动申请',
    permission: 'activity.read',
    of: t => [t.applications_pending, t.applications_oldest_minutes],
    href: () => '#/applications',
  },
  {
    label: '代理待办',
    permission: 'agent.read',
    of: t => [t.agents_pending + t.statements_pending, t.agents_oldest_minutes],
    href: t => (t.agents_pending === 0 && t.statements_pending > 0 ? '#/statements' : '#/agents'),
  },
  {
    label: '规则审批',
    permission: 'rule.approve',
    of: t => [t.proposals_open, t.proposals_oldest_minutes],
    href: () => '#/rules',
  },
  {
    label: '人工调整',
    permission: 'adjustment.approve',
    of: t => [t.adjustments_pending, t.adjustments_oldest_minutes],
    href: () => '#/adjustments',
  },
  {
    label: '风险提示',
    permission: 'risk.read',
    of: t => [t.flags_pending, t.flags_oldest_minutes],
    href: () => '#/risk',
  },
  {
    label: '玩家关怀',
    permission: 'harm.read',
    of: t => [t.harm_pending, t.harm_oldest_minutes],
    href: () => '#/care',
  },
  {
    label: '对账差异',
    permission: 'reconciliation.read',
    of: t => [t.cases_open, t.cases_oldest_minutes],
    href: () => '#/reconciliation',
  },
  {
    label: '重置申请',
    permission: 'member.password',
    of: t => [t.pay_requests_pending, t.pay_requests_oldest_minutes],
    href: () => '#/members/pay-requests',
  },
]

/** Every queue this operator works at, and the transfers that wait for a venue. */
export function Waits({ today }: { today: Today }) {
  const { may } = useOperator()
  return (
    <div className={css.waits}>
      {queues
        .filter(each => may(each.permission))
        .map(({ label, of, href }) => (
          <Wait key={label} label={label} waiting={of(today)} href={href(today)} />
        ))}
      <Wait
        label="待确认转账"
        waiting={[today.transfers_unknown, today.transfers_oldest_minutes]}
        none="全部已确认"
        href={may('venue.read') ? '#/venues?tab=transfers' : undefined}
      />
    </div>
  )
}

type WaitProps = {
  label: string
  waiting: [count: number, oldest: number]
  none?: string
  href: string | undefined
}

function Wait({ label, waiting: [count, oldest], none = '没有待办', href }: WaitProps) {
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
          none
        )}
      </small>
    </a>
  )
}
