import { useState } from 'react'
import { Card, Vault } from '../ui/Card.tsx'
import { LinkRow, List } from '../ui/List.tsx'
import { Money } from '../ui/Money.tsx'
import { Failed, Skeleton } from '../ui/states.tsx'
import { hrefs } from './address.ts'
import { useAnswer } from './data.ts'
import { Ranges, type Range } from './Ranges.tsx'
import css from './agent.module.css'

/** The team in one look: what it played and what the house won of it, and the formula in force. */
export function OverviewPage() {
  const [date, setDate] = useState<Range>(4)
  const { data, failed, words, busy, retry } = useAnswer('POST /api/agent/summary', { date })
  if (!data) return failed ? <Failed words={words} onRetry={retry} busy={busy} /> : <Coming />
  const tiles = [
    { label: '团队人数', value: data.members },
    { label: '新增会员', value: data.joined },
    { label: '存款会员', value: data.depositors },
    { label: '投注会员', value: data.players },
  ]
  const money = [
    { label: '存款', yuan: data.deposits },
    { label: '取款', yuan: data.withdrawals },
    { label: '投注', yuan: data.bets },
    { label: '有效投注', yuan: data.valid },
    { label: '派彩', yuan: data.payouts },
  ]
  return (
    <>
      <Ranges value={date} onChange={setDate} />
      <Vault label="团队净输赢">
        <p className="sub">{data.username}，团队净输赢（投注减派彩）</p>
        <Money yuan={data.result} size={34} signed />
        <p className="sub">自 {data.since} 起</p>
      </Vault>
      <dl className={css.tiles}>
        {tiles.map(({ label, value }) => (
          <div key={label} className="card">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Card label="资金">
        <dl className="pairs">
          {money.map(({ label, yuan }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Money yuan={yuan} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
      <List icons label="更多">
        <LinkRow
          href={hrefs.statements}
          icon="receipt"
          title="佣金账单"
          note="逐月结算，可逐行核对"
        />
        <LinkRow href={hrefs.days} icon="calendar" title="每日数据" note="直属与下级，逐日统计" />
        <LinkRow
          href={hrefs.invite}
          icon="share"
          title="推广链接"
          note={`邀请码 ${data.invite_code}`}
        />
      </List>
      <Formula title="当前佣金规则" version={data.rule_version} lines={data.rule} />
    </>
  )
}

/** A formula as it is kept, line by line, with its version. */
export const Formula = ({
  title,
  version,
  lines,
}: {
  title: string
  version: number
  lines: readonly string[]
}) => (
  <Card label={title}>
    <h2 className={css.title}>
      {title}
      <small className="t-12 muted">{version > 0 ? `第 ${version} 版` : '默认规则'}</small>
    </h2>
    <ol className={css.rules}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  </Card>
)

const Coming = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="36px" radius={18} />
    <Skeleton height="116px" radius={16} />
    <div className={css.tiles}>
      {[0, 1, 2, 3].map(i => (
        <Skeleton key={i} height="76px" radius={16} />
      ))}
    </div>
    <Skeleton height="212px" radius={16} />
  </div>
)
