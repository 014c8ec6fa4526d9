import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { DayPick } from '../../parts/list/DayPick.tsx'
import { Card } from '../../ui/Room.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { VenuePick } from './VenuePick.tsx'
import type { Venue } from './venue.ts'
import { counted } from '../../ui/values/counted.ts'
import css from './venues.module.css'

const name = 'POST /api/console/returns/day'
type Report = ConsoleGiven<typeof name>
type GameDay = Report['games'][number]

const percent = (value: string) => (value === '' ? '—' : `${value}%`)

const columns: PlainColumn<GameDay>[] = [
  {
    title: '游戏',
    cell: row => (
      <>
        <b>{row.game}</b> <span className={css.quiet}>{row.venue}</span>
      </>
    ),
  },
  { title: '注单', cell: row => counted(row.bets) },
  { title: '人数', cell: row => counted(row.members) },
  { title: '投注', cell: row => yuan(row.stake) },
  { title: '有效', cell: row => yuan(row.valid) },
  { title: '派彩', cell: row => yuan(row.payout) },
  { title: '平台输赢', cell: row => yuan(row.house_net) },
  { title: '实际返还', cell: row => percent(row.actual_return) },
  { title: '理论返还', cell: row => percent(row.published_return) },
]

/** What every game came to on one day, its total, and what the house owes now. */
export function GameDays({ venues }: { venues: Venue[] }) {
  const [day, setDay] = useState('')
  const [venue, setVenue] = useState(0)
  const report = useQuery({
    queryKey: [name, day, venue],
    queryFn: ({ signal }) => call(name, { day, venue_id: venue }, signal),
    meta: { inPlace: true },
  })
  return (
    <Card
      title="游戏日报"
      extra={
        <span className={css.tools}>
          <VenuePick venues={venues} value={venue} onChange={setVenue} />
          <DayPick value={day || (report.data?.day ?? '')} label="结算日" onChange={setDay} />
        </span>
      }
    >
      {report.data ? <Shown report={report.data} /> : <Unloaded query={report} />}
    </Card>
  )
}

function Shown({ report: { day, games, total, liability } }: { report: Report }) {
  const figures = [
    ['注单', counted(total.bets)],
    ['投注', yuan(total.stake)],
    ['有效', yuan(total.valid)],
    ['派彩', yuan(total.payout)],
    ['平台输赢', yuan(total.house_net)],
  ] as const
  const owed = [
    ['会员中心钱包', yuan(liability.cash)],
    ['会员场馆钱包', yuan(liability.in_venues)],
    [`未结算注单 ${counted(liability.open_bets)} 张`, yuan(liability.open_stake)],
  ] as const
  return (
    <>
      <Figures title={`${day} 合计`} figures={figures} />
      {games.length === 0 ? (
        <p>{day} 没有活动。</p>
      ) : (
        <PlainTable
          label={`${day}游戏日报`}
          columns={columns}
          rows={games}
          rowKey={row => `${row.venue_id} ${row.game}`}
        />
      )}
      <Figures title={`负债（${liability.at}）`} figures={owed} />
    </>
  )
}

type FiguresProps = { title: string; figures: readonly (readonly [string, string])[] }

const Figures = ({ title, figures }: FiguresProps) => (
  <dl className={css.figures} aria-label={title}>
    <div>
      <dt className={css.quiet}>{title}</dt>
    </div>
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt className={css.quiet}>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
