import type { RowOf } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import { reviewState, type ReviewState } from '@tianping/contract/facts'
import { rows, sql, theRow, type Db } from '@tianping/database'
import { missingTiers } from '../verification/verification.ts'
import { heldWhy, tierWhy } from './member/withdraw.ts'
import { beijing } from '@tianping/money/day'
import { methodLabel } from './methods.ts'
import { partsOf, standingOf, type Parts } from './stage.ts'
import { depositColumns, type Deposit } from './store/deposit.sql.ts'

/** `until` is the first instant after the span; null for none. */
type Page = { since: Date; until: Date | null; now: Date; limit: number; offset: number }
type Row = RowOf<'POST /api/gettransrecord'>
type Records = Promise<{ rows: Row[]; total: number }>

const UNPAID = '超时未支付，如已付款将自动到账'

/**
 * A page of a member's deposits, newest first. An order that ran out unpaid is shown as refused,
 * though a late payment still turns it into a credited one
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
export async function depositRecords(
  db: Db,
  memberId: bigint,
  { since, until, now, limit, offset }: Page,
): Records {
  const where = sql`member_id = ${memberId} and created_at >= ${since} and created_at < coalesce(${until}::timestamptz, 'infinity')`
  const found = await rows(
    db,
    sql<Deposit>`
    select ${depositColumns} from deposit_order d where ${where} order by created_at desc, deposit_no limit ${limit} offset ${offset}`,
  )
  const { total } = await theRow(
    db,
    sql<{ total: number }>`select count(*)::int as total from deposit_order where ${where}`,
  )
  const parts = await partsOf(db, found)
  return { total, rows: found.map(order => recordOf(order, parts(order.depositNo), now)) }
}

function recordOf(order: Deposit, parts: Parts, now: Date): Row {
  const { waitsFor, expiresAt } = order
  const unpaid = waitsFor === 'provider' && expiresAt !== null && expiresAt <= now
  return {
    out_trade_no: order.depositNo,
    amount: yuanOf(order.creditedFen ?? order.amountFen),
    pay_way: methodLabel(order.method, order.protocol),
    state: unpaid ? reviewState.rejected : order.state,
    created_at: beijing(order.createdAt),
    remark: unpaid ? UNPAID : order.remark,
    ...standingOf(order, parts, now),
  }
}

/** A page of a member's withdrawals, newest first. */
export async function withdrawalRecords(
  db: Db,
  memberId: bigint,
  { since, until, now, limit, offset }: Page,
): Records {
  const where = sql`member_id = ${memberId} and created_at >= ${since} and created_at < coalesce(${until}::timestamptz, 'infinity')`
  const found = await rows(
    db,
    sql<{
      no: string
      fen: bigint
      method: string
      state: ReviewState
      remark: string
      heldUntil: Date | null
      heldFor: string[]
      needsTier: number
      createdAt: Date
    }>`
    select withdrawal_no as no, amount_fen as fen, method, state, remark, created_at, held_until, held_for, needs_tier
    from withdrawal_order where ${where} order by created_at desc, withdrawal_no limit ${limit} offset ${offset}`,
  )
  const missing = await missingTiers(db, memberId)
  const waitsFor = ({ heldUntil, heldFor, needsTier }: (typeof found)[number]) => {
    const tier = missing(needsTier)
    if (tier > 0) return tierWhy(tier)
    return heldUntil && heldUntil > now ? heldWhy(heldFor, beijing(heldUntil)) : ''
  }
  const { total } = await theRow(
    db,
    sql<{ total: number }>`select count(*)::int as total from withdrawal_order where ${where}`,
  )
  return {
    total,
    rows: found.map(order => ({
      out_trade_no: order.no,
      amount: yuanOf(order.fen),
      pay_way: order.method,
      state: order.state,
      created_at: beijing(order.createdAt),
      remark: (order.state === reviewState.waiting && waitsFor(order)) || order.remark,
    })),
  }
}
