import { say } from '@tianping/contract/refusals'
import { parseYuan, usdtCents } from '@tianping/money'
import { depositState } from '@tianping/contract/cashier/facts'
import { byHand } from '@tianping/contract/payments'
import { bankDepositRules, depositAmountRules } from '@tianping/contract/cashier/rules'
import { cardKind } from '@tianping/contract/cards/facts'
import { transaction, type Db, type Tx } from '@tianping/database'
import { lookAtMember } from '../../harm/harm.ts'
import { mayDeposit } from '../../protection/protection.ts'
import { refuseDepositTier } from '../../verification/verification.ts'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Caller, Context, Handler, Services } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { boundCard, lockMemberRow } from '../../cards/cards.ts'
import {
  openNumber,
  plainNumber,
  sealNumber,
  tailOf,
  type SealingKeys,
} from '../../../kernel/cardNumber.ts'
import {
  depositOfAction,
  insertDeposit,
  openDeposits,
  type Deposit,
  type NewDeposit,
} from '../store/deposit.sql.ts'
import { receivingAccount, setReceiver, type Receiver } from '../store/choice.sql.ts'
import { methodNamed, protocols, redirects, type PayMethod, type Protocol } from '../methods.ts'
import { isOffered, lacksRate, offerOf, offeredProtocols, type Offer } from '../offer.ts'
import { CHAIN } from '../onChain/port.ts'
import { newOrderNo } from '../orderNo.ts'
import { listOrder } from '../store/order.sql.ts'
import { NOT_OPENED, openOrder, routeOf, type Routed } from '../atProvider/opening.ts'
import { openOnChain } from '../onChain/opening.ts'
import { rangeOf } from '../setting.ts'
import { refuseWithoutRate } from '../usdtRates.ts'
import { present } from '../../../kernel/present.ts'

/** One hour to pay (P2-9-05). */
export const PAYMENT_WINDOW_MS = 3_600_000

type Body = Context<'POST /api/recharge'>['body']

/**
 * A bank transfer waits for review; everything else becomes an order at the provider
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
export const recharge: Handler<'POST /api/recharge'> = async ({
  body,
  caller,
  member,
  ...services
}) => {
  const begun = await depositOfAction(services.db, member.memberId, caller.key)
  const order = begun ?? (await begin(services, member.memberId, caller.key, body))
  if (!begun) await lookAtMember(services, member.memberId)
  const ready =
    order.waitsFor === 'provider' && order.payUrl === ''
      ? await opened(services, order, originOf(services.settings, caller))
      : order
  if (ready.state === depositState.rejected)
    throw new Refusal(say('deposit.not_opened', { said: ready.remark }))
  const url = redirects(ready.method) ? ready.payUrl : ''
  return { message: url || ready.depositNo, data: { deposit_no: ready.depositNo, url } }
}

const opened = (services: Services, order: Deposit, origin: string): Promise<Deposit> =>
  order.provider === CHAIN
    ? openOnChain(services, order, origin)
    : openOrder(services, order, origin)

async function begin(
  services: Services,
  memberId: bigint,
  actionKey: string,
  body: Body,
): Promise<Deposit> {
  const { db, clock, settings } = services
  const now = clock.now()
  const offer = await offerOf(db, settings, now)
  const { setting, rates } = offer
  const { method, protocol } = chosen(offer, body)
  const byHand = method === 'card'
  const onChain = protocol === services.onChain?.protocol ? services.onChain : null
  const payer = byHand ? await payerOf(services, memberId, body) : null
  if (payer) refuseIf(bankDepositRules(payer))
  const receiver = byHand ? await paidTo(db, body.receiver) : null
  refuseIf(depositAmountRules(body.amount, rangeOf(setting, method, protocol)))
  await attempt(db, `recharge:${memberId}`, limits.rechargeByMember, now)
  const amountFen = present(parseYuan(body.amount), 'amount that the rules let pass')
  const depositNo = newOrderNo('D', now)
  const asked: NewDeposit = {
    memberId,
    actionKey,
    method,
    amountFen,
    depositNo,
    ...usdtOf(offer, protocol, amountFen),
    waitsFor: byHand ? 'person' : 'provider',
    provider: onChain
      ? CHAIN
      : await providerFor(services, { memberId, depositNo, method, amountFen }),
    createdAt: now,
    expiresAt: byHand ? null : new Date(now.getTime() + PAYMENT_WINDOW_MS),
    ...statedBy(payer, memberId, settings.cardKey),
  }
  return transaction(db, async tx => {
    // Counting and adding belong together: of two at once the second sees the first.
    await lockMemberRow(tx, memberId)
    await refuseTooMany(tx, memberId, { max: setting.deposit.maxOpen, now })
    await mayDeposit(tx, { memberId, amountFen, now })
    await refuseDepositTier(tx, { memberId, amountFen, now })
    await listOrder(tx, 'deposit', asked.depositNo, memberId)
    if (onChain) asked.payAddress = await onChain.addressOf(tx, memberId, now)
    const order = await insertDeposit(tx, asked)
    if (onChain) await onChain.opened(tx, { ...order, rate: rates.usdtrate })
    if (receiver) await setReceiver(tx, memberId, order.depositNo, receiver)
    return order
  })
}

/** Whom the order is for; refuses while no provider takes this method and amount. */
async function providerFor(services: Services, asked: Routed): Promise<string> {
  if (asked.method === 'card') return ''
  const [first] = await routeOf(services, asked)
  if (!first) throw new Refusal(say('deposit.not_opened', { said: NOT_OPENED }))
  return first.code
}

