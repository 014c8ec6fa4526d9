import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { interactionKinds } from '@tianping/contract/harm/facts'
import { call } from '../../app/api.ts'
import { Pending } from '../../ui/Pending.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable } from '../shared/PlainTable.tsx'
import { CareTabs } from './CareTabs.tsx'
import css from './care.module.css'

type Report = ConsoleGiven<'POST /api/console/harm/report'>
type Month = Report['months'][number]
type Effect = Report['effect'][number]

const permille = (value: number) => `${(value / 10).toFixed(1)}%`

const months = [
  { title: '月份', cell: (row: Month) => row.month },
  { title: '投注会员', cell: (row: Month) => row.players },
  { title: '互动会员', cell: (row: Month) => row.reached },
  { title: '互动率', cell: (row: Month) => permille(row.rate) },
  { title: '公布的问题博彩率', cell: (row: Month) => permille(row.goal) },
  {
    title: '结论',
    cell: (row: Month) =>
      row.rate < row.goal ? <Status tone="bad">偏低</Status> : <Status tone="good">达到</Status>,
  },
]
const effects = [
  { title: '方式', cell: (row: Effect) => interactionKinds[row.kind] },
  { title: '次数', cell: (row: Effect) => row.count },
  {
    title: '30 天净存款（前 → 后）',
    cell: (row: Effect) => `${yuan(row.before.net)} → ${yuan(row.after.net)}`,
  },
  {
    title: '投注（前 → 后）',
    cell: (row: Effect) => `${yuan(row.before.stake)} → ${yuan(row.after.stake)}`,
  },
  {
    title: '时长（前 → 后）',
    cell: (row: Effect) => `${row.before.minutes} → ${row.after.minutes} 分钟`,
  },
]

/** Whether enough was done, and whether it helped. */
export default function EffectPage() {
  const report = useQuery({
    queryKey: ['POST /api/console/harm/report'],
    queryFn: ({ signal }) => call('POST /api/console/harm/report', {}, signal),
  })
  const { data } = report
  return (
    <Room
      title={<CareTabs current="effect" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          <Refresh busy={report.isFetching} onClick={() => void report.refetch()} />
        </>
      }
    >
      {data ? (
        <div className={css.pages}>
          <Card title="每月互动率">
            {data.months.length > 0 ? (
              <PlainTable
                label="每月互动率"
                columns={months}
                rows={data.months}
                rowKey={row => row.month}
              />
            ) : (
              '第一个完整月份结束后显示'
            )}
          </Card>
          <Card title="互动前后 30 天平均（近一年）">
            {data.effect.length > 0 ? (
              <PlainTable
                label="互动前后"
                columns={effects}
                rows={data.effect}
                rowKey={row => row.kind}
              />
            ) : (
              '互动满 30 天后显示'
            )}
          </Card>
        </div>
      ) : (
        <Pending query={report} />
      )}
    </Room>
  )
}
