import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { OncePlainColumn, Sealed } from '../../../kernel/reseal.ts'
import { openContact, sealContact, storedContact } from '../../../kernel/sealedContact.ts'

type Field = 'mobile' | 'email'

const columnOf = (field: Field) => (field === 'mobile' ? sql`mobile` : sql`email`)

/** The mobile numbers, or the addresses of mail, of profiles. Their digests go by the same key. */
export const sealedProfiles = (field: Field, keys: SealingKeys): OncePlainColumn => ({
  name: field === 'mobile' ? 'mobile numbers' : 'addresses of mail',
  keys,
  sealing: { seal: sealContact, open: openContact },
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from member where ${columnOf(field)} <> '' and substr(${columnOf(field)}, 2, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Sealed>`
      select member_id as owner_id, ${columnOf(field)} as sealed from member
      where ${columnOf(field)} <> '' and substr(${columnOf(field)}, 2, 8) <> ${keyId} and member_id > ${after?.ownerId ?? 0n}
      order by member_id limit ${size}`,
    ),
  unsealed: (db, size) =>
    rows(
      db,
      sql<Sealed>`
      select member_id as owner_id, ${columnOf(field)} as sealed from member where is_unsealed(${columnOf(field)}) order by member_id limit ${size}`,
    ),
  replace: async (db, { ownerId, sealed }, fresh, contact) => {
    const channel = field === 'mobile' ? 'sms' : 'mail'
    const { digest, tail } = storedContact(keys, ownerId, { channel, contact })
    await run(
      db,
      field === 'mobile'
        ? sql`update member set mobile = ${fresh}, mobile_digest = ${digest}, mobile_tail = ${tail} where member_id = ${ownerId} and mobile = ${sealed}`
        : sql`update member set email = ${fresh}, email_digest = ${digest} where member_id = ${ownerId} and email = ${sealed}`,
    )
  },
})
