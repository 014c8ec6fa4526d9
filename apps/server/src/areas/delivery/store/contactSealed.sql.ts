import type { Channel } from '@tianping/contract/delivery/facts'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { OncePlainColumn, Sealed } from '../../../kernel/reseal.ts'
import { contactDigests, openContact, sealContact } from '../../../kernel/sealedContact.ts'
import { moveContactDigests } from './contact.sql.ts'

type Row = Sealed & { channel: Channel }

/** The contacts that members proved; equal ones stay equal while a rotation is under way. */
export const sealedProvenContacts = (keys: SealingKeys): OncePlainColumn<Row> => ({
  name: 'proved contacts',
  keys,
  sealing: { seal: sealContact, open: openContact },
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from verified_contact where substr(contact, 2, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, channel, contact as sealed from verified_contact
      where substr(contact, 2, 8) <> ${keyId} and (member_id, channel) > (${after?.ownerId ?? 0n}, ${after?.channel ?? ''})
      order by member_id, channel limit ${size}`,
    ),
  unsealed: (db, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, channel, contact as sealed from verified_contact where is_unsealed(contact)
      order by member_id, channel limit ${size}`,
    ),
  replace: (db, { ownerId, channel, sealed }, fresh, contact) =>
    transaction(db, async tx => {
      const digests = contactDigests(keys, channel, contact)
      await moveContactDigests(tx, digests)
      await run(
        tx,
        sql`update verified_contact set contact = ${fresh}, contact_digest = ${digests[0]} where member_id = ${ownerId} and channel = ${channel} and contact = ${sealed}`,
      )
    }),
})
