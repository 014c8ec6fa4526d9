import type { Given } from '@tianping/contract'
import { usePages } from '../../app/lists.ts'
import { complaintKinds } from '@tianping/contract/complaints/facts'
import { ComplaintState } from '../../app/complaints/ComplaintState.tsx'
import { href } from '../../app/routes/paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Empty } from '../../ui/Empty.tsx'
import css from './complaints.module.css'

type Answer = Given<'POST /api/complaints'>
type Complaint = Answer['list']['data'][number]

/** The member's complaints, and how one is worked off. */
export default function ComplaintsPage() {
  const list = usePages('POST /api/complaints', {})
  return (
    <main className="page stack">
      <ButtonLink href={href('/complaintNew')} icon="pen" block>
        提交投诉
      </ButtonLink>
      {list.first && <Way answer={list.first} />}
      <InfiniteList
        list={list}
        empty={
          <Empty picture="letters" title="还没有投诉">
            遇到问题时可以在这里提交
          </Empty>
        }
      >
        {rows => rows.map(each => <Row key={each.complaint_no} complaint={each} />)}
      </InfiniteList>
    </main>
  )
}

function Way({ answer: { answer_days, event_months, dispute_body } }: { answer: Answer }) {
  return (
    <Card label="处理流程">
      <ul className={css.way}>
        <li>24 小时内确认收到，{Math.ceil(answer_days / 7)} 周内书面答复</li>
        <li>受理 {event_months} 个月内发生的事情，全程免费</li>
        <li>
          不同意答复时，可向{dispute_body.name}申诉
          <span className="t-12 faint">
            <br />
            {dispute_body.address} {dispute_body.url}
          </span>
        </li>
      </ul>
    </Card>
  )
}

const Row = ({ complaint }: { complaint: Complaint }) => (
  <a
    className={`card card--pad ${css.row}`}
    href={href('/complaint', { no: complaint.complaint_no })}
  >
    <span className={css.top}>
      <b className="t-15">{complaintKinds[complaint.kind]}</b>
      <time className="t-12 faint">{complaint.created_at.slice(0, 10)}</time>
    </span>
    <span className={`t-13 muted ${css.last}`}>{complaint.last}</span>
    <span className={css.top}>
      <ComplaintState of={complaint} />
      {complaint.waits_for_you && <Tag kind="brand">待您回复</Tag>}
    </span>
  </a>
)
