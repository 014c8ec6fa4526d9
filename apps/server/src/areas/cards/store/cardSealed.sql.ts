import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { numberDigests, type SealingKeys } from '../../../kernel/cardNumber.ts'
import type { Sealed, SealedColumn } from '../../../kernel/reseal.ts'
import { moveDigests } from './card.sql.ts'

type Row = Sealed & { cardId: bigint }

/** The numbers of cards, bound or not. Their digests go by the same key and change with them. */
export const sealedCards = (keys: SealingKeys): SealedColumn<Row> => ({
  name: 'card numbers',
  keys,
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from card where substr(number_sealed, 1, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, card_id, number_sealed as sealed from card
      where substr(number_sealed, 1, 8) <> ${keyId}
        and (member_id, card_id) > (${after?.ownerId ?? 0n}, ${after?.cardId ?? 0n})
      order by member_id, card_id limit ${size}`,
    ),
  replace: (db, { ownerId, cardId, sealed }, fresh, number) =>
    transaction(db, async tx => {
      await moveDigests(tx, numberDigests(keys, number))
      await run(
        tx,
        sql`update card set number_sealed = ${fresh} where member_id = ${ownerId} and card_id = ${cardId} and number_sealed = ${sealed}`,
      )
    }),
})
