import { rows, run, sql, theRow } from '@tianping/database'
import type { SealingKeys } from '../../../kernel/cardNumber.ts'
import type { OncePlainColumn, Sealed } from '../../../kernel/reseal.ts'
import { openContact, sealContact } from '../../../kernel/sealedContact.ts'

type Row = Sealed & { applicationId: string }

/** The mobile numbers of applications to become an agent. */
export const sealedApplicants = (keys: SealingKeys): OncePlainColumn<Row> => ({
  name: "applicants' mobile numbers",
  keys,
  sealing: { seal: sealContact, open: openContact },
  countOthers: async (db, keyId) =>
    (
      await theRow(
        db,
        sql<{ count: number }>`
        select count(*)::int as count from agent_application where mobile <> '' and substr(mobile, 2, 8) <> ${keyId}`,
      )
    ).count,
  others: (db, keyId, after, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, application_id, mobile as sealed from agent_application
      where mobile <> '' and substr(mobile, 2, 8) <> ${keyId}
        and (member_id, application_id) > (${after?.ownerId ?? 0n}, ${after?.applicationId ?? ''})
      order by member_id, application_id limit ${size}`,
    ),
  unsealed: (db, size) =>
    rows(
      db,
      sql<Row>`
      select member_id as owner_id, application_id, mobile as sealed from agent_application where is_unsealed(mobile)
      order by member_id, application_id limit ${size}`,
    ),
  replace: async (db, { ownerId, applicationId, sealed }, fresh) => {
    await run(
      db,
      sql`update agent_application set mobile = ${fresh} where member_id = ${ownerId} and application_id = ${applicationId} and mobile = ${sealed}`,
    )
  },
})
