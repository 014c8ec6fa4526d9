import { say } from '@tianping/contract/refusals'
import type { Said } from '@tianping/contract/say'
import { formatFen, parseYuan, usdtCents, yuanOf, centsOf } from '@tianping/money'
import { sameHolder } from '@tianping/contract/holder'
import { waitText } from '@tianping/contract/holds'
import { cardKind } from '@tianping/contract/cards/facts'
import { tierLabel } from '@tianping/contract/verification/facts'
import { families, usdtRecord } from '@tianping/contract/payments'
import { transaction, type Db, type Tx } from '@tianping/database'
import { checkPayPassword, countProof, readMember } from '../../account/account.ts'
import { MIN_WITHDRAWAL_FEN, withdrawRules } from '@tianping/contract/cashier/rules'
import { beijing, beijingMidnight, beijingDay, endOfDay } from '@tianping/money/day'
import { explained, figures } from '../../../kernel/http/explain.ts'
import type { Settings } from '../../../kernel/environment.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { hold, lockMember } from '../../../ledger/ledger.ts'
import { missingTurnover, requirementsOf } from '../../../ledger/wagering.ts'
import { readVersioned } from '../../../kernel/setting.ts'
import { bankNamed, boundCard, keepCard, type Card } from '../../cards/cards.ts'
import { apartOf, isLeaving, refuseTestAccount } from '../../protection/protection.ts'
import { payoutWait } from '../../holds/holds.ts'
import { missingTiers, withdrawalTier } from '../../verification/verification.ts'
import { raiseFlagsOf } from '../../risk/risk.ts'
import { refuseInDebt } from '../disputes/debts.ts'
import type { Protocol } from '../methods.ts'
import { newOrderNo } from '../orderNo.ts'
import { listOrder } from '../store/order.sql.ts'
import {
  CASHIER_SETTING,
  cashierSchema,
  waitMsOf,
  withdrawalFee,
  type CashierSetting,
} from '../setting.ts'
import { closedWhy, usdtRates } from '../usdtRates.ts'
import type { Rates } from '../../rates/rates.ts'
import { refuseWithoutFactor } from '../payoutFactor.ts'
import { turnoverWhy } from '../turnoverWhy.ts'
import {
  insertWithdrawal,
  withdrawalOfAction,
  withdrawalsSince,
  type Withdrawal,
} from '../store/withdrawal.sql.ts'
import { present } from '../../../kernel/present.ts'

/** Checking a password is work: nobody withdraws this often. */
const withdrawByMember = { attempts: 200, windowMs: 600_000 }
const SUBMITTED = '提交成功，请等待审核'

/** The cashier's setting with the version that refusals name. */
type Rules = { version: number; value: CashierSetting }

/**
 * The amount is held at once (docs/decisions/0028-withdrawals-hold-the-amount.md); each refusal
 * says which rule and how much is missing.
 */
export const withdraw: Handler<'POST /api/withdraw'> = async ({
  body,
  caller,
  member,
  ...services
}) => {
  const { db, clock, settings } = services
  const { memberId } = member
  const before = await withdrawalOfAction(db, memberId, caller.key)
  if (before) return submitted(db, memberId, before)

  // A card that is not the member's own is no card: the first rule's text says to choose one.
  const card = body.bank ? await boundCard(db, memberId, body.bank) : undefined
  const now = clock.now()
  const leaves = await goesOut(db, { memberId, amount: body.amount, now })
  refuseByForm({
    leastFen: leastOf(leaves),
    bank: card && body.bank,
    amount: body.amount,
    password: body.password,
    tab: card?.kind ?? 2,
  })
  if (!card) throw new Error('the rules let a withdrawal without a card pass')
  const amountFen = present(parseYuan(body.amount), 'amount that the rules let pass')
  const rules = await readVersioned(db, CASHIER_SETTING, cashierSchema)
  refuseByLimits(rules, amountFen, now, leaves)
  if (card.locked) throw ofCard(card, say('withdrawal.card_locked'), 'card_locked')
  await refuseOthersCard(db, memberId, card)
  const inUsdt = usdtOf(rules, { card, amountFen, settings, pair: await usdtRates(db, now) })
  await attempt(db, `withdraw:${memberId}`, withdrawByMember, now)
  await checkPayPassword(services, memberId, body.password)
  const forgetProofs = body.factor && (await countProof(services, memberId))

  const withdrawalNo = newOrderNo('W', now)
  const method = await labelOf(db, card)
  const waitMs = waitMsOf(rules.value, settings.mode)
  const order = await transaction(db, async tx => {
    if (!(await keepCard(tx, memberId, card.cardId)))
      throw ofCard(card, say('withdrawal.card_gone'), 'card')
    await lockMember(tx, memberId)
    await refuseByMember(tx, rules, { memberId, now, amount: body.amount })
    const wait = await payoutWait(tx, { memberId, cardId: card.cardId, waitMs, now })
    const needsTier = await withdrawalTier(tx, { memberId, amountFen, now })
    const held = { heldUntil: wait?.until ?? null, heldFor: wait?.reasons ?? [], needsTier }
    await listOrder(tx, 'withdrawal', withdrawalNo, memberId)
    await insertWithdrawal(tx, {
      memberId,
      withdrawalNo,
      cardId: card.cardId,
      kind: card.kind,
      method,
      amountFen,
      createdAt: now,
      actionKey: caller.key,
      ...inUsdt,
      ...held,
    })
    await holdAmount(tx, memberId, withdrawalNo, amountFen, now)
    const proved = await refuseWithoutFactor(
      { ...services, caller, db: tx },
      { rules, memberId, shown: body.factor },
    )
    return { withdrawalNo, proved, ...held }
  })
  if (order.proved) await forgetProofs?.()
  // Before the answer: what stands against the member is there when somebody opens the review.
  await raiseFlagsOf(services, memberId)
  return submitted(db, memberId, order)
}

