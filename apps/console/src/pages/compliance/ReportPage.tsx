import { useQuery } from '@tanstack/react-query'
import { figureGroups, reportStates } from '@tianping/contract/compliance/facts'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Progress } from 'antd'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { SaveButton } from '../../parts/files/SaveButton.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Money, yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import css from './compliance.module.css'
import { reportTones } from './facts.ts'

const SHOW = 'POST /api/console/reports/show'
type Report = ConsoleGiven<typeof SHOW>
type Venue = Report['venues'][number]
const WATCH_MS = 1_000

const isMade = (report: Report | undefined) =>
  report?.state === 'done' || report?.state === 'failed'

/** A report: every figure leads to its rows, and the whole leaves as a file. */
export default function ReportPage({ id }: { id: number }) {
  const query = useQuery({
    queryKey: [SHOW, { report_id: id }],
    queryFn: ({ signal }) => call(SHOW, { report_id: id }, signal),
    refetchInterval: ({ state }) => (isMade(state.data) ? false : WATCH_MS),
  })
  const { data } = query
  const file = (format: string) => `/api/console/reports/file/${id}/${format}`
  return (
    <Room
      title={
        <>
          <a href="#/compliance/reports">监管报告</a> {id}
        </>
      }
      tools={
        data?.state === 'done' && (
          <>
            <span style={{ flex: 1 }} />
            <SaveButton path={file('csv')}>下载 CSV</SaveButton>
            <SaveButton type="primary" path={file('pdf')}>
              下载 PDF
            </SaveButton>
          </>
        )
      }
    >
      {data ? <Whole report={data} /> : <Pending query={query} />}
    </Room>
  )
}

const venues: PlainColumn<Venue>[] = [
  { title: '场馆', cell: row => row.venue },
  { title: '注单数', cell: row => row.bets },
  { title: '投注', cell: row => <Money amount={row.stake} /> },
  { title: '派彩', cell: row => <Money amount={row.payout} /> },
  { title: '毛收入', cell: row => <Money amount={row.gross} /> },
  { title: '返还', cell: row => (row.actual_return ? `${row.actual_return}%` : '—') },
]

function Whole({ report }: { report: Report }) {
  return (
    <>
      <Card>
        <div className={css.lead}>
          <b>{report.from === report.to ? report.from : `${report.from} 至 ${report.to}`}</b>
          <Status tone={reportTones[report.state]}>{reportStates[report.state]}</Status>
          <span>{report.asked_by ? `${report.asked_by} 生成` : '每日自动生成'}</span>
          {report.made_at && <span>{report.made_at}</span>}
          {!isMade(report) && <Progress percent={report.progress} style={{ maxWidth: 320 }} />}
        </div>
      </Card>
      {report.state === 'done' && <Figures report={report} />}
    </>
  )
}

function Figures({ report }: { report: Report }) {
  const link = (figure: string) => href(`/compliance/rows/${report.report_id}`, { figure })
  return (
    <>
      <div className={css.groups}>
        {report.groups.map(({ group, figures }) => (
          <Card key={group} title={figureGroups[group]}>
            <table className={css.figures} aria-label={figureGroups[group]}>
              <tbody>
                {figures.map(({ figure, label, times, amount }) => (
                  <tr key={figure}>
                    <td>
                      <a href={link(figure)}>{label}</a>
                    </td>
                    <td>{times ?? ''}</td>
                    <td>{amount === null ? '' : yuan(amount)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Card>
        ))}
      </div>
      <Card title="各场馆表现">
        {report.venues.length > 0 ? (
          <PlainTable
            label="各场馆表现"
            columns={venues}
            rows={report.venues}
            rowKey={row => row.venue}
          />
        ) : (
          '本期间没有投注活动'
        )}
      </Card>
    </>
  )
}
