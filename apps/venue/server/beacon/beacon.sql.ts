import { row, rows, run, sql, transaction, type Db } from '@tianping/database'
import type { BeaconSettings } from './beaconSettings.ts'

export type BeaconRow = BeaconSettings & { active: boolean }

const columns = sql`chain_hash, name, beacon_id, public_key, group_hash, period_s, genesis_s, urls, local, delay_ms, late_ms, active`
type Stored = Omit<BeaconRow, 'genesisS'> & { genesisS: bigint }
const known = (found: Stored): BeaconRow => ({ ...found, genesisS: Number(found.genesisS) })

/** The beacon that rounds opened from now on wait for. */
export async function activeBeacon(db: Db): Promise<BeaconRow | undefined> {
  const found = await row(db, sql<Stored>`select ${columns} from beacon where active`)
  return found && known(found)
}

export async function findBeacon(db: Db, chainHash: string): Promise<BeaconRow | undefined> {
  const found = await row(
    db,
    sql<Stored>`select ${columns} from beacon where chain_hash = ${chainHash}`,
  )
  return found && known(found)
}

/** Every beacon that is in use or was, the present one first. */
export const listBeacons = async (db: Db): Promise<BeaconRow[]> =>
  (
    await rows(
      db,
      sql<Stored>`select ${columns} from beacon b where active
        or exists (select 1 from round where beacon_chain = b.chain_hash)
      order by active desc, name, chain_hash limit 20`,
    )
  ).map(known)

/** Stores a beacon, or what may change of one: its name, addresses and times of waiting. */
const saveBeacon = (db: Db, b: BeaconSettings) =>
  run(
    db,
    sql`insert into beacon (chain_hash, name, beacon_id, public_key, group_hash, period_s, genesis_s, urls, local, delay_ms, late_ms)
    values (${b.chainHash}, ${b.name}, ${b.beaconId}, ${b.publicKey}, ${b.groupHash}, ${b.periodS}, ${b.genesisS}, ${b.urls}, ${b.local}, ${b.delayMs}, ${b.lateMs})
    on conflict (chain_hash) do update set name = excluded.name, urls = excluded.urls, delay_ms = excluded.delay_ms, late_ms = excluded.late_ms`,
  )

/** Makes a stored beacon the present one, or none; rounds that are open keep theirs. */
export const activateBeacon = (db: Db, chainHash: string | null) =>
  transaction(db, async tx => {
    await run(tx, sql`update beacon set active = false where active`)
    if (chainHash !== null)
      await run(tx, sql`update beacon set active = true where chain_hash = ${chainHash}`)
  })

/**
 * Stores and activates a beacon. A local one never takes the place of a public one that somebody
 * chose.
 */
async function adoptBeacon(db: Db, beacon: BeaconSettings): Promise<void> {
  await saveBeacon(db, beacon)
  const present = await activeBeacon(db)
  if (beacon.local && present && !present.local) return
  if (present?.chainHash !== beacon.chainHash) await activateBeacon(db, beacon.chainHash)
}

/** What a venue is started with: a beacon, none, or what the database says. */
export async function chooseBeacon(
  db: Db,
  beacon: BeaconSettings | null | undefined,
): Promise<void> {
  if (beacon === null) await activateBeacon(db, null)
  if (beacon) await adoptBeacon(db, beacon)
}
