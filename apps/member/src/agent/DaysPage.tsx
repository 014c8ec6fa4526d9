import type { Given } from '@tianping/contract'
import { InfiniteList } from '../ui/InfiniteList.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Money } from '../ui/Money.tsx'
import { useDays } from './data.ts'
import css from './agent.module.css'

type Day = Given<'POST /api/agent/days'>['days'][number]

/** Day by day what the agent's own members did, and what the levels below did as one sum. */
export function DaysPage() {
  const list = useDays()
  return (
    <>
      <p className={css.count}>下级为您邀请的会员再邀请的人，最多三级，只显示合计。</p>
      <InfiniteList list={list} empty={<Empty>成为合营伙伴的次日起，这里逐日显示数据</Empty>}>
        {rows => (
          <ul className="stack" aria-label="每日数据">
            {rows.map(row => (
              <DayCard key={row.day} row={row} />
            ))}
          </ul>
        )}
      </InfiniteList>
    </>
  )
}

const DayCard = ({ row: { day, direct, deeper } }: { row: Day }) => (
  <li className={`card ${css.days}`}>
    <table aria-label={day}>
      <thead>
        <tr>
          <th scope="col">{day}</th>
          <th scope="col">直属</th>
          <th scope="col">下级</th>
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['注册', 'registrations'],
            ['首存', 'first_deposits'],
            ['存款', 'deposit'],
            ['有效投注', 'valid'],
            ['净收入', 'ngr'],
          ] as const
        ).map(([label, name]) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            {[direct, deeper].map((depth, n) => (
              <td key={n === 0 ? 'direct' : 'deeper'}>
                {name === 'registrations' || name === 'first_deposits' ? (
                  depth[name]
                ) : (
                  <Money yuan={depth[name]} signed={name === 'ngr'} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </li>
)
