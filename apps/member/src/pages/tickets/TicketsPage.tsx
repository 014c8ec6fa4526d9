import type { Given } from '@tianping/contract'
import { ticketTopics, type TicketTopic } from '@tianping/contract/tickets/facts'
import { usePages } from '../../app/lists.ts'
import { href } from '../../app/routes/paths.ts'
import { TicketState } from '../../app/tickets/TicketState.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Count } from '../../ui/Chip.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import { Empty } from '../../ui/Empty.tsx'
import css from './tickets.module.css'

type Answer = Given<'POST /api/tickets'>
type Ticket = Answer['list']['data'][number]

/** The member's conversations with customer service, and the ways to begin one. */
export default function TicketsPage() {
  const list = usePages('POST /api/tickets', {})
  return (
    <main className="page stack">
      <Pace minutes={list.first?.answer_minutes} />
      <Topics />
      <ButtonLink href={href('/ticketNew')} icon="chat" block>
        开始新会话
      </ButtonLink>
      <h2 className={css.head}>
        我的会话 {list.total > 0 && <span className="t-13 muted">{list.total} 个</span>}
      </h2>
      <InfiniteList
        list={list}
        empty={
          <Empty picture="letters" title="还没有会话">
            选一个问题，就可以问客服
          </Empty>
        }
      >
        {rows => (
          <div className="list">
            {rows.map(each => (
              <Row key={each.ticket_no} ticket={each} />
            ))}
          </div>
        )}
      </InfiniteList>
    </main>
  )
}

const Pace = ({ minutes }: { minutes: number | undefined }) => (
  <section className={`card card--pad ${css.promise}`}>
    <Icon name="headset" />
    <span>
      {/* Its line is there before the answer, so that nothing moves. */}
      <b>{minutes === undefined ? '\u00a0' : `通常 ${minutes} 分钟内回复`}</b>
      <br />
      <span className="t-13 muted">文字、图片、订单都可以发</span>
    </span>
  </section>
)

const icons: Readonly<Record<TicketTopic, IconName>> = {
  deposit: 'deposit',
  withdrawal: 'withdraw',
  bet: 'receipt',
  safety: 'lock',
  identity: 'idcard',
  limits: 'shield',
  promotion: 'gift',
  other: 'help',
}

const Topics = () => (
  <nav className={css.topics} aria-label="想问什么">
    {(Object.keys(ticketTopics) as TicketTopic[]).map(topic => (
      <a key={topic} className="card" href={href('/ticketNew', { topic })}>
        <Icon name={icons[topic]} size={20} />
        {ticketTopics[topic]}
      </a>
    ))}
  </nav>
)

const who = { member: '您：', staff: '客服：', system: '', note: '' } as const

const Row = ({ ticket }: { ticket: Ticket }) => (
  <a className={`row ${css.row}`} href={href('/ticket', { id: ticket.ticket_no })}>
    <span className={css.top}>
      <b className={ticket.unread > 0 ? undefined : css.read}>{ticketTopics[ticket.topic]}</b>
      <time className="t-12 faint">{ticket.updated_at.slice(5, 16)}</time>
    </span>
    <span className={css.top}>
      <span className={`t-13 muted ${css.last}`}>
        {who[ticket.last_author]}
        {ticket.last}
      </span>
      {ticket.unread > 0 && (
        <span role="img" aria-label={`${ticket.unread} 条未读`}>
          <Count number={ticket.unread} />
        </span>
      )}
    </span>
    <TicketState of={ticket} />
  </a>
)
