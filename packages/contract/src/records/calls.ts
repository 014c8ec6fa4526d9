import { z } from 'zod'
import { member } from '../call.ts'
import { dateRange, int2, page, paged, text, time, yuan } from '../fields.ts'
import { depositStages } from '../cashier/stages.ts'
import { reviewState } from '../facts.ts'
import { transferState } from '../venues/facts.ts'
import { betStatus } from './facts.ts'

export const bet = z.object({
  bet_id: z.string(),
  bet_amount: yuan,
  /** What the bet paid out. */
  win_loss: yuan,
  Code: z.string(),
  /** 0 invalid, 1 settled, 2 unsettled. */
  status: z.enum(betStatus),
  created_at: time,
  platname: z.string(),
  venue_name: z.string(),
  game_name: z.string(),
  valid_amount: yuan,
})

export const transaction = z.object({
  out_trade_no: z.string(),
  amount: yuan,
  /** A label (P2-2.10-04): 银行卡, 支付宝, 微信, USDT-TRC20, …; the venue's name for transfers. */
  pay_way: z.string(),
  /**
   * Deposits and withdrawals: 1 pending review, 2 approved, 3 rejected. Transfers: 0 failed, 1
   * success, 2 pending.
   */
  state: z.union([z.enum(reviewState), z.enum(transferState)]),
  created_at: time,
  /** Why it was refused, when it was. */
  remark: z.string(),
  /** Of deposits: how they stand beyond the documented states. Clients must work without it. */
  stage: z.enum(depositStages).optional(),
  paid: yuan.optional(),
  refund: yuan.optional(),
})

/** Beyond the documents: days of the last twelve months, both included, in place of `date`. */
const ownDays = { from: text(10), to: text(10) }

export const recordsCalls = {
  'POST /api/betrecord': member(
    z.object({ date: dateRange, page, api_type: text(20), ...ownDays }),
    paged(bet),
  ),
  /** type 1 deposit, 2 withdrawal, 3 transfer in, 4 transfer out. */
  'POST /api/gettransrecord': member(
    z.object({ date: dateRange, type: int2.optional(), page, api_type: text(20), ...ownDays }),
    paged(transaction),
  ),
} as const
