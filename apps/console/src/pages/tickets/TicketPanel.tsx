import { useQuery } from '@tanstack/react-query'
import { everyState } from '@tianping/contract/facts'
import {
  attachedKinds,
  ticketAuthors,
  ticketEnds,
  ticketRatings,
  ticketState,
  ticketTopics,
  type AttachedKind,
  type TicketRating,
} from '@tianping/contract/tickets/facts'
import { Button, Tooltip } from 'antd'
import { useEffect, useRef } from 'react'
import { href } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Beside } from '../../parts/review/Beside.tsx'
import { Part, type Step } from '../../parts/review/ReviewPanel.tsx'
import { statusIn, ticketStates } from '../../parts/states.ts'
import { Said, Talk } from '../../parts/talk/Talk.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { MemberPart } from '../shared/MemberPart.tsx'
import review from '../../parts/review/review.module.css'
import { Answer } from './Answer.tsx'
import { showCall, type Ticket } from './ticket.ts'
import { TicketPicture } from './TicketPicture.tsx'
import css from './tickets.module.css'

const EVERY_MS = 5_000

/** One conversation beside the list, and beside it the member. */
export function TicketPanel({ no, step }: { no: string; step: Step }) {
  const ticket = useQuery({
    queryKey: [showCall, no],
    queryFn: ({ signal }) => call(showCall, { ticket_no: no }, signal),
    refetchInterval: EVERY_MS,
  })
  useKeys({ Escape: step.close })
  const { data } = ticket
  return (
    <section className={`${review.panel} ${review.wide}`} aria-label="会话详情">
      <Top no={no} ticket={data} step={step} />
      {data ? (
        <div className={css.bench}>
          <Conversation ticket={data} />
          <aside className={css.beside} aria-label="会员">
            <MemberBeside ticket={data} />
          </aside>
        </div>
      ) : (
        <div className={review.body}>
          <Pending query={ticket} />
        </div>
      )}
    </section>
  )
}

function Top({ no, ticket, step }: { no: string; ticket: Ticket | undefined; step: Step }) {
  const status = ticket && statusIn(ticketStates, ticket.state)
  return (
    <header className={review.top}>
      <div className={review.lead}>
        <b className={css.topic}>{ticket ? ticketTopics[ticket.topic] : ' '}</b>
        <span>{ticket?.username}</span>
        {status && <Status tone={status.tone}>{status.text}</Status>}
        {ticket && ticket.rating > 0 && (
          <span>评价：{ticketRatings[ticket.rating as TicketRating]}</span>
        )}
      </div>
      <div className={review.steps}>
        <Tooltip title="关闭 Esc">
          <Button type="text" aria-label="关闭" icon={<Icon name="close" />} onClick={step.close} />
        </Tooltip>
      </div>
      <div className={review.number}>
        <Copy text={no} />
        {ticket?.claimed_by && ` · ${ticket.claimed_by} 领取`}
        {ticket?.end && ` · ${ticketEnds[ticket.end]}`}
      </div>
    </header>
  )
}

const pathOf: Readonly<Record<AttachedKind, (no: string) => string>> = {
  deposit: no => href('/deposits', { state: everyState, open: no }),
  withdrawal: no => href('/withdrawals', { state: everyState, open: no }),
  transfer: no => href('/venues', { q: no }),
  bet: no => href('/bets', { q: no }),
}

function Conversation({ ticket }: { ticket: Ticket }) {
  const { may } = useOperator()
  const end = useRef<HTMLDivElement>(null)
  const newest = ticket.lines.at(-1)?.line_id
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  const open = ticket.state === ticketState.open
  return (
    <div className={css.conversation}>
      <div className={css.lines}>
        <Talk>
          {ticket.lines.map(line => (
            <Said
              key={line.line_id}
              by={line.author}
              head={headOf(ticket, line)}
              words={line.content}
            >
              {line.attached && (
                <a className={css.attached} href={pathOf[line.attached.kind](line.attached.no)}>
                  {attachedKinds[line.attached.kind]} {yuan(line.attached.amount)}
                  <small>
                    {line.attached.no} · {line.attached.at.slice(0, 16)}
                  </small>
                </a>
              )}
              {line.picture > 0 && <TicketPicture id={line.picture} />}
            </Said>
          ))}
        </Talk>
        <div ref={end} />
      </div>
      {open && may('ticket.answer') && <Answer ticket={ticket} />}
    </div>
  )
}

/** Who said a line and when; behind a line of staff, whether the member has read it. */
function headOf({ member_read }: Ticket, line: Ticket['lines'][number]): string {
  const read = line.line_id <= member_read ? '已读' : '未读'
  return [ticketAuthors[line.author], line.operator, line.at, line.author === 'staff' ? read : '']
    .filter(Boolean)
    .join(' ')
}

function MemberBeside({ ticket }: { ticket: Ticket }) {
  return (
    <>
      {ticket.member ? (
        <>
          <MemberPart id={ticket.member_id} figures={ticket.member} />
          <Beside member={ticket.member} />
        </>
      ) : (
        <Part title="会员">没有查看会员的权限</Part>
      )}
      <Part title={`其他会话 ${ticket.earlier.length}`}>
        <ul className={css.earlier}>
          {ticket.earlier.map(each => (
            <li key={each.ticket_no}>
              <a href={href('/tickets', { state: everyState, open: each.ticket_no })}>
                {ticketTopics[each.topic]}
              </a>
              <small>
                {statusIn(ticketStates, each.state).text} · {each.updated_at.slice(0, 16)}
              </small>
            </li>
          ))}
        </ul>
        {ticket.earlier.length === 0 && '没有其他会话'}
      </Part>
    </>
  )
}
