import type { EChartsCoreOption } from 'echarts/core'
import { useMemo, type ReactNode } from 'react'
import { go } from '../../app/address.ts'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Chart } from '../../parts/chart/Chart.tsx'
import { useColours } from '../../parts/chart/frame.ts'
import { activeOn, betsOn, depositsOn, joinedOn, withdrawalsOn } from './dayLinks.ts'
import { memberOption, moneyOption, venueOption } from './options.ts'
import { resultOf, sum, validIn } from './sums.ts'
import type { Figures } from './useFigures.ts'
import css from './charts.module.css'

function useOptions(figures: Figures) {
  const colours = useColours()
  const { days } = figures
  return {
    money: useMemo(() => moneyOption(days, colours), [days, colours]),
    members: useMemo(() => memberOption(days, colours), [days, colours]),
    turnover: useMemo(() => venueOption(figures, 'valid', colours), [figures, colours]),
    result: useMemo(() => venueOption(figures, 'result', colours), [figures, colours]),
  }
}

/** Money, members, turnover and result, day by day. */
export function Drawings({ figures }: { figures: Figures }) {
  const { days, play, venues } = figures
  const options = useOptions(figures)
  const deposits = sum(days.map(each => each.deposits))
  const withdrawals = sum(days.map(each => each.withdrawals))
  const venueNamed = (name: string) => venues.find(venue => venue.name === name)?.venue_id
  return (
    <div className={css.grid}>
      <Drawing
        title="存取款与净入金"
        total={
          <>
            存 <Money amount={deposits} />
            {'\u3000取 '}
            <Money amount={withdrawals} />
            {'\u3000净 '}
            <Signed amount={deposits - withdrawals} />
          </>
        }
        label="每日存款、取款与净入金"
        option={options.money}
        days={days}
        rowsOf={(day, series) => (series === '取款' ? withdrawalsOn(day) : depositsOn(day))}
      />
      <Drawing
        title="会员"
        total={`新增 ${days.reduce((total, each) => total + each.new_members, 0)}`}
        label="每日新增与活跃会员"
        option={options.members}
        days={days}
        rowsOf={(day, series) => (series === '新增' ? joinedOn(day) : activeOn(day))}
      />
      <Drawing
        title="各场馆有效投注"
        total={<Money amount={validIn(play)} />}
        label="各场馆每日有效投注"
        option={options.turnover}
        days={days}
        rowsOf={(day, series) => betsOn(day, venueNamed(series))}
      />
      <Drawing
        title="各场馆平台输赢"
        total={<Signed amount={resultOf(play)} />}
        label="各场馆每日平台输赢"
        option={options.result}
        days={days}
        rowsOf={(day, series) => betsOn(day, venueNamed(series))}
      />
    </div>
  )
}

type DrawingProps = {
  title: string
  total: ReactNode
  label: string
  option: EChartsCoreOption
  days: Figures['days']
  /** The address of the rows behind one day of a series. */
  rowsOf: (day: string, series: string) => string
}

/** One chart with its total. A press on a day opens the rows behind it. */
function Drawing({ title, total, label, option, days, rowsOf }: DrawingProps) {
  const open = (at: number, series: string) => {
    const pressed = days[at]
    if (pressed) go(rowsOf(pressed.day, series).slice(1))
  }
  return (
    <figure>
      <figcaption>
        {title} <span>{total}</span>
      </figcaption>
      <Chart option={option} label={label} onDay={open} />
    </figure>
  )
}
