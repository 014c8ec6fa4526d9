import { formatFen } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Tx } from '@tianping/database'
import { post, type Actor } from '../../ledger/ledger.ts'
import { openRequirement } from '../../ledger/wagering.ts'
import { setApart, type Apart } from '../protection/protection.ts'
import { notify } from '../message/message.ts'
import { aboutDeposit } from './about.ts'
import { markCredited, type Deposit } from './store/deposit.sql.ts'
import { cashierSetting } from './setting.ts'

/** What the letter says of money above a limit; empty for none. */
const apartText = ({ fen, limit, until }: Apart) =>
  fen === 0n
    ? ''
    : `其中 ¥${formatFen(fen)} 超过您的${limit}，${beijing(until)} 前只能取出，不能用于游戏。`

/**
 * Credits a deposit: order, posting, turnover requirement and letter in the caller's transaction,
 * which holds the order's lock. The ledger's key is the order's own, so that whoever else should
 * come to credit it again moves nothing.
 */
export async function creditDeposit(
  tx: Tx,
  order: Deposit,
  how: {
    amountFen: bigint
    actor: Actor
    decidedBy: string
    remark: string
    /** It was paid after its time. */
    late?: boolean
    now: Date
  },
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
  await markCredited(tx, {
    memberId,
    depositNo,
    creditedFen: how.amountFen,
    decidedBy: how.decidedBy,
    remark: how.remark,
    now: how.now,
  })
  const { amountFen: creditedFen, now } = how
  const apart = await setApart(tx, { memberId, depositNo, creditedFen, now })
  const { turnoverTimes } = (await cashierSetting(tx)).deposit
  await openRequirement(tx, {
    memberId,
    sourceType: 'deposit',
    sourceId: depositNo,
    requiredFen: (creditedFen - apart.fen) * BigInt(turnoverTimes),
    openedAt: now,
  })
  const credited = `您的存款 ¥${formatFen(creditedFen)} 已存入中心钱包，订单号 ${depositNo}。`
  await notify(
    tx,
    memberId,
    how.late ? '存款超时到账' : '存款已到账',
    `${credited}${apartText(apart)}`,
    now,
    aboutDeposit(depositNo),
  )
}
