import type { ConsoleGiven } from '@tianping/contract/console'
import { Stats } from '../../ui/Facts.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'

type Figures = ConsoleGiven<'POST /api/console/deposits/show'>['member']

/** What a member has and has done, as it stands beside every decision about their money. */
export function MemberFigures({ figures: f }: { figures: Figures }) {
  const held = f.cash - f.cash_available
  return (
    <Stats
      label="会员数据"
      stats={[
        {
          label: '中心钱包',
          value: <Money amount={f.cash} />,
          note:
            held > 0 ? (
              <>
                可用 <Money amount={f.cash_available} />
              </>
            ) : (
              '全部可用'
            ),
        },
        { label: '场馆余额', value: <Money amount={f.venues} /> },
        {
          label: '累计存款',
          value: <Money amount={f.deposits_total} />,
          note: `${f.deposits_count} 笔`,
        },
        {
          label: '累计取款',
          value: <Money amount={f.withdrawals_total} />,
          note: `${f.withdrawals_count} 笔`,
        },
        {
          label: '净存款',
          value: <Signed amount={f.deposits_total - f.withdrawals_total} />,
          note: '存款减取款',
        },
        { label: '累计投注', value: <Money amount={f.bets_total} /> },
        {
          label: '会员输赢',
          value: <Signed amount={f.payouts_total - f.bets_total} />,
          note: '派彩减投注',
        },
        {
          label: '未完成流水',
          value: <Money amount={f.missing_turnover} />,
          note: f.missing_turnover > 0 ? '取款前须完成' : '无',
          tone: f.missing_turnover > 0 ? 'warn' : undefined,
        },
      ]}
    />
  )
}
