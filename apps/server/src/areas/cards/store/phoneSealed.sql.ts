import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { OncePlainColumn, Sealed } from '../../../kernel/reseal.ts'
import { openContact, sealContact } from '../../../kernel/sealedContact.ts'

type Row = Sealed & { cardId: bigint }

/** The mobile numbers that members state with a bank card (P2-5-07). */
export const sealedCardPhones = (keys: SealingKeys): OncePlainColumn<Row> => ({
  name: "cards' mobile numbers",
  keys,
  sealing: { seal: sealContact, open: openContact },
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from card where phone <> '' and substr(phone, 2, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, card_id, phone as sealed from card
      where phone <> '' and substr(phone, 2, 8) <> ${keyId}
        and (member_id, card_id) > (${after?.ownerId ?? 0n}, ${after?.cardId ?? 0n})
      order by member_id, card_id limit ${size}`,
    ),
  unsealed: (db, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, card_id, phone as sealed from card where is_unsealed(phone) order by member_id, card_id limit ${size}`,
    ),
  replace: async (db, { ownerId, cardId, sealed }, fresh) => {
    await run(
      db,
      sql`update card set phone = ${fresh} where member_id = ${ownerId} and card_id = ${cardId} and phone = ${sealed}`,
    )
  },
})
