import { rows, run, sql, type Db, type Tx } from '@tianping/database'

export type TransferState =
  | 'seen'
  | 'credited'
  | 'noted'
  | 'dust'
  | 'wrong_token'
  | 'gone'
  | 'reversed'

export type ChainTransfer = {
  chainId: bigint
  txHash: string
  logIndex: number
  block: bigint
  blockHash: string
  at: Date
  token: string
  fromAddress: string
  toAddress: string
  units: bigint
  memberId: bigint | null
  needed: number
  state: TransferState
  reference: string
  depositNo: string
}

const columns = sql`
  chain_id, tx_hash, log_index, block, block_hash, at, token, from_address, to_address, units,
  member_id, needed, state, reference, deposit_no`

type Row = Omit<ChainTransfer, 'units'> & { units: string }
const read = (found: Row): ChainTransfer => ({ ...found, units: BigInt(found.units) })

export type NewTransfer = Omit<ChainTransfer, 'state' | 'reference' | 'depositNo'>

/** Keeps what was seen; what was gone and is back waits again for its confirmations. */
export const keepTransfers = (tx: Tx, all: readonly NewTransfer[], now: Date) =>
  run(
    tx,
    sql`
    insert into chain_transfer as t (chain_id, tx_hash, log_index, block, block_hash, at, token, from_address, to_address, units, member_id, needed, seen_at)
    select *, ${now}::timestamptz from unnest(${all.map(t => t.chainId)}::bigint[],
      ${all.map(t => t.txHash)}::text[], ${all.map(t => t.logIndex)}::int[],
      ${all.map(t => t.block)}::bigint[], ${all.map(t => t.blockHash)}::text[],
      ${all.map(t => t.at)}::timestamptz[], ${all.map(t => t.token)}::text[],
      ${all.map(t => t.fromAddress)}::text[], ${all.map(t => t.toAddress)}::text[],
      ${all.map(t => t.units.toString())}::numeric[],
      ${all.map(t => t.memberId)}::bigint[], ${all.map(t => t.needed)}::int[])
    on conflict (chain_id, tx_hash, log_index) do update
      set block = excluded.block, block_hash = excluded.block_hash, at = excluded.at, state = 'seen'
      where t.state in ('gone', 'reversed')`,
  )

/** Takes some of those that have their confirmations, the longest not looked at; oldest first. */
export const takeRipe = async (
  db: Db,
  p: { chainId: bigint; head: bigint; limit: number; now: Date },
) =>
  (
    await rows(
      db,
      sql<Row>`
      with due as (
        select chain_id, tx_hash, log_index from chain_transfer
        where chain_id = ${p.chainId} and state = 'seen' and block <= ${p.head}::bigint - needed + 1
        order by looked_at nulls first, block, log_index limit ${p.limit} for update skip locked),
      taken as (
        update chain_transfer t set looked_at = ${p.now} from due
        where t.chain_id = due.chain_id and t.tx_hash = due.tx_hash and t.log_index = due.log_index returning t.*)
      select ${columns} from taken order by block, log_index`,
    )
  ).map(read)

type Key = Pick<ChainTransfer, 'chainId' | 'txHash' | 'logIndex' | 'blockHash'>

/** Those that still wait in the same block, locked until the transaction ends. */
export const lockSeen = async (tx: Tx, all: readonly Key[]): Promise<ChainTransfer[]> =>
  (
    await rows(
      tx,
      sql<Row>`
      select ${columns} from chain_transfer
      where (chain_id, tx_hash, log_index, block_hash) in (
          select * from unnest(${all.map(k => k.chainId)}::bigint[],
            ${all.map(k => k.txHash)}::text[], ${all.map(k => k.logIndex)}::int[],
            ${all.map(k => k.blockHash)}::text[]))
        and state = 'seen'
      order by chain_id, tx_hash, log_index for update`,
    )
  ).map(read)

export type Settled = Key & {
  state: TransferState
  reference: string
  depositNo: string
  verdict: string
}

export const settleTransfers = (tx: Tx, all: readonly Settled[], now: Date) =>
  run(
    tx,
    sql`
    update chain_transfer t set state = s.state, reference = s.reference, deposit_no = s.deposit_no,
      verdict = s.verdict, settled_at = ${now}
    from unnest(${all.map(s => s.chainId)}::bigint[], ${all.map(s => s.txHash)}::text[],
      ${all.map(s => s.logIndex)}::int[], ${all.map(s => s.state)}::text[],
      ${all.map(s => s.reference)}::text[], ${all.map(s => s.depositNo)}::text[], ${all.map(s => s.verdict)}::text[])
      as s (chain_id, tx_hash, log_index, state, reference, deposit_no, verdict)
    where t.chain_id = s.chain_id and t.tx_hash = s.tx_hash and t.log_index = s.log_index`,
  )

