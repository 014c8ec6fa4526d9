// The way down from a figure: to the members it is made of, and to the entries of the ledger.
import {
  figureAccounts,
  figureFacts,
  type Dimension,
  type FigureName,
} from '@tianping/contract/figures/facts'
import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { addDays, addMonths, beijing, isDay } from '@tianping/money/day'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { spanOf, type Span } from '../../../kernel/reportSpan.ts'
import { owedTo, partRows, partsOf, type Part, type Place } from '../store/behind.sql.ts'
import { movementRows } from '../store/entries.sql.ts'
import { isOfMembers, type Group } from '../store/groups.sql.ts'
import { funnelParts, memberParts } from '../store/retention.sql.ts'

type Asked = { from: string; to: string; by?: Dimension | undefined; group_key: string }

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** A day or a month of a span, as the group of it. */
function daysOf({ from, to }: Span, key: string): Span {
  const [first, last] =
    key.length === 7 ? [`${key}-01`, addDays(`${addMonths(key, 1)}-01`, -1)] : [key, key]
  return { from: later(from, first), to: earlier(to, last) }
}

/** Who has a tag is for operators who may read members, here as in their list. */
function refuseTagged({ by }: Asked, { permissions }: Operator) {
  if (by === 'tag' && !permissions.includes('member.read')) throw new Refusal(say('desk.forbidden'))
}

type Whole = { span: Span; group: Group; place: Place }

/** The days, the members and the place that a group stands for. */
function groupOf(body: Asked, now: Date, operator: Operator): Whole {
  refuseTagged(body, operator)
  const { by, group_key: key } = body
  const span = spanOf(body, now)
  const whole = { span, group: null, place: null }
  if (by === undefined) return whole
  if (by === 'venue' || by === 'game') return { ...whole, place: { by, key } }
  if (isOfMembers(by)) return { ...whole, group: { by, key } }
  if (!isDay(by === 'day' ? key : `${key}-01`))
    throw new Refusal(say('figures.group'), { field: 'group_key' })
  return { ...whole, span: daysOf(span, key) }
}

const counts = (figure: FigureName) => figureFacts[figure].unit === 'count'
const partOf = (counted: boolean) => (row: Part) => ({
  member_id: Number(row.memberId),
  username: row.username,
  value: counted ? Number(row.value) : yuanOf(row.value),
})

export const behindHandlers = {
  'POST /api/console/figures/members/list': async ({ db, clock, operator, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const parts = partsOf({ figure: body.figure, ...groupOf(body, clock.now(), operator) })
    return keyedAnswer(paging, await partRows(db, paging, parts), partOf(counts(body.figure)))
  },
  'POST /api/console/figures/funnel/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const parts = funnelParts(spanOf(body, clock.now()), body.step)
    return keyedAnswer(paging, await partRows(db, paging, parts), partOf(true))
  },
  'POST /api/console/figures/cohort/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const { unit, measure, begins, at } = body
    if (begins === '') throw new Refusal(say('figures.group'), { field: 'begins' })
    const parts = memberParts({ ...spanOf(body, clock.now()), unit, measure, begins, at })
    const counted = measure !== 'ngr' || at === undefined
    return keyedAnswer(paging, await partRows(db, paging, parts), partOf(counted))
  },
  'POST /api/console/figures/owed/list': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    return keyedAnswer(paging, await partRows(db, paging, owedTo(body.item)), partOf(false))
  },
  'POST /api/console/figures/entries/list': async ({ db, clock, operator, body }) => {
    const paging = pagingOf(body, [])
    const { span, group } = groupOf(body, clock.now(), operator)
    const accounts = figureAccounts[body.figure]
    const found = await movementRows(db, { ...span, accounts, group, paging })
    // Of the two accounts that flow in, a credit adds to the figure; of the others it takes away.
    const adds = ['withdrawals', 'withdrawal', 'fee'].includes(body.figure)
    return keyedAnswer(paging, found, row => ({
      day: row.day,
      at: beijing(row.at),
      member_id: Number(row.memberId),
      username: row.username,
      code: row.code,
      amount: yuanOf(adds ? row.fen : -row.fen),
      source_id: row.sourceId,
      transaction_id: row.transactionId,
    }))
  },
} satisfies ConsoleHandlers
