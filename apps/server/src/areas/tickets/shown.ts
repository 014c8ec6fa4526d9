// A conversation as it travels: its head, its lines and what is attached to them.
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Db } from '@tianping/database'
import { attachable, type Attached } from './store/attached.sql.ts'
import type { Line, Ticket } from './store/ticket.sql.ts'

/** Lines of a conversation that a page shows, the newest. */
export const MOST_LINES_SHOWN = 500

export const headOf = (t: Ticket) => ({
  ticket_no: t.ticketNo,
  topic: t.topic,
  state: t.state,
  created_at: beijing(t.createdAt),
  updated_at: beijing(t.updatedAt),
  closed_at: t.closedAt ? beijing(t.closedAt) : '',
  complaint_no: t.complaintNo,
  rating: t.rating,
})

export const attachedOf = ({ kind, no, fen, at }: Attached) => ({
  kind,
  no,
  amount: yuanOf(fen),
  at: beijing(at),
})

const MOST_ATTACHED = 200

/** The lines with the orders and bets they name, looked up among the member's own. */
export async function shownLines(db: Db, memberId: bigint, lines: Line[]) {
  const numbers = lines.map(({ attachedNo }) => attachedNo).filter(no => no !== '')
  const found =
    numbers.length === 0 ? [] : await attachable(db, memberId, { numbers, limit: MOST_ATTACHED })
  return lines.map(line => {
    const own = found.find(({ kind, no }) => kind === line.attachedKind && no === line.attachedNo)
    return {
      line_id: Number(line.lineId),
      author: line.author,
      content: line.content,
      at: beijing(line.at),
      picture: Number(line.pictureId),
      attached: own ? attachedOf(own) : null,
    }
  })
}

/** The newest line of them; 0n for none. */
export const newestOf = (lines: Line[]): bigint => lines.at(-1)?.lineId ?? 0n
