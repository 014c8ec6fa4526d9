import type { Db } from '@tianping/database'
import { inForce } from './setting.ts'

/** What the enabled profiles leave of multiples of turnover; they may allow less than is asked. */
export async function timesCap(db: Db): Promise<(wanted: number) => number> {
  const { wageringTimes: most } = (await inForce(db)).demands
  return wanted => (most === null ? wanted : Math.min(wanted, most))
}

/** The same for one multiple. */
export const timesFor = async (db: Db, wanted: number): Promise<number> =>
  (await timesCap(db))(wanted)