type Submitted = Pick<Withdrawal, 'withdrawalNo' | 'heldUntil' | 'heldFor' | 'needsTier'>

/** The document's sentence; a payout that waits says for what, or why and until when. */
async function submitted(db: Db, memberId: bigint, order: Submitted) {
  const held_until = order.heldUntil ? beijing(order.heldUntil) : ''
  const needs_tier = (await missingTiers(db, memberId))(order.needsTier)
  const whys = [
    ...(needs_tier > 0 ? [tierWhy(needs_tier)] : []),
    ...(held_until ? [heldWhy(order.heldFor, held_until)] : []),
  ]
  return {
    message: whys.length > 0 ? `提交成功，${whys.join('；')}` : SUBMITTED,
    data: { out_trade_no: order.withdrawalNo, held_until, needs_tier },
  }
}

/** What the member does so that a payout goes on, and where. */
export const tierWhy = (tier: number) =>
  `完成${tierLabel(tier)}后即可放款，请前往“我的-身份认证”办理`

/** Why a payout waits, for the member. */
export const heldWhy = (reasons: readonly string[], until: string) =>
  `因${waitText(reasons)}，为保障资金安全将于 ${until} 后处理`

/** A bank card is paid to its member only; one whose holder is another has to be bound anew. */
async function refuseOthersCard(db: Db, memberId: bigint, card: Card) {
  if (card.kind === cardKind.usdt) return
  const { realname } = await readMember(db, memberId)
  if (sameHolder(card.bankOwner, realname)) return
  throw ofCard(card, say('withdrawal.holder_differs'), 'holder')
}

const ofCard = (card: Card, said: Said, rule: string) =>
  explained(said, { rule, version: 0, inputs: [figures.text('card', '卡片', card.bank)] })

/** Nobody is paid by a rate that nobody has set: production needs a saved setting. */
function refuseUnset({ version, value }: Rules, { mode }: Settings) {
  if (mode === 'sandbox' || version > 0) return
  const rate = figures.text('rate', '汇率', String(value.withdrawusdtrate))
  throw explained(say('withdrawal.usdt_unset'), { rule: 'usdt_unset', version, inputs: [rate] })
}

/** Without a rate nobody knows what would arrive. */
const withoutRate = (pair: Rates, version: number) =>
  explained(say('withdrawal.usdt_no_rate', { why: closedWhy(pair) }), {
    rule: 'usdt_rate',
    version,
    inputs: [figures.text('rate', '汇率', closedWhy(pair))],
  })

/** The key under which a withdrawal's amount is held in the ledger. */
export const holdKeyOf = (withdrawalNo: string) => `withdrawal:${withdrawalNo}`

async function holdAmount(
  tx: Tx,
  memberId: bigint,
  withdrawalNo: string,
  amountFen: bigint,
  now: Date,
) {
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
  const missingFen = amountFen - held.availableFen
  throw explained(
    say('withdrawal.balance', { available: formatFen(held.availableFen) }),
    {
      rule: 'balance',
      version: 0,
      inputs: [
        figures.yuan('amount', '取款金额', amountFen),
        figures.yuan('available', '可用余额', held.availableFen),
      ],
      missing: [figures.yuan('balance', '还差余额', missingFen)],
    },
    { available: yuanOf(held.availableFen), missing: yuanOf(missingFen) },
  )
}

type Typed = Parameters<typeof parseYuan>[0]

/**
 * Whether an amount goes out whatever turnover is missing, and however small: the member leaves, or
 * it lies above a limit of deposits, where it cannot be played off.
 */
async function goesOut(
  db: Db,
  { memberId, amount, now }: { memberId: bigint; amount: Typed; now: Date },
): Promise<boolean> {
  if (await isLeaving(db, memberId, now)) return true
  const amountFen = parseYuan(amount)
  return amountFen !== null && amountFen <= (await apartOf(db, memberId, now)).fen
}

const leastOf = (leaves: boolean): bigint => (leaves ? 1n : MIN_WITHDRAWAL_FEN)

/** The documents' ordered rules; the amount's says how much it lacks. */
function refuseByForm(form: Parameters<typeof withdrawRules>[0]) {
  const broken = withdrawRules(form)
  if (!broken) return
  if (broken.field === 'amount')
    throw tooLittle(broken, 0, parseYuan(form.amount) ?? 0n, MIN_WITHDRAWAL_FEN)
  throw explained(
    broken,
    { rule: 'form', version: 0, inputs: [figures.text('field', '未填写', broken.field)] },
    { field: broken.field },
  )
}

