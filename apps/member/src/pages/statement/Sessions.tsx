import { usePages } from '../../app/lists.ts'
import { DayGroups } from '../../app/records/DayGroups.tsx'
import { minuteOf } from '../../app/records/days.ts'
import { href } from '../../app/routes/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { lengthText, type Stretch } from './useStatement.ts'
import records from '../../app/records/records.module.css'
import css from './statement.module.css'

/** When the member played, for how long, and how it went; newest first. */
export function Sessions() {
  const list = usePages('POST /api/protection/sessions', {})
  return (
    <div className="page">
      <InfiniteList
        list={list}
        empty={
          <Empty
            next={
              <ButtonLink kind="tonal" size={44} href={href('/')}>
                去看看游戏
              </ButtonLink>
            }
          >
            近 12 个月没有游戏时段
          </Empty>
        }
      >
        {rows => (
          <DayGroups
            rows={rows}
            timeOf={row => row.begin}
            hasMore={list.hasMore}
            sumOf={day => lengthText(day.rows.reduce((sum, { minutes }) => sum + minutes, 0))}
          >
            {row => <Session key={row.begin} row={row} />}
          </DayGroups>
        )}
      </InfiniteList>
    </div>
  )
}

const Session = ({ row }: { row: Stretch }) => (
  <div className="row">
    <span className={records.mono}>
      <Icon name="clock" size={20} />
    </span>
    <span className={`grow ${css.session}`}>
      <b className="t-15">
        {minuteOf(row.begin)} – {minuteOf(row.end)}
      </b>
      <span className="t-12 faint">
        {lengthText(row.minutes)}，{row.bets} 笔
        {row.open_stake > 0 && <>，未结算 {yuanText(row.open_stake)}</>}
      </span>
      <span className="t-12 faint">
        投注 {yuanText(row.stake)}&ensp;派彩 {yuanText(row.payout)}
      </span>
    </span>
    <span className={records.right}>
      <Money yuan={row.net} size={17} signed />
    </span>
  </div>
)
