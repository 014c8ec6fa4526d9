import { say } from '@tianping/contract/refusals'
import { sameHolder } from '@tianping/contract/holder'
import { cardKind, type CardKind } from '@tianping/contract/cards/facts'
import { MAX_CARDS, bindRules } from '@tianping/contract/cards/rules'
import type { Tx } from '@tianping/database'
import {
  cardNotice,
  checkPayPassword,
  noteChange,
  provenChange,
  readMember,
  type Changing,
} from '../../account/account.ts'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler, Services } from '../../../kernel/http/services.ts'
import { consented } from '../../consents/consents.ts'
import { followExclusion, protectionSetting } from '../../protection/protection.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { announce } from '../../delivery/delivery.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import {
  bankNamed,
  cardCensus,
  cardOfAction,
  insertCard,
  lockMemberRow,
  moveDigests,
  type NewCard,
} from '../store/card.sql.ts'
import { contactKeys, sealContact } from '../../../kernel/sealedContact.ts'
import { numberDigests, plainNumber, sealNumber, tailOf } from '../../../kernel/cardNumber.ts'

/** Account numbers, Alipay's e-mail addresses and phones: what a payout could be made to. */
const NUMBER = /^[A-Za-z0-9@._+-]{5,64}$/

/** Binds a bank card, an Alipay account or a USDT address, at most five of a kind (P2-9-15). */
export const bindcard: Handler<'POST /api/bindcard'> = async context => {
  const { body, caller, member, db, clock, settings } = context
  const { memberId } = member
  // The action was carried out before, and only its answer was lost.
  if (await cardOfAction(db, memberId, caller.key)) return { message: '绑定成功', data: null }
  const number = plainNumber(body.bank_no)
  refuseIf(bindRules({ ...body, bank_no: number }))
  const kind: CardKind = body.bank === 'USDT' ? cardKind.usdt : cardKind.bank
  if (!NUMBER.test(number)) throw new Refusal(say('card.number_length'), { field: 'bank_no' })
  if (kind === cardKind.bank && !(await bankNamed(db, body.bank))?.enabled)
    throw new Refusal(say('card.bank_unknown'), { field: 'bank' })
  if (
    kind === cardKind.bank &&
    !sameHolder(body.bank_owner, (await readMember(db, memberId)).realname)
  )
    throw new Refusal(say('card.holder_differs'), { field: 'bank_owner' })
  await attempt(db, `bind:${memberId}`, limits.bindByMember, clock.now())
  await checkPayPassword(context, memberId, body.pay_pass)

  await addCard(context, {
    memberId,
    kind,
    bank: body.bank,
    bankOwner: body.bank_owner,
    phone: sealContact(contactKeys(settings), memberId, body.bank_address),
    numberSealed: sealNumber(settings.cardKey, memberId, number),
    numberTail: tailOf(number),
    numberDigests: numberDigests(settings.cardKey, number),
    holderConfirmed: body.own === 1,
    address: caller.address,
    actionKey: caller.key,
    device: caller.device,
    now: clock.now(),
  })
  return { message: '绑定成功', data: null }
}

/** Where the site asks for it, an account is taken only with the consent for such data. */
async function refuseWithoutConsent(tx: Tx, memberId: bigint) {
  if (!(await protectionSetting(tx)).financeConsent) return
  if (!(await consented(tx, memberId, 'finance'))) throw new Refusal(say('consent.finance_first'))
}

/**
 * Adds a card unless the number is bound or five are; of two at the same time the second counts the
 * first.
 */
export async function addCard(
  context: Changing & Pick<Services, 'outward'>,
  card: NewCard & { address: string },
): Promise<void> {
  const bank = card.kind === cardKind.bank
  await provenChange(context, async (tx, prove) => {
    await refuseRestricted(tx, card.memberId)
    await refuseWithoutConsent(tx, card.memberId)
    await lockMemberRow(tx, card.memberId)
    const { bound, already } = await cardCensus(tx, card.memberId, card.kind, card.numberDigests)
    if (already)
      throw new Refusal(say(bank ? 'card.number_bound' : 'card.address_bound'), {
        field: 'bank_no',
      })
    if (bound >= MAX_CARDS)
      throw new Refusal(say(bank ? 'card.cards_full' : 'card.addresses_full'), {
        rule: 'max_cards',
        max: MAX_CARDS,
      })
    if (card.numberDigests.length > 1) await moveDigests(tx, card.numberDigests)
    await insertCard(tx, card)
    await followExclusion(tx, card)
    await noteChange(tx, { ...card, kind: 'card', at: card.now })
    await prove()
    await announce(tx, context.outward, cardNotice(card))
  })
}
