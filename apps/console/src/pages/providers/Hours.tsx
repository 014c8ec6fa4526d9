import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { Card } from '../../ui/Room.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { hoursCall } from './provider.ts'
import css from './providers.module.css'

type Hour = ConsoleGiven<typeof hoursCall>[number]

const secondsOf = (seconds: number | null) => {
  if (seconds === null) return '—'
  return seconds < 120 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`
}

const columns: PlainColumn<Hour>[] = [
  { title: '小时', cell: row => row.hour },
  { title: '通道', cell: row => row.name },
  { title: '订单', cell: row => row.orders },
  { title: '未受理', cell: row => row.refused },
  { title: '已入账', cell: row => row.credited },
  { title: '成功率', cell: row => (row.success === '' ? '—' : `${row.success}%`) },
  { title: '平均到账', cell: row => secondsOf(row.seconds) },
]

/** How the channels did within the last day, hour by hour. */
export function Hours() {
  const hours = useQuery({
    queryKey: [hoursCall],
    queryFn: ({ signal }) => call(hoursCall, {}, signal),
  })
  return (
    <Card title="近 24 小时">
      {!hours.data && <Unloaded query={hours} />}
      {hours.data?.length === 0 && <p className={css.quiet}>近 24 小时没有经通道的订单。</p>}
      {hours.data && hours.data.length > 0 && (
        <PlainTable
          label="各通道每小时成功率与到账时间"
          columns={columns}
          rows={hours.data}
          rowKey={row => `${row.code} ${row.hour}`}
        />
      )}
    </Card>
  )
}
