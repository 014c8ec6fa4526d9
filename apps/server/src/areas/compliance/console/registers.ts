import { isTime, limitLabels, type LimitKind } from '@tianping/contract/protection/facts'
import { formatFen } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import {
  blockRows,
  limitChanges,
  limitRows,
  type BlockRow,
  type LimitRow,
} from '../store/register.sql.ts'

const MOST_CHANGES = 200
const orEmpty = (at: Date | null) => (at ? beijing(at) : '')
const isLimit = (kind: string): kind is LimitKind => Object.hasOwn(limitLabels, kind)

/** An amount as people read it; empty for none. */
function sizeOf(kind: string, amount: bigint | null): string {
  if (amount === null) return ''
  if (isLimit(kind) && isTime(kind)) return `${amount} 分钟`
  return formatFen(amount)
}

const blockOf = (b: BlockRow) => ({
  member_id: Number(b.memberId),
  username: b.username,
  kind: b.kind,
  term: b.term,
  set_at: beijing(b.setAt),
  until: orEmpty(b.until),
  in_force: b.inForce,
  return_asked_at: orEmpty(b.returnAskedAt),
  return_at: orEmpty(b.returnAt),
  set_by: b.setBy,
  reason: b.reason,
})

const limitOf = (l: LimitRow) => ({
  member_id: Number(l.memberId),
  username: l.username,
  kind: l.kind,
  source: l.source,
  limit_amount: sizeOf(l.kind, l.amount),
  next_amount: l.nextFrom ? sizeOf(l.kind, l.nextAmount) || '取消' : '',
  next_from: orEmpty(l.nextFrom),
  set_at: beijing(l.setAt),
  set_by: l.setBy,
})

export const registerHandlers = {
  'POST /api/console/blocks/list': async ({ db, clock, body }) => {
    const { state, kind, q } = body
    const paging = pagingOf(body, [])
    const filter = { ...narrowedOf(body), state, kind, q, now: clock.now(), paging }
    return keyedAnswer(paging, await blockRows(db, filter), blockOf)
  },
  'POST /api/console/limits/list': async ({ db, body }) => {
    const { kind, source, q } = body
    const paging = pagingOf(body, [])
    const found = await limitRows(db, { ...narrowedOf(body), kind, source, q, paging })
    return keyedAnswer(paging, found, limitOf)
  },
  'POST /api/console/limits/history': async ({ db, body }) => {
    const found = await limitChanges(db, BigInt(body.member_id), MOST_CHANGES)
    return {
      data: found.map(each => ({
        at: beijing(each.at),
        act: each.act,
        kind: each.kind,
        before: sizeOf(each.kind, each.before),
        amount: sizeOf(each.kind, each.amount),
        by: each.byOperator,
      })),
    }
  },
} satisfies ConsoleHandlers
