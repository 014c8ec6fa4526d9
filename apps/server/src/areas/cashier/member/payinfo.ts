import { say } from '@tianping/contract/refusals'
import { depositState } from '@tianping/contract/cashier/facts'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { toDataURL } from 'qrcode'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attemptFrom, limits } from '../../../kernel/http/throttle.ts'
import { readDeposit, type Deposit } from '../store/deposit.sql.ts'
import { familyOf } from '../methods.ts'
import { CHAIN, type OnChain } from '../onChain/port.ts'
import { progressOf } from '../progress.ts'
import { partsOfOrder } from '../stage.ts'
import { ownerOf } from '../store/order.sql.ts'

/**
 * Public by its unguessable number (P2-2.1-05), so it says nothing of the member
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
export const payinfo: Handler<'POST /api/payinfo'> = async ({
  db,
  clock,
  body,
  caller,
  member,
  onChain,
}) => {
  await attemptFrom(db, 'payinfo', caller.address, limits.payinfoByAddress, clock.now())
  const owner = await ownerOf(db, 'deposit', body.deposit_no)
  const order = owner === undefined ? undefined : await readDeposit(db, owner, body.deposit_no)
  if (!order) throw new Refusal(say('order.not_found'))
  const { payinfo, record } = familyOf(order.method)
  const now = clock.now()
  const parts = await partsOfOrder(db, order)
  return {
    message: payinfo,
    data: {
      deposit_no: order.depositNo,
      info: {
        amount: yuanOf(order.amountFen),
        created_at: beijing(order.createdAt),
        paytype: record,
        state: order.state,
        usdt_amount: yuanOf(order.usdtCents),
        server_time: beijing(now),
      },
      cardlist: {
        mch_id: order.payAddress,
        content: order.protocol,
        payimg: await codeOf(order),
        payurl: order.payUrl,
      },
      ...(await comingOf(onChain, db, order)),
      progress: progressOf(order, parts, member?.memberId === order.memberId, now),
    },
  }
}

/** Payments on their way, for an order that is paid on a chain and waits. */
async function comingOf(onChain: OnChain | null, db: Db, order: Deposit) {
  if (!onChain || order.provider !== CHAIN || order.state !== depositState.waiting) return {}
  const coming = await onChain.coming(db, order.memberId, order.payAddress)
  const told = coming.map(({ txHash, cents, confirmations, needed }) => ({
    tx: txHash,
    usdt: yuanOf(cents),
    confirmations,
    needed,
  }))
  return { chain: told }
}

/**
 * The payment code as a picture: the provider's page, which a wallet app opens; none for a bank
 * transfer.
 */
const codeOf = async (order: Deposit): Promise<string> =>
  order.payUrl === ''
    ? ''
    : toDataURL(order.payUrl, { errorCorrectionLevel: 'M', margin: 1, width: 352 })
