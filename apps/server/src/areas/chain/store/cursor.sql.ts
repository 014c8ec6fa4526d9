import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Cursor = { block: bigint; hash: string }
export type Block = Cursor & { at: Date }

/** A chain begins where it is first looked at. */
export const beginCursor = (db: Db, chainId: bigint, from: Cursor, now: Date) =>
  run(
    db,
    sql`
    insert into chain_cursor (chain_id, block, hash, head, read_at, leased_until)
    values (${chainId}, ${from.block}, ${from.hash}, ${from.block}, ${now}, ${now}) on conflict do nothing`,
  )

/** Takes or renews the lease; undefined when another instance reads the chain. */
export const leaseCursor = (
  db: Db,
  p: { chainId: bigint; holder: string; now: Date; until: Date },
) =>
  row(
    db,
    sql<Cursor>`
    update chain_cursor set holder = ${p.holder}, leased_until = ${p.until}
    where chain_id = ${p.chainId} and (holder = ${p.holder} or leased_until <= ${p.now}) returning block, hash`,
  )

export const endLease = (db: Db, { chainId, holder }: { chainId: bigint; holder: string }) =>
  run(
    db,
    sql`
    update chain_cursor set leased_until = '-infinity'
    where chain_id = ${chainId} and holder = ${holder}`,
  )

export const cursorExists = async (db: Db, chainId: bigint): Promise<boolean> =>
  (await row(db, sql`select 1 from chain_cursor where chain_id = ${chainId}`)) !== undefined

type Move = { chainId: bigint; holder: string; from: Cursor; to: Cursor; now: Date }

/** Moves on from where this instance was; throws when another one has been here meanwhile. */
export async function moveCursor(tx: Tx, { chainId, holder, from, to, now }: Move): Promise<void> {
  const moved = await run(
    tx,
    sql`
    update chain_cursor set block = ${to.block}, hash = ${to.hash}, read_at = ${now}
    where chain_id = ${chainId} and holder = ${holder} and block = ${from.block} and hash = ${from.hash}`,
  )
  if (moved === 0) throw new Error(`chain ${chainId} was read on by another instance`)
}

export const noteHead = (db: Db, chainId: bigint, head: bigint, now: Date) =>
  run(db, sql`update chain_cursor set head = ${head}, read_at = ${now} where chain_id = ${chainId}`)

export const noteDisagreement = (db: Db, chainId: bigint, disagrees: boolean) =>
  run(
    db,
    sql`
    update chain_cursor set disagrees = ${disagrees} where chain_id = ${chainId} and disagrees <> ${disagrees}`,
  )

export const keepBlocks = (tx: Db, chainId: bigint, blocks: readonly Block[]) =>
  run(
    tx,
    sql`
    insert into chain_block (chain_id, block, hash, at)
    select ${chainId}, * from unnest(${blocks.map(each => each.block)}::bigint[], ${blocks.map(each => each.hash)}::text[], ${blocks.map(each => each.at)}::timestamptz[])
    on conflict (chain_id, block) do update set hash = excluded.hash, at = excluded.at`,
  )

/** What lies deeper than any reorganisation is forgotten. */
export const dropBlocks = (tx: Tx, chainId: bigint, below: bigint) =>
  run(tx, sql`delete from chain_block where chain_id = ${chainId} and block < ${below}`)

export const dropBlocksAfter = (tx: Tx, chainId: bigint, fork: bigint) =>
  run(tx, sql`delete from chain_block where chain_id = ${chainId} and block > ${fork}`)

/** The blocks read last, newest first. */
export const keptBlocks = (db: Db, chainId: bigint) =>
  rows(
    db,
    sql<Cursor>`select block, hash from chain_block where chain_id = ${chainId} order by block desc`,
  )

export type Lag = {
  chainId: bigint
  behind: bigint
  readAt: Date
  /** When the newest block that was read was made; null before the first. */
  blockAt: Date | null
  seen: number
  reversed: number
  /** A second node says something else of a block. */
  disagrees: boolean
}

export const lagOf = (db: Db) =>
  rows(
    db,
    sql<Lag>`
    select chain_id, greatest(head - block, 0) as behind, read_at, disagrees,
      (select b.at from chain_block b where b.chain_id = c.chain_id and b.block = c.block) as block_at,
      (select count(*)::int from chain_transfer t where t.chain_id = c.chain_id and t.state = 'seen') as seen,
      (select count(*)::int from chain_transfer t where t.chain_id = c.chain_id and t.reversed_at is not null and t.restored_at is null) as reversed
    from chain_cursor c`,
  )
