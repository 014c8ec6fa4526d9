import type { Db } from '@tianping/database'
import { inForce } from './setting.ts'

/** Enabled profiles may allow less turnover for a bonus than the site's setting asks. */
export async function timesFor(db: Db, wanted: number): Promise<number> {
  const { wageringTimes: most } = (await inForce(db)).demands
  return most === null ? wanted : Math.min(wanted, most)
}
