import { formatFen } from '@tianping/money'
import type { Tx } from '@tianping/database'
import { post, type Actor } from '../../ledger/ledger.ts'
import { openRequirement } from '../../ledger/wagering.ts'
import { notify } from '../message/message.ts'
import { markCredited, type Deposit } from './store/deposit.sql.ts'
import { cashierSetting } from './setting.ts'

/**
 * Credits a deposit: order, posting, turnover requirement and letter in the caller's transaction,
 * which holds the order's lock. The ledger's key is the order's own, so that whoever else should
 * come to credit it again moves nothing.
 */
export async function creditDeposit(
  tx: Tx,
  order: Deposit,
  how: { amountFen: bigint; actor: Actor; decidedBy: string; remark: string; now: Date },
): Promise<void> {
  const { memberId, depositNo } = order
  const posted = await post(tx, {
    memberId,
    key: `deposit:${depositNo}`,
    code: 'deposit',
    from: { name: 'depositClearing' },
    to: { name: 'memberCash' },
    amountFen: how.amountFen,
    source: { type: 'deposit_order', id: depositNo },
    actor: how.actor,
    effectiveAt: how.now,
  })
  if (posted.kind !== 'done')
    throw new Error(`deposit ${depositNo} could not be credited: ${posted.kind}`)
  const { turnoverTimes } = (await cashierSetting(tx)).deposit
  await openRequirement(tx, {
    memberId,
    sourceType: 'deposit',
    sourceId: depositNo,
    requiredFen: how.amountFen * BigInt(turnoverTimes),
    openedAt: how.now,
  })
  await markCredited(tx, {
    memberId,
    depositNo,
    creditedFen: how.amountFen,
    decidedBy: how.decidedBy,
    remark: how.remark,
    now: how.now,
  })
  await notify(
    tx,
    memberId,
    '存款已到账',
    `您的存款 ¥${formatFen(how.amountFen)} 已存入中心钱包，订单号 ${depositNo}。`,
    how.now,
  )
}
