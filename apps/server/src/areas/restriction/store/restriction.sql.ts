import { dataRequestState } from '@tianping/contract/dataRights/facts'
import { row, sql, type Db } from '@tianping/database'

const granted = sql.literal(dataRequestState.approved)

export const isRestricted = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await row(
    db,
    sql`
    select from data_request
    where member_id = ${memberId} and kind = 'restrict' and state = ${granted} and lifted_at is null limit 1`,
  )) !== undefined
