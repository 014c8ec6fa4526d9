import type { RowOf } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import { reviewState } from '@tianping/contract/facts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { histories, type HistoryPage } from '../../kernel/reads/history.sql.ts'
import { missingTiers } from '../verification/verification.ts'
import { heldWhy, tierWhy } from './member/withdraw.ts'
import { methodLabel } from './methods.ts'
import { standingOf } from './stage.ts'
import {
  depositPage,
  sumsOf,
  withdrawalPage,
  type DepositListed,
  type WithdrawalListed,
} from './store/record.sql.ts'

type Page = HistoryPage & { now: Date }
type Row = RowOf<'POST /api/gettransrecord'>
type Records = Promise<{ rows: Row[]; total: number }>

const UNPAID = '超时未支付，如已付款将自动到账'

/**
 * A page of a member's deposits, newest first. An order that ran out unpaid is shown as refused,
 * though a late payment still turns it into a credited one
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
export async function depositRecords(db: Db, memberId: bigint, page: Page): Records {
  const asked = { ...page, memberId, history: histories.deposits }
  const { rows, total } = await depositPage(db, asked)
  return { total, rows: rows.map(order => depositRow(order, page.now)) }
}

function depositRow(order: DepositListed & { no: string }, now: Date): Row {
  const { waitsFor, expiresAt } = order
  const unpaid = waitsFor === 'provider' && expiresAt !== null && expiresAt <= now
  return {
    out_trade_no: order.no,
    amount: yuanOf(order.creditedFen ?? order.amountFen),
    pay_way: methodLabel(order.method, order.protocol),
    state: unpaid ? reviewState.rejected : order.state,
    created_at: beijing(order.createdAt),
    remark: unpaid ? UNPAID : order.remark,
    ...standingOf(order, sumsOf(order), now),
  }
}

/** A page of a member's withdrawals, newest first. */
export async function withdrawalRecords(db: Db, memberId: bigint, page: Page): Records {
  const asked = { ...page, memberId, history: histories.withdrawals }
  const { rows: orders, total } = await withdrawalPage(db, asked)
  const waits = orders.some(order => order.state === reviewState.waiting)
  const missing = waits ? await missingTiers(db, memberId) : () => 0
  return {
    total,
    rows: orders.map(order => ({
      out_trade_no: order.no,
      amount: yuanOf(order.amountFen),
      pay_way: order.method,
      state: order.state,
      created_at: beijing(order.createdAt),
      remark:
        (order.state === reviewState.waiting && waitsFor(order, missing, page.now)) || order.remark,
    })),
  }
}

/** Why a withdrawal waits, where the member can know. */
function waitsFor(
  { heldUntil, heldFor, needsTier }: WithdrawalListed,
  missing: (needsTier: number) => number,
  now: Date,
): string {
  const tier = missing(needsTier)
  if (tier > 0) return tierWhy(tier)
  return heldUntil && heldUntil > now ? heldWhy(heldFor, beijing(heldUntil)) : ''
}