/** What an order in USDT says; empty for any other. */
function usdtOf({ setting, rates }: Offer, protocol: Protocol | null, amountFen: bigint) {
  if (!protocol) return { protocol: '' as const, usdtCents: 0n, payAddress: '' }
  return {
    protocol,
    usdtCents: usdtCents(amountFen, rates.usdtrate),
    payAddress: setting.usdtAddresses[protocol],
  }
}

async function refuseTooMany(tx: Tx, memberId: bigint, { max, now }: { max: number; now: Date }) {
  if ((await openDeposits(tx, memberId, now)) < max) return
  throw new Refusal(say('deposit.too_many_open', { max }), { rule: 'max_open', max })
}

function chosen(offer: Offer, body: Body): { method: PayMethod; protocol: Protocol | null } {
  if (body.paytype === byHand.key) throw new Refusal(say('deposit.by_service'))
  const method = methodNamed(body.paytype)
  if (!method) throw new Refusal(say('deposit.method_missing'), { field: 'paytype' })
  if (lacksRate(offer, method)) refuseWithoutRate(offer.rates, 'paytype')
  if (!isOffered(offer, method))
    throw new Refusal(say('deposit.method_closed'), { field: 'paytype' })
  if (method !== 'usdt') return { method, protocol: null }
  const protocol = protocols.find(each => each === body.catepay.toUpperCase())
  if (!protocol) throw new Refusal(say('deposit.protocol_missing'), { field: 'catepay' })
  if (!offeredProtocols(offer).includes(protocol))
    throw new Refusal(say('deposit.protocol_closed', { protocol }), { field: 'catepay' })
  return { method, protocol }
}

type Payer = Pick<Body, 'bank' | 'bank_owner' | 'bank_no' | 'bank_address'>

/** Who pays by bank: as typed, or by a bound card, whose number never leaves the server. */
async function payerOf({ db, settings }: Services, memberId: bigint, body: Body): Promise<Payer> {
  if (!body.card) return body
  const card = await boundCard(db, memberId, body.card)
  if (card?.kind !== cardKind.bank) throw new Refusal(say('deposit.card_gone'), { field: 'card' })
  return {
    bank: card.bank,
    bank_owner: card.bankOwner,
    bank_no: openNumber(settings.cardKey, memberId, card.numberSealed),
    bank_address: body.bank_address,
  }
}

/** The account that was paid, as it stands now; null where the member names none of ours. */
async function paidTo(db: Db, accountId: number | undefined): Promise<Receiver | null> {
  if (!accountId) return null
  const found = await receivingAccount(db, accountId)
  if (!found) throw new Refusal(say('deposit.receiver_gone'), { field: 'receiver' })
  return found
}

/** What the member says of a bank transfer; the number is sealed like a card's. */
function statedBy(payer: Payer | null, memberId: bigint, cardKey: SealingKeys) {
  const number = payer ? plainNumber(payer.bank_no) : ''
  return {
    payerBank: payer?.bank ?? '',
    payerOwner: payer?.bank_owner ?? '',
    payerAddress: payer?.bank_address ?? '',
    payerNoSealed: number === '' ? null : sealNumber(cardKey, memberId, number),
    payerNoTail: tailOf(number),
  }
}

/**
 * Where the member's browser is. A sandbox is reached under many names, and a session lives under
 * the one in use; anywhere else it is the address of the settings, whatever a request says.
 */
function originOf(settings: Services['settings'], caller: Caller): string {
  if (settings.mode !== 'sandbox' || !/^[A-Za-z0-9.-]+(:\d{1,5})?$/.test(caller.host))
    return settings.publicUrl
  return `${new URL(settings.publicUrl).protocol}//${caller.host}`
}
