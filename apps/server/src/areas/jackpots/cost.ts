import { row, sql, type Db } from '@tianping/database'
import { jackpotSchema, type WantedPool } from './setting.ts'

const PARTS = 10_000n

/**
 * What pools would have cost on the stakes of the days since: the shares, and the seeds of the wins
 * that they make on average. A pool is won evenly between seed and bound, so half the way each.
 */
export async function jackpotCost(db: Db, fromDay: string, value: unknown) {
  let [shareFen, seedFen] = [0n, 0n]
  for (const pool of jackpotSchema.parse(value).pools.filter(({ open }) => open)) {
    const staked = await stakedIn(db, fromDay, pool)
    const share = (staked * BigInt(pool.shareHundredths)) / PARTS
    shareFen += share
    seedFen += (share * 2n * BigInt(pool.seedFen)) / BigInt(pool.boundFen - pool.seedFen)
  }
  return { shareFen, seedFen }
}

const stakedIn = async (db: Db, fromDay: string, { venue, games }: WantedPool): Promise<bigint> =>
  (
    await row(
      db,
      sql<{ fen: bigint }>`
      select coalesce(sum(d.stake_fen), 0)::bigint as fen from play_game_day d join venue v using (venue_id)
      where upper(v.platname) = ${venue.toUpperCase()} and d.game_code = any(${games}::text[]) and d.day >= ${fromDay}`,
    )
  )?.fen ?? 0n
