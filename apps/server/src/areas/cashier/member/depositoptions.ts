import { cardKind } from '@tianping/contract/cards/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Handler } from '../../../kernel/http/services.ts'
import { maskedNumber } from '../../../kernel/cardNumber.ts'
import { boundCards } from '../../cards/cards.ts'
import type { PayMethod } from '../methods.ts'
import { isShown, lacksRate, offerOf, offeredProtocols, type Offer } from '../offer.ts'
import { closedWhy } from '../usdtRates.ts'
import { rangeOf, type CashierSetting } from '../setting.ts'
import { branchesOf, lastMethod } from '../store/choice.sql.ts'
import { transferNote } from '../bankTransfer.ts'

/** From the least to the most that a method takes; of USDT over any protocol on offer. */
function wholeRange(offer: Offer, method: PayMethod) {
  const { setting } = offer
  if (method !== 'usdt') return rangeOf(setting, method, null)
  const ranges = offeredProtocols(offer).map(each => rangeOf(setting, method, each))
  return {
    minFen: ranges.reduce(
      (least, { minFen }) => (minFen < least ? minFen : least),
      ranges[0]?.minFen ?? 0n,
    ),
    maxFen: ranges.reduce((most, { maxFen }) => (maxFen > most ? maxFen : most), 0n),
  }
}

const factsOf = (offer: Offer, each: CashierSetting['methods'][number], nowText: string) => {
  const { minFen, maxFen } = wholeRange(offer, each.method)
  const noRate = lacksRate(offer, each.method)
  return {
    method: each.method,
    min_price: yuanOf(minFen),
    max_price: yuanOf(maxFen),
    minutes: each.creditMinutes,
    fee: each.channelFee / 100,
    maintenance: each.maintenance || noRate ? (1 as const) : (0 as const),
    // A moment that has passed says nothing of when it comes back.
    back_at: each.maintenance && each.backAt > nowText ? each.backAt : '',
    why: noRate && !each.maintenance ? closedWhy(offer.rates) : '',
  }
}

/** What a member reads of the methods, and what fills in a bank deposit. */
export const depositoptions: Handler<'POST /api/depositoptions'> = async ({
  db,
  clock,
  settings,
  member: { memberId },
}) => {
  const now = clock.now()
  const [offer, last, branches, cards] = await Promise.all([
    offerOf(db, settings, now),
    lastMethod(db, memberId),
    branchesOf(db, memberId),
    boundCards(db, memberId, cardKind.bank),
  ])
  const { setting } = offer
  const nowText = beijing(now).slice(0, 16)
  return {
    data: {
      methods: setting.methods
        .filter(({ method }) => isShown(offer, method))
        .map(each => factsOf(offer, each, nowText)),
      last: last ?? '',
      note: transferNote(memberId),
      cards: cards.map(card => ({
        id: Number(card.cardId),
        bank: card.bank,
        bank_owner: card.bankOwner,
        bank_no: maskedNumber(card.numberTail),
        ico: card.ico,
        bank_address:
          branches.find(({ bank, tail }) => bank === card.bank && tail === card.numberTail)
            ?.branch ?? '',
      })),
    },
  }
}
