import type { Permission } from '@tianping/contract/console'
import { roundYuan } from '@tianping/money'
import { beijingDay } from '@tianping/money/day'
import type { ReactNode } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { activeOn, betsOn, depositsOn, joinedOn, withdrawalsOn } from './dayLinks.ts'
import type { Today } from './today.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './today.module.css'

type Figure = { label: string; value: ReactNode; note?: ReactNode; to?: string | undefined }

/** Where the figures of today lead, as far as this operator may go there. */
function useLinks() {
  const { may } = useOperator()
  const day = beijingDay(Date.now())
  const when = (permission: Permission, to: string) => (may(permission) ? to : undefined)
  return {
    deposits: when('deposit.read', depositsOn(day)),
    withdrawals: when('withdrawal.read', withdrawalsOn(day)),
    bets: when('bet.read', betsOn(day)),
    joined: when('member.read', joinedOn(day)),
    active: when('member.read', activeOn(day)),
  }
}
type Links = ReturnType<typeof useLinks>

const figuresOf = (t: Today, to: Links): Figure[] => [
  { label: '存款', value: <Money amount={t.deposits_today} />, to: to.deposits },
  { label: '取款', value: <Money amount={t.withdrawals_today} />, to: to.withdrawals },
  {
    label: '净入金',
    value: <Signed amount={roundYuan(t.deposits_today - t.withdrawals_today)} />,
    // A difference opens both of its sides.
    note: (
      <>
        <Linked to={to.deposits}>存款</Linked>减<Linked to={to.withdrawals}>取款</Linked>
      </>
    ),
  },
  { label: '投注', value: <Money amount={t.bets_today} />, note: '已结算', to: to.bets },
  { label: '派彩', value: <Money amount={t.payouts_today} />, to: to.bets },
  {
    label: '平台输赢',
    value: <Signed amount={roundYuan(t.bets_today - t.payouts_today)} />,
    note: '投注减派彩',
    to: to.bets,
  },
  { label: '新增会员', value: counted(t.new_members_today), to: to.joined },
  {
    label: '活跃会员',
    value: counted(t.active_members_today),
    note: '投注或存款',
    to: to.active,
  },
]

/** Each figure of the day with the rows behind it. */
export function TodayFigures({ today }: { today: Today }) {
  const links = useLinks()
  return (
    <dl className={css.figures} aria-label="今日数据">
      {figuresOf(today, links).map(figure => (
        <div key={figure.label}>
          <dt>
            {figure.label}
            {figure.note && <small>{figure.note}</small>}
          </dt>
          <dd>
            <Linked to={figure.to}>{figure.value}</Linked>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Linked = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? <a href={to}>{children}</a> : children
