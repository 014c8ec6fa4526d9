import { useQuery } from '@tanstack/react-query'
import {
  incidentDuties,
  incidentKinds,
  incidentNotes,
  incidentStates,
  requestAnswers,
  type RequestAnswer,
} from '@tianping/contract/compliance/facts'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Pending } from '../../ui/Pending.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { IncidentPapers } from './IncidentPapers.tsx'
import { DoneDuty, IncidentWays } from './IncidentWays.tsx'
import css from './compliance.module.css'
import { incidentTones, type Incident } from './facts.ts'

const SHOW = 'POST /api/console/incidents/show'
type Duty = Incident['duties'][number]

/** One incident: what happened, who has to hear of it until when, its papers and its record. */
export default function IncidentPage({ id }: { id: number }) {
  const query = useQuery({
    queryKey: [SHOW, { incident_id: id }],
    queryFn: ({ signal }) => call(SHOW, { incident_id: id }, signal),
  })
  const { data } = query
  return (
    <Room
      title={
        <>
          <a href="#/compliance">事件</a> {id}
        </>
      }
      tools={data && <IncidentWays item={data} />}
    >
      {data ? <Whole item={data} /> : <Pending query={query} />}
    </Room>
  )
}

function dutyState(duty: Duty) {
  if (duty.done_at) return <Status tone="good">已完成</Status>
  if (duty.overdue) return <Status tone="bad">已逾期</Status>
  return duty.near ? <Status tone="waiting">临期</Status> : <Status tone="plain">待完成</Status>
}

const dutyColumns = (item: Incident, may: boolean): PlainColumn<Duty>[] => [
  { title: '义务', cell: row => incidentDuties[row.duty] },
  { title: '期限', cell: row => row.due_at },
  { title: '状态', cell: dutyState },
  {
    title: '登记',
    cell: row => {
      if (row.done_at) return `${row.reference}（${row.done_by} ${row.done_at}）`
      return may && item.state !== 'closed' ? <DoneDuty item={item} duty={row.duty} /> : '—'
    },
  },
]

function Lead({ item }: { item: Incident }) {
  return (
    <Card>
      <div className={css.lead}>
        <b>{item.title}</b>
        <Status tone={incidentTones[item.state]}>{incidentStates[item.state]}</Status>
        <span>{incidentKinds[item.kind]}</span>
        <span>
          {item.opened_by} 开立 {item.created_at}
        </span>
        <span>影响 {item.affected} 人</span>
        {item.high_risk && <Status tone="bad">高风险</Status>}
        {item.member_id > 0 && (
          <a href={href(`/members/${item.member_id}`)}>会员 {item.username}</a>
        )}
      </div>
      {item.answer !== '' && (
        <p className={css.text}>
          处理意见：{requestAnswers[item.answer as RequestAnswer]}（{item.proposed_by} 提出
          {item.decided_by && `，${item.decided_by} 批准`}）：{item.proposal}
        </p>
      )}
    </Card>
  )
}

function Whole({ item }: { item: Incident }) {
  const { may } = useOperator()
  return (
    <>
      <Lead item={item} />
      <div className={css.incident}>
        <div className={css.column}>
          <Card title="报告与通知">
            {item.duties.length > 0 ? (
              <PlainTable
                label="报告与通知"
                columns={dutyColumns(item, may('compliance.work'))}
                rows={item.duties}
                rowKey={row => row.duty}
              />
            ) : (
              '按现行规则无须报告或通知'
            )}
          </Card>
          <Card title="经过">
            <p className={css.text}>
              {`开始 ${item.began_at}，发现 ${item.found_at}，${item.ended_at ? `结束 ${item.ended_at}` : '尚未结束'}`}
            </p>
            <p className={css.text}>{item.description}</p>
          </Card>
          <Card title="采取的措施">
            <p className={css.text}>{item.measures || '尚未填写'}</p>
          </Card>
        </div>
        <div className={css.column}>
          <IncidentPapers item={item} />
          <Card title={`记录 ${item.notes.length}`}>
            <ul className={css.notes}>
              {item.notes.map(note => (
                <li key={`${note.at}${note.kind}${note.content}`}>
                  <small>{`${note.at} ${note.written_by} · ${incidentNotes[note.kind]}`}</small>
                  <p>{note.content}</p>
                </li>
              ))}
            </ul>
          </Card>
        </div>
      </div>
    </>
  )
}
