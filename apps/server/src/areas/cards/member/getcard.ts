import { cardKind } from '@tianping/contract/cards/facts'
import type { Handler } from '../../../kernel/http/services.ts'
import { boundCards } from '../store/card.sql.ts'
import { maskedNumber } from '../../../kernel/cardNumber.ts'

/** `type` 1 answers bank cards and Alipay, anything else USDT addresses (P2-7-03). */
export const getcard: Handler<'POST /api/getcard'> = async ({ db, body, member }) => {
  const cards = await boundCards(
    db,
    member.memberId,
    body.type === cardKind.bank ? cardKind.bank : cardKind.usdt,
  )
  return {
    data: cards.map(card => ({
      id: Number(card.cardId),
      bank: card.bank,
      bank_owner: card.bankOwner,
      bank_no: maskedNumber(card.numberTail),
      ico: card.ico,
    })),
  }
}