/** The payments are on the chain again, wherever in their blocks. */
export const restore = (tx: Tx, references: string[], now: Date) =>
  run(
    tx,
    sql`
    update chain_transfer set restored_at = ${now}
    where reference = any(${references}::text[]) and reversed_at is not null and restored_at is null`,
  )

/** What was seen in blocks that are no longer of the chain; answers what had been credited. */
export async function undoAfter(
  tx: Tx,
  p: { chainId: bigint; fork: bigint; now: Date },
): Promise<ChainTransfer[]> {
  await run(
    tx,
    sql`
    update chain_transfer set state = 'gone'
    where chain_id = ${p.chainId} and block > ${p.fork} and state in ('seen', 'noted', 'dust', 'wrong_token')`,
  )
  const found = await rows(
    tx,
    sql<Row>`
    update chain_transfer set state = 'reversed', reversed_at = ${p.now}, restored_at = null
    where chain_id = ${p.chainId} and block > ${p.fork} and state = 'credited' returning ${columns}`,
  )
  return found.map(read)
}

/** Payments to an address that wait for confirmations, with the block that was read last. */
export const comingTo = async (db: Db, memberId: bigint, address: string, token: string) =>
  (
    await rows(
      db,
      sql<Pick<Row, 'txHash' | 'units' | 'needed'> & { confirmations: number }>`
      select t.tx_hash, t.units, t.needed, greatest(c.block - t.block + 1, 0)::int as confirmations
      from chain_transfer t join chain_cursor c using (chain_id)
      where t.member_id = ${memberId} and t.to_address = ${address} and t.token = ${token} and t.state = 'seen'
      order by t.block, t.log_index limit 10`,
    )
  ).map(each => ({ ...each, units: BigInt(each.units) }))

export type Moved = { address: string; units: bigint }

/** What every address of ours holds of the token, by its transfers that stand. */
export const heldByAddress = async (db: Db, chainId: bigint, token: string): Promise<Moved[]> =>
  (
    await rows(
      db,
      sql<{ address: string; units: string }>`
      select address, sum(units) as units from (
        select to_address as address, units from chain_transfer where chain_id = ${chainId} and token = ${token} and state not in ('gone', 'reversed')
        union all
        select from_address, -units from chain_transfer where chain_id = ${chainId} and token = ${token} and state not in ('gone', 'reversed')
      ) moved group by address`,
    )
  ).map(({ address, units }) => ({ address, units: BigInt(units) }))

/** Transfers that stand against what was made of them, for the reconciliation. */
export const unexplained = async (db: Db, chainId: bigint, token: string, hot: string) =>
  rows(
    db,
    sql<{
      memberId: bigint | null
      subject: string
      expected: string | null
      found: string | null
    }>`
    select t.member_id, t.tx_hash || ':' || t.log_index as subject, k.units::text as expected, t.units::text as found
    from chain_transfer t left join chain_task k on k.tx_hash = t.tx_hash and k.kind = 'payout'
    where t.chain_id = ${chainId} and t.token = ${token} and t.state = 'noted' and t.from_address = ${hot}
      and (k.task_id is null or k.units <> t.units)
    union all
    select a.member_id, t.tx_hash || ':' || t.log_index, null, t.units::text
    from chain_transfer t join chain_address a on a.address = t.from_address
    where t.chain_id = ${chainId} and t.token = ${token} and t.state = 'noted' and t.to_address <> ${hot}
    limit 100`,
  )

/** Credited payments whose block is no longer of the chain, and tokens that we do not take. */
export const standingTrouble = (db: Db, chainId: bigint) =>
  rows(
    db,
    sql<{
      memberId: bigint | null
      subject: string
      expected: string
      found: string
      kind: string
    }>`
    select member_id, tx_hash || ':' || log_index as subject, units::text as expected, state as found,
      case when reversed_at is null then 'wrong_token' else 'reversed' end as kind
    from chain_transfer
    where chain_id = ${chainId} and (state = 'wrong_token' or (reversed_at is not null and restored_at is null))
    order by seen_at desc limit 100`,
  )
