import { Segmented, theme } from 'antd'
import { useMemo, useState } from 'react'
import { go, href, useAddress } from '../../app/address.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Card } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Chart } from './Chart.tsx'
import { memberOption, moneyOption, venueOption, type Colours } from './options.ts'
import { spans, useFigures, type Figures, type Span } from './useFigures.ts'
import css from './charts.module.css'
import lists from '../../parts/list/lists.module.css'

/** Drawn as data, so that a sum of fen never shows a float's tail. */
const sum = (all: number[]) => Math.round(all.reduce((total, each) => total + each * 100, 0)) / 100

/** The last 7, 30 or 90 days, drawn and in figures; every day and every figure opens its rows. */
export default function Charts() {
  const { path, search } = useAddress()
  const asked = Number(new URLSearchParams(search).get('days'))
  const days = spans.find(each => each === asked) ?? 30
  const figures = useFigures(days)
  const [table, setTable] = useState(false)
  const { token } = theme.useToken()
  const colours: Colours = useMemo(
    () => ({
      ink: token.colorTextSecondary,
      line: token.colorBorderSecondary,
      surface: token.colorBgElevated,
      brand: token.colorPrimary,
      good: token.colorSuccess,
      bad: token.colorError,
      amber: token.colorWarning,
    }),
    [token],
  )
  return (
    <Card
      title="趋势"
      extra={
        <span className={css.tools}>
          <Segmented<string>
            size="small"
            options={[
              { value: 'charts', label: '图表' },
              { value: 'table', label: '表格' },
            ]}
            value={table ? 'table' : 'charts'}
            onChange={shown => setTable(shown === 'table')}
          />
          <Segmented<Span>
            size="small"
            options={spans.map(each => ({ value: each, label: `${each} 天` }))}
            value={days}
            onChange={next => go(next === 30 ? path : `${path}?days=${next}`, true)}
          />
        </span>
      }
    >
      {!figures.data ? (
        figures.error ? (
          <Failure error={figures.error} retry={() => void figures.refetch()} />
        ) : (
          <Waiting />
        )
      ) : table ? (
        <Days figures={figures.data} />
      ) : (
        <Drawn figures={figures.data} colours={colours} />
      )}
    </Card>
  )
}

const depositsOn = (day: string) => href('/deposits', { state: 2, day })
const withdrawalsOn = (day: string) => href('/withdrawals', { state: 2, day })
const betsOn = (day: string, venue?: number) =>
  href('/bets', { day, status: 1, ...(venue ? { venue } : {}) })

function Drawn({ figures, colours }: { figures: Figures; colours: Colours }) {
  const { days, play, venues } = figures
  const money = useMemo(() => moneyOption(days, colours), [days, colours])
  const members = useMemo(() => memberOption(days, colours), [days, colours])
  const turnover = useMemo(() => venueOption(figures, 'valid', colours), [figures, colours])
  const result = useMemo(() => venueOption(figures, 'result', colours), [figures, colours])
  const open = (to: string) => go(to.slice(1))
  const venueNamed = (name: string) => venues.find(venue => venue.name === name)?.venue_id
  return (
    <div className={css.grid}>
      <figure>
        <figcaption>
          存取款与净入金{' '}
          <span>
            存 <Money amount={sum(days.map(d => d.deposits))} />
            　取 <Money amount={sum(days.map(d => d.withdrawals))} />
            　净{' '}
            <Signed amount={sum(days.map(d => d.deposits)) - sum(days.map(d => d.withdrawals))} />
          </span>
        </figcaption>
        <Chart
          option={money}
          label="每日存款、取款与净入金"
          onDay={(at, series) =>
            open(series === '取款' ? withdrawalsOn(days[at]!.day) : depositsOn(days[at]!.day))
          }
        />
      </figure>
      <figure>
        <figcaption>
          会员 <span>新增 {days.reduce((total, d) => total + d.new_members, 0)}</span>
        </figcaption>
        <Chart
          option={members}
          label="每日新增与活跃会员"
          onDay={(at, series) =>
            open(
              href(
                '/members',
                series === '新增' ? { day: days[at]!.day } : { played: days[at]!.day },
              ),
            )
          }
        />
      </figure>
      <figure>
        <figcaption>
          各场馆有效投注{' '}
          <span>
            <Money amount={sum(play.map(p => p.valid))} />
          </span>
        </figcaption>
        <Chart
          option={turnover}
          label="各场馆每日有效投注"
          onDay={(at, series) => open(betsOn(days[at]!.day, venueNamed(series)))}
        />
      </figure>
      <figure>
        <figcaption>
          各场馆平台输赢{' '}
          <span>
            <Signed amount={sum(play.map(p => p.stake)) - sum(play.map(p => p.payout))} />
          </span>
        </figcaption>
        <Chart
          option={result}
          label="各场馆每日平台输赢"
          onDay={(at, series) => open(betsOn(days[at]!.day, venueNamed(series)))}
        />
      </figure>
    </div>
  )
}

/** The same as figures, newest first: each is the way to its rows. */
function Days({ figures: { days, play, venues } }: { figures: Figures }) {
  const played = venues.filter(venue => play.some(p => p.venue_id === venue.venue_id))
  return (
    <div className={css.scroll}>
      <table className={lists.conditions} aria-label="每日数据">
        <thead>
          <tr>
            <th>日期</th>
            <th>存款</th>
            <th>取款</th>
            <th>净入金</th>
            <th>新增</th>
            <th>活跃</th>
            <th>有效投注</th>
            <th>平台输赢</th>
            {played.map(venue => (
              <th key={venue.venue_id}>{venue.name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(d => {
            const own = play.filter(p => p.day === d.day)
            const result = (rows: typeof own) =>
              sum(rows.map(p => p.stake)) - sum(rows.map(p => p.payout))
            return (
              <tr key={d.day}>
                <td>{d.day}</td>
                <td>
                  <a href={depositsOn(d.day)}>
                    <Money amount={d.deposits} />
                  </a>{' '}
                  <small>{d.deposits_count} 笔</small>
                </td>
                <td>
                  <a href={withdrawalsOn(d.day)}>
                    <Money amount={d.withdrawals} />
                  </a>{' '}
                  <small>{d.withdrawals_count} 笔</small>
                </td>
                <td>
                  <Signed amount={d.deposits - d.withdrawals} />
                </td>
                <td>
                  <a href={href('/members', { day: d.day })}>{d.new_members}</a>
                </td>
                <td>
                  <a href={href('/members', { played: d.day })}>{d.active_members}</a>
                </td>
                <td>
                  <a href={betsOn(d.day)}>
                    <Money amount={sum(own.map(p => p.valid))} />
                  </a>
                </td>
                <td>
                  <Signed amount={result(own)} />
                </td>
                {played.map(venue => (
                  <td key={venue.venue_id}>
                    <a href={betsOn(d.day, venue.venue_id)}>
                      <Signed amount={result(own.filter(p => p.venue_id === venue.venue_id))} />
                    </a>
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
