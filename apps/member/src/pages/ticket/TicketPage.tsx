import type { Given } from '@tianping/contract'
import { ticketRatings, ticketState, ticketTopics } from '@tianping/contract/tickets/facts'
import { useEffect, useRef, useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Said, Talk } from '../../app/talk/Talk.tsx'
import { AttachedCard } from '../../app/tickets/Attached.tsx'
import { TicketState } from '../../app/tickets/TicketState.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { ComplainSheet } from './ComplainSheet.tsx'
import { SentPicture } from './SentPicture.tsx'
import { Write } from './Write.tsx'
import { useRate, useSolve, useTicket } from './useTicket.ts'
import css from './ticket.module.css'

export type Ticket = Given<'POST /api/tickets/show'>

/** One conversation with customer service: what was said, and the line that comes next. */
export default function TicketPage() {
  const { id } = useQueryOf('/ticket')
  const answer = useTicket(id)
  return (
    <main className={css.room}>
      {answer.isError && !answer.data && <FailedAnswer of={answer} />}
      {answer.isPending && <SkeletonRows rows={3} />}
      {answer.data && <Whole key={id} ticket={answer.data} />}
    </main>
  )
}

function Whole({ ticket }: { ticket: Ticket }) {
  const end = useRef<HTMLDivElement>(null)
  const newest = ticket.lines.at(-1)?.line_id
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  const open = ticket.state === ticketState.open
  return (
    <>
      <div className={css.talk}>
        <Head ticket={ticket} />
        <Lines ticket={ticket} />
        {open && ticket.lines.every(({ author }) => author === 'member') && (
          <p className={css.wait}>客服通常在 {ticket.answer_minutes} 分钟内回复，可以离开本页</p>
        )}
        <Over ticket={ticket} />
        <div ref={end} className={css.end} />
      </div>
      {(open || ticket.can_reopen) && <Write no={ticket.ticket_no} open={open} />}
    </>
  )
}

function Head({ ticket }: { ticket: Ticket }) {
  const solve = useSolve()
  const [complaining, complain] = useState(false)
  const over = ticket.state === ticketState.complained
  return (
    <Card label="会话" className={css.head}>
      <p>
        <b>{ticketTopics[ticket.topic]}</b>
        <TicketState of={ticket} />
      </p>
      <p>
        <span className="t-12 muted">{ticket.ticket_no}</span>
        {!over && (
          <span className={css.ways}>
            {ticket.state === ticketState.open && (
              <Button
                kind="line"
                size={36}
                busy={solve.busy}
                onClick={() => solve.run({ ticket_no: ticket.ticket_no })}
              >
                已解决
              </Button>
            )}
            <Button kind="line" size={36} onClick={() => complain(true)}>
              转投诉
            </Button>
          </span>
        )}
      </p>
      <ComplainSheet
        no={ticket.ticket_no}
        first={ticket.lines[0]?.content ?? ''}
        open={complaining}
        onClose={() => complain(false)}
      />
    </Card>
  )
}

/** Whether staff have read the member's newest line; older ones say nothing. */
function readNote({ lines, read_line, read_at }: Ticket, id: number): string | undefined {
  const mine = lines.findLast(({ author }) => author === 'member')?.line_id
  if (id !== mine) return undefined
  return read_line >= id ? `已读 ${read_at.slice(11, 16)}` : '已送达'
}

const Lines = ({ ticket }: { ticket: Ticket }) => (
  <Talk label="会话内容">
    {ticket.lines.map(({ line_id, author, content, at, picture, attached }) => (
      <Said key={line_id} by={author} words={content} at={at} note={readNote(ticket, line_id)}>
        {attached && <AttachedCard of={attached} />}
        {picture > 0 && <SentPicture id={picture} />}
      </Said>
    ))}
  </Talk>
)

/** What is left to do with a conversation that ended. */
function Over({ ticket }: { ticket: Ticket }) {
  if (ticket.state === ticketState.open) return null
  if (ticket.state === ticketState.complained)
    return (
      <ButtonLink href={href('/complaint', { no: ticket.complaint_no })} block>
        查看投诉
      </ButtonLink>
    )
  return (
    <>
      {ticket.rating === 0 && <Rate no={ticket.ticket_no} />}
      <Alert kind="blue">
        {ticket.can_reopen
          ? `会话已结束。如仍有问题，${ticket.reopen_days} 天内继续发消息即可重新打开。`
          : '会话已结束。如有新的问题，请开始新会话。'}
      </Alert>
      {!ticket.can_reopen && (
        <ButtonLink href={href('/ticketNew')} block>
          开始新会话
        </ButtonLink>
      )}
    </>
  )
}

function Rate({ no }: { no: string }) {
  const rate = useRate()
  return (
    <Card label="评价" className={css.rate}>
      <b>这次服务怎么样？</b>
      <div className={css.ratings}>
        {([3, 2, 1] as const).map(rating => (
          <Button
            key={rating}
            kind="line"
            size={44}
            busy={rate.busy}
            onClick={() => rate.run({ ticket_no: no, rating })}
          >
            {ticketRatings[rating]}
          </Button>
        ))}
      </div>
    </Card>
  )
}
