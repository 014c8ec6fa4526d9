import { useState } from 'react'
import { ButtonLink } from '../ui/Button.tsx'
import { Tag } from '../ui/Chip.tsx'
import { InfiniteList } from '../ui/InfiniteList.tsx'
import { Money } from '../ui/Money.tsx'
import { Empty } from '../ui/Empty.tsx'
import { hrefs } from './address.ts'
import { usePages } from './data.ts'
import { Ranges, type Range } from './Ranges.tsx'
import css from './agent.module.css'

/** The invited members, newest first, and what each did in the span; names are masked. */
export function TeamPage() {
  const [date, setDate] = useState<Range>(4)
  const list = usePages('POST /api/agent/team', { date })
  return (
    <>
      <Ranges value={date} onChange={setDate} />
      {list.rows && list.rows.length > 0 && <p className={css.count}>共 {list.total} 位会员</p>}
      <InfiniteList
        list={list}
        empty={
          <Empty
            next={
              <ButtonLink kind="tonal" size={44} href={hrefs.invite}>
                去推广
              </ButtonLink>
            }
          >
            通过您的链接注册的会员会出现在这里
          </Empty>
        }
      >
        {rows => (
          <ul className="stack" aria-label="团队会员">
            {rows.map((row, i) => (
              <li key={`${row.username}${row.joined_at}${i}`} className={`card ${css.member}`}>
                <header>
                  <b>{row.username}</b>
                  <Tag kind="vip">VIP{row.vip}</Tag>
                  <time className="t-12">{row.joined_at.slice(0, 10)} 加入</time>
                </header>
                <dl>
                  {(
                    [
                      ['存款', row.deposits],
                      ['取款', row.withdrawals],
                      ['投注', row.bets],
                      ['有效投注', row.valid],
                      ['派彩', row.payouts],
                      ['净输赢', row.result],
                    ] as const
                  ).map(([label, yuan]) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>
                        <Money yuan={yuan} signed={label === '净输赢'} />
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        )}
      </InfiniteList>
    </>
  )
}