const tooLittle = (said: Said, version: number, amountFen: bigint, minFen: bigint) =>
  explained(
    said,
    {
      rule: 'min',
      version,
      inputs: [
        figures.yuan('amount', '取款金额', amountFen),
        figures.yuan('min', '最低金额', minFen),
      ],
      missing: [figures.yuan('amount', '还差金额', minFen - amountFen)],
    },
    { field: 'amount' },
  )

/** What holds for every member: the least and the largest amount, and the hours of the desk. */
function refuseByLimits({ version, value }: Rules, amountFen: bigint, now: Date, leaves: boolean) {
  const { from, to, minFen, maxFen } = value.withdrawal
  if (amountFen < BigInt(minFen) && !leaves)
    throw tooLittle(
      say('withdrawal.below_minimum', { min: yuanOf(minFen) }),
      version,
      amountFen,
      BigInt(minFen),
    )
  if (amountFen > BigInt(maxFen)) {
    throw explained(
      say('withdrawal.above_maximum', { max: yuanOf(maxFen) }),
      {
        rule: 'max',
        version,
        inputs: [
          figures.yuan('amount', '取款金额', amountFen),
          figures.yuan('max', '最高金额', maxFen),
        ],
      },
      { max: yuanOf(maxFen), missing: 0 },
    )
  }
  const time = beijing(now).slice(11, 16)
  const open = from <= to ? time >= from && time < to : time >= from || time < to
  if (open) return
  throw explained(
    say('withdrawal.outside_hours', { from, to }),
    {
      rule: 'hours',
      version,
      inputs: [
        figures.clock('now', '当前时间', time),
        figures.clock('from', '开始时间', from),
        figures.clock('to', '结束时间', to),
      ],
    },
    { from, to },
  )
}

/** What depends on the member, under the lock that keeps it so until the amount is held. */
async function refuseByMember(
  tx: Tx,
  { version, value }: Rules,
  asked: { memberId: bigint; amount: Typed; now: Date },
) {
  const { memberId, now } = asked
  await refuseTestAccount(tx, memberId)
  await refuseInDebt(tx, memberId)
  const { perDay } = value.withdrawal
  const today = await withdrawalsSince(tx, memberId, beijingMidnight(now))
  if (today >= perDay) {
    throw explained(
      say('withdrawal.daily_count', { max: perDay }),
      {
        rule: 'daily_count',
        version,
        inputs: [
          figures.count('used', '今日已取款次数', today),
          figures.count('max', '每日次数上限', perDay),
          figures.time('again_at', '可再次取款', endOfDay(beijingDay(now))),
        ],
      },
      { max: perDay, used: today },
    )
  }
  const missingFen = (await goesOut(tx, asked)) ? 0n : await missingTurnover(tx, memberId)
  if (missingFen === 0n) return
  const open = (await requirementsOf(tx, memberId)).filter(each => each.state === 'open')
  throw explained(
    say('withdrawal.turnover_missing', { missing: formatFen(missingFen) }),
    turnoverWhy(version, open, missingFen),
    { missing: yuanOf(missingFen) },
  )
}

type Paying = { card: Card; amountFen: bigint; settings: Settings; pair: Rates }
const notUsdt = { rate: null, usdtCents: 0n, feeCents: 0n, receivesCents: 0n }

/**
 * The equivalent, the fee and what arrives, in hundredths of a USDT; nothing of a bank card
 * (docs/decisions/0029-usdt-amounts-are-floored.md).
 */
function usdtOf(rules: Rules, { card, amountFen, settings, pair }: Paying) {
  if (card.kind !== cardKind.usdt) return notUsdt
  refuseUnset(rules, settings)
  const { version, value: setting } = rules
  if (pair.closed !== '') throw withoutRate(pair, version)
  const rate = pair.withdrawusdtrate
  const worthCents = usdtCents(amountFen, rate)
  const feeCents = centsOf(withdrawalFee(setting, card.bankOwner as Protocol))
  const receivesCents = worthCents - feeCents
  if (receivesCents <= 0n) {
    throw explained(
      say('withdrawal.below_fee', { fee: formatFen(feeCents) }),
      {
        rule: 'fee',
        version,
        inputs: [
          figures.yuan('amount', '取款金额', amountFen),
          figures.text('rate', '汇率', String(rate)),
          figures.usdt('worth', '折合', worthCents),
          figures.usdt('fee', '手续费', feeCents),
        ],
        missing: [figures.usdt('worth', '还差', feeCents - worthCents + 1n)],
      },
      { worth: yuanOf(worthCents), fee: yuanOf(feeCents) },
    )
  }
  return { rate, usdtCents: worthCents, feeCents, receivesCents }
}

async function labelOf(db: Db, card: Card): Promise<string> {
  if (card.kind === cardKind.usdt) return usdtRecord(card.bankOwner)
  const family = (await bankNamed(db, card.bank))?.kind === 'alipay' ? 'alipay' : 'bank'
  return families[family].record
}
