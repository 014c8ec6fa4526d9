import type { Db } from '@tianping/database'
import { protectionSetting } from './setting.ts'
import { careOf } from './store/block.sql.ts'

/** Minutes between a member's reality checks: their own choice, else the shortest on offer. */
export async function realityOf(db: Db, memberId: bigint): Promise<number> {
  const { realityOptions } = await protectionSetting(db)
  const { realityMin } = await careOf(db, memberId)
  return realityMin ?? Math.min(...realityOptions)
}
