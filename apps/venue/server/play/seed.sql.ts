import { commitOf } from '@tianping/fairness'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'
import { randomBytes } from 'node:crypto'

export type SeedRow = {
  seedId: bigint
  state: 'next' | 'active' | 'revealed'
  serverSeed: Buffer
  commitHash: string
  clientSeed: string
  /** False while the venue's stand-in is used, which is chosen together with the server seed. */
  ownSeed: boolean
  nextNonce: bigint
}
const columns = sql`seed_id, state, server_seed, commit_hash, client_seed, own_seed, next_nonce`

/**
 * The active pair and the next one, made when the player has none yet. Call it with the wallet
 * locked.
 */
export async function currentSeeds(
  tx: Tx,
  desk: number,
  player: string,
): Promise<{ active: SeedRow; next: SeedRow }> {
  const found = await rows(
    tx,
    sql<SeedRow>`select ${columns} from seed where desk_id = ${desk} and player_id = ${player} and state <> 'revealed'`,
  )
  const one = async (state: 'active' | 'next') =>
    found.find(seed => seed.state === state) ?? (await addSeed(tx, desk, player, state))
  return { active: await one('active'), next: await one('next') }
}

function addSeed(
  tx: Tx,
  desk: number,
  player: string,
  state: 'active' | 'next',
  clientSeed = randomBytes(8).toString('hex'),
): Promise<SeedRow> {
  const serverSeed = randomBytes(32)
  return theRow(
    tx,
    sql<SeedRow>`insert into seed (desk_id, player_id, state, server_seed, commit_hash, client_seed)
    values (${desk}, ${player}, ${state}, ${serverSeed}, ${commitOf(serverSeed)}, ${clientSeed}) returning ${columns}`,
  )
}

/** Takes the active pair's next nonce. */
export const takeNonce = (tx: Tx, seedId: bigint) =>
  theRow(
    tx,
    sql<SeedRow>`update seed set next_nonce = next_nonce + 1 where seed_id = ${seedId} returning ${columns}`,
  )

/** Sets the player's own seed; a `first` one leaves a seed that the player has. */
export const setClientSeed = (tx: Tx, seedId: bigint, clientSeed: string, first: boolean) =>
  run(
    tx,
    sql`update seed set client_seed = ${clientSeed}, own_seed = true
    where seed_id = ${seedId} and not (${first}::boolean and own_seed)`,
  )

/**
 * Reveals the active pair and puts the next one, whose hash was public all along, in its place with
 * a new seed of the player, or the one used until now. Answers the revealed one.
 */
export async function rotateSeeds(
  tx: Tx,
  desk: number,
  player: string,
  at: Date,
  clientSeed?: string,
): Promise<SeedRow> {
  const { active, next } = await currentSeeds(tx, desk, player)
  const revealed = await theRow(
    tx,
    sql<SeedRow>`update seed set state = 'revealed', revealed_at = ${at} where seed_id = ${active.seedId} returning ${columns}`,
  )
  await run(
    tx,
    sql`update seed set state = 'active', client_seed = ${clientSeed ?? active.clientSeed},
      own_seed = ${clientSeed !== undefined || active.ownSeed} where seed_id = ${next.seedId}`,
  )
  await addSeed(tx, desk, player, 'next')
  return revealed
}

export const lastRevealed = (db: Db, desk: number, player: string) =>
  row(
    db,
    sql<SeedRow>`select ${columns} from seed where desk_id = ${desk} and player_id = ${player} and state = 'revealed' order by revealed_at desc, seed_id desc limit 1`,
  )

export const lastRoundOf = (db: Db, seedId: bigint) =>
  row(
    db,
    sql<{ clientSeed: string; nonce: bigint; outcome: Record<string, unknown> }>`
    select client_seed, nonce, outcome from bet where seed_id = ${seedId} order by nonce desc limit 1`,
  )
