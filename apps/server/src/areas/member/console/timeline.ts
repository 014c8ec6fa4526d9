// A member's timeline: what its tables say, in words, of the kinds that the operator may read.
import type { Permission } from '@tianping/contract/console'
import { depositState } from '@tianping/contract/cashier/facts'
import { nameOf, reviewLabels, reviewState } from '@tianping/contract/facts'
import { accountChanges, timelineKinds, type TimelineKind } from '@tianping/contract/member/facts'
import { blockKinds } from '@tianping/contract/protection/facts'
import { betLabels, betStatus } from '@tianping/contract/records/facts'
import { refusals } from '@tianping/contract/refusals'
import { riskKinds } from '@tianping/contract/risk/facts'
import { sentenceOf } from '@tianping/contract/say'
import { ticketTopics } from '@tianping/contract/tickets/facts'
import { transferLabels, transferState } from '@tianping/contract/venues/facts'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { timelineOf, type TimelineRow } from '../store/timeline.sql.ts'
import { memberIdOf } from './memberParts.ts'

const PAGE = 50

/** What reading a kind asks beside the member's page itself. */
const needs: Partial<Record<TimelineKind, Permission>> = {
  deposit: 'deposit.read',
  withdrawal: 'withdrawal.read',
  transfer: 'venue.read',
  bet: 'bet.read',
  application: 'activity.read',
  adjustment: 'adjustment.read',
  message: 'message.read',
  ticket: 'ticket.read',
  complaint: 'complaint.read',
  flag: 'risk.read',
}

const labelOf = (states: object, labels: object, state: string): string => {
  const name = nameOf(states as Record<string, number>, Number(state))
  return (name && (labels as Record<string, string>)[name]) ?? ''
}
const named = (labels: Readonly<Record<string, string>>, key: string): string => labels[key] ?? key
const parts = (about: string): [string, string] => {
  const at = about.indexOf(':')
  return [about.slice(0, at), about.slice(at + 1)]
}

const depositLabels = { ...reviewLabels, credited: '已入账' }
/** Whether the provider ever called is what support is asked first. */
function depositWords({ state, about }: TimelineRow): string {
  const [method, calls] = parts(about)
  const called = Number(calls) > 0 ? `通道回调 ${calls} 次` : '通道从未回调'
  const words = labelOf(depositState, depositLabels, state)
  return method === 'card' ? words : `${words} · ${called}`
}
function transferWords({ state, about }: TimelineRow): string {
  const [direction, venue] = parts(about)
  return `${direction === 'IN' ? '转入' : '转出'} ${venue} · ${labelOf(transferState, transferLabels, state)}`
}
function betWords({ state, about }: TimelineRow): string {
  const [net, venue] = parts(about)
  const settled = Number(state) === betStatus.settled
  return `${venue} · ${labelOf(betStatus, betLabels, state)}${settled ? `，输赢 ${formatFen(BigInt(net))}` : ''}`
}
const review = (state: string) => labelOf(reviewState, reviewLabels, state)

const words: Record<TimelineKind, (row: TimelineRow) => string> = {
  deposit: depositWords,
  withdrawal: ({ state }) => review(state),
  transfer: transferWords,
  bet: betWords,
  redpacket: () => '领取',
  rebate: () => '领取',
  application: ({ state, about }) => `${about} · ${review(state)}`,
  adjustment: ({ state, about }) => `${about} · ${review(state)}`,
  card: ({ about }) => {
    const [bank, tail] = parts(about)
    return `${bank} ****${tail}`
  },
  change: ({ state, about }) => `${named(accountChanges, state)}${about ? ` · ${about}` : ''}`,
  login: ({ state, about }) => `${about} · 共 ${state} 次`,
  block: ({ state, about }) =>
    `${named(blockKinds, state)}${about ? ` · ${about}` : ' · 会员本人'}`,
  note: ({ state, about }) => `${state}：${about}`,
  message: ({ about }) => about,
  ticket: ({ state }) => named(ticketTopics, state),
  complaint: ({ no }) => no,
  flag: ({ state }) => named(riskKinds, state),
  refusal: ({ state, about }) =>
    sentenceOf(refusals, state, JSON.parse(about) as Record<string, string>),
}

export const timelineHandlers = {
  'POST /api/console/members/timeline': async ({ body, operator, ...services }) => {
    const memberId = await memberIdOf(services, body.id)
    const kinds = (Object.keys(timelineKinds) as TimelineKind[]).filter(kind => {
      const need = needs[kind]
      return need === undefined || operator.permissions.includes(need)
    })
    const asked = kinds.filter(kind => body.kind === '' || kind === body.kind)
    const paging = pagingOf({ page: 1, per: PAGE, cursor: body.cursor, sort: '' }, [])
    const found = await timelineOf(services.db, memberId, asked, paging)
    return {
      data: {
        kinds,
        rows: found.rows.map(row => ({
          kind: row.kind,
          at: beijing(row.at),
          no: row.no,
          amount: row.fen === null ? null : yuanOf(row.fen),
          words: words[row.kind](row),
        })),
        next: found.next,
      },
    }
  },
} satisfies ConsoleHandlers
