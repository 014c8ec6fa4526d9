import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, Suspense, useMemo } from 'react'
import { call } from '../../app/api.ts'
import { frame, useColours, type Colours } from '../../parts/chart/frame.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { FigureTabs } from './FigureTabs.tsx'
import css from './figures.module.css'

const Chart = lazy(() => import('../../parts/chart/Chart.tsx').then(m => ({ default: m.Chart })))

const name = 'POST /api/console/figures/liability'
type Liability = ConsoleGiven<typeof name>

/** What members could ask for at this moment. */
export default function LiabilityPage() {
  const liability = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
  })
  return (
    <Room
      title={<FigureTabs current="liability" />}
      tools={<Refresh busy={liability.isFetching} onClick={() => void liability.refetch()} />}
    >
      {liability.data ? <Owed given={liability.data} /> : <Unloaded query={liability} />}
    </Room>
  )
}

function optionOf({ days }: Liability, c: Colours): EChartsCoreOption {
  const area = (title: string, colour: string, values: number[]) => ({
    name: title,
    type: 'bar',
    stack: 'owed',
    barMaxWidth: 18,
    itemStyle: { color: colour },
    data: values,
  })
  return {
    ...frame(
      days.map(each => each.day.slice(5)),
      c,
      true,
    ),
    series: [
      area(
        '中心钱包',
        c.brand,
        days.map(each => each.wallets),
      ),
      area(
        '场馆余额',
        c.good,
        days.map(each => each.venues),
      ),
      area(
        '待付款',
        c.amber,
        days.map(each => each.payable),
      ),
    ],
  }
}

function Owed({ given }: { given: Liability }) {
  const colours = useColours()
  const option = useMemo(() => optionOf(given, colours), [given, colours])
  return (
    <>
      <Card title="此刻的负债">
        <div className={css.scroll}>
          <table className={css.plain} aria-label="负债">
            <thead>
              <tr>
                <th>项目</th>
                <th>金额</th>
                <th data-text="">说明</th>
              </tr>
            </thead>
            <tbody>
              {given.items.map(({ key, label, amount, formula }) => (
                <tr key={key}>
                  <td>{label}</td>
                  <td>
                    <Money amount={amount} />
                  </td>
                  <td data-text="" className={css.none}>
                    {formula}
                  </td>
                </tr>
              ))}
              <tr data-sum="">
                <td>合计</td>
                <td>
                  <Money amount={given.total} />
                </td>
                <td />
              </tr>
            </tbody>
          </table>
        </div>
      </Card>
      <Card title="近 30 天日末余额">
        <Suspense fallback={<Waiting />}>
          <Chart option={option} label="近 30 天日末余额" onDay={() => {}} />
        </Suspense>
      </Card>
    </>
  )
}
