import { formatFen, parseYuan, usdtCents, yuanOf } from '@tianping/contract/money'
import { withdrawRules } from '@tianping/contract/rules'
import { transaction, type Db, type Tx } from '@tianping/database'
import { checkPayPassword } from '../account/payPassword.ts'
import { beijing, beijingMidnight } from '../clock.ts'
import { Refusal, refuseIf } from '../http/refusal.ts'
import type { Handler } from '../http/services.ts'
import { attempt } from '../http/throttle.ts'
import { hold, lockMember } from '../ledger/ledger.ts'
import { missingTurnover } from '../ledger/wagering.ts'
import { bankNamed, boundCard, keepCard, type Card } from '../wallet/card.sql.ts'
import type { Protocol } from './methods.ts'
import { newOrderNo } from './orderNo.ts'
import { listOrder } from './order.sql.ts'
import { cashierSetting, withdrawalFee, type CashierSetting } from './setting.ts'
import { insertWithdrawal, withdrawalOfAction, withdrawalsSince } from './withdrawal.sql.ts'

/** Checking a password is work: nobody withdraws this often. */
const withdrawByMember = { attempts: 200, windowMs: 600_000 }
const SUBMITTED = '提交成功，请等待审核'

/** Decision 26: the amount is held at once; each refusal says which rule and how much is missing. */
export const withdraw: Handler<'POST /api/withdraw'> = async ({ body, caller, member, ...services }) => {
  const { db, clock } = services
  const { memberId } = member
  const before = await withdrawalOfAction(db, memberId, caller.key)
  if (before) return { message: SUBMITTED, data: { out_trade_no: before.withdrawalNo } }

  // A card that is not the member's own is no card: the first rule's text says to choose one.
  const card = body.bank ? await boundCard(db, memberId, body.bank) : undefined
  refuseIf(withdrawRules({ bank: card && body.bank, amount: body.amount, password: body.password, tab: card?.kind ?? 2 }))
  if (!card) throw new Error('the rules let a withdrawal without a card pass')
  const amountFen = parseYuan(body.amount)!
  const setting = await cashierSetting(db)
  const now = clock.now()
  refuseByLimits(setting, amountFen, now)
  if (card.locked) throw new Refusal('该卡片已被锁定，请联系客服', 400, { rule: 'card_locked' })
  const usdt = card.kind === 2 ? usdtOf(setting, card.bankOwner as Protocol, amountFen) : null
  await attempt(db, `withdraw:${memberId}`, withdrawByMember, now)
  await checkPayPassword(services, memberId, body.password)

  const withdrawalNo = newOrderNo('W', now)
  const method = await labelOf(db, card)
  await transaction(db, async tx => {
    if (!(await keepCard(tx, memberId, card.cardId))) throw new Refusal('该卡片已解绑，请重新选择', 400, { rule: 'card' })
    await lockMember(tx, memberId)
    await refuseByMember(tx, setting, memberId, now)
    await listOrder(tx, 'withdrawal', withdrawalNo, memberId)
    await insertWithdrawal(tx, {
      memberId, withdrawalNo, cardId: card.cardId, kind: card.kind, method, amountFen, createdAt: now, actionKey: caller.key,
      rate: usdt?.rate ?? null, usdtCents: usdt?.worthCents ?? 0n, feeCents: usdt?.feeCents ?? 0n, receivesCents: usdt?.receivesCents ?? 0n,
    })
    await holdAmount(tx, memberId, withdrawalNo, amountFen, now)
  })
  return { message: SUBMITTED, data: { out_trade_no: withdrawalNo } }
}

/** The key under which a withdrawal's amount is held in the ledger. */
export const holdKeyOf = (withdrawalNo: string) => `withdrawal:${withdrawalNo}`

async function holdAmount(tx: Tx, memberId: bigint, withdrawalNo: string, amountFen: bigint, now: Date) {
  const held = await hold(tx, {
    memberId,
    key: holdKeyOf(withdrawalNo),
    code: 'withdrawal',
    from: { name: 'memberCash' },
    to: { name: 'withdrawalPayable' },
    amountFen,
    source: { type: 'withdrawal_order', id: withdrawalNo },
    actor: { type: 'member', id: memberId.toString() },
    effectiveAt: now,
  })
  if (held.kind === 'done') return
  if (held.kind === 'key_conflict') throw new Error(`withdrawal ${withdrawalNo} was held before`)
  throw new Refusal(`余额不足，可用余额${formatFen(held.availableFen)}元`, 400, {
    rule: 'balance', available: yuanOf(held.availableFen), missing: yuanOf(amountFen - held.availableFen),
  })
}

/** What holds for every member: the largest amount, and the hours of the desk. */
function refuseByLimits(setting: CashierSetting, amountFen: bigint, now: Date) {
  const { from, to, maxFen } = setting.withdrawal
  if (amountFen > BigInt(maxFen)) {
    throw new Refusal(`单笔取款不能高于${maxFen / 100}元`, 400, { rule: 'max', max: maxFen / 100, missing: 0 })
  }
  const time = beijing(now).slice(11, 16)
  const open = from <= to ? time >= from && time < to : time >= from || time < to
  if (!open) throw new Refusal(`取款服务时间为${from}-${to}，请稍后再试`, 400, { rule: 'hours', from, to })
}

/** What depends on the member, under the lock that keeps it so until the amount is held. */
async function refuseByMember(tx: Tx, setting: CashierSetting, memberId: bigint, now: Date) {
  const { perDay } = setting.withdrawal
  const today = await withdrawalsSince(tx, memberId, beijingMidnight(now))
  if (today >= perDay) throw new Refusal(`今日取款次数已达上限${perDay}次，请明日再试`, 400, { rule: 'daily_count', max: perDay, used: today })
  const missingFen = await missingTurnover(tx, memberId)
  if (missingFen > 0n) {
    throw new Refusal(`打码量不足，还需${formatFen(missingFen)}元有效投注方可取款`, 400, { rule: 'turnover', missing: yuanOf(missingFen) })
  }
}

/** Decision 28, in hundredths of a USDT. */
function usdtOf(setting: CashierSetting, protocol: Protocol, amountFen: bigint) {
  const rate = setting.withdrawusdtrate
  const worthCents = usdtCents(amountFen, rate)
  const feeCents = BigInt(Math.round(withdrawalFee(setting, protocol) * 100))
  const receivesCents = worthCents - feeCents
  if (receivesCents <= 0n) {
    throw new Refusal(`取款金额不足以支付手续费${formatFen(feeCents)} USDT`, 400, { rule: 'fee', worth: yuanOf(worthCents), fee: yuanOf(feeCents) })
  }
  return { rate, worthCents, feeCents, receivesCents }
}

async function labelOf(db: Db, card: Card): Promise<string> {
  if (card.kind === 2) return `USDT-${card.bankOwner}`
  return (await bankNamed(db, card.bank))?.kind === 'alipay' ? '支付宝' : '银行卡'
}
