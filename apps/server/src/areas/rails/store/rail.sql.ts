import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

/** The number of a rail; one that is new gets the next. */
export async function railNo(tx: Db, code: string): Promise<number> {
  const known = await row(
    tx,
    sql<{ railNo: number }>`/* prepared */ select rail_no from rail where code = ${code}`,
  )
  if (known) return known.railNo
  await run(tx, sql`insert into rail (code) values (${code}) on conflict do nothing`)
  const made = await theRow(
    tx,
    sql<{ railNo: number }>`select rail_no from rail where code = ${code}`,
  )
  return made.railNo
}

export type Rail = { railNo: number; code: string }
export const allRails = (db: Db) =>
  rows(db, sql<Rail>`select rail_no, code from rail order by rail_no`)

export const isRail = async (db: Db, code: string): Promise<boolean> =>
  (await allRails(db)).some(rail => rail.code === code)

export type FeeKind = 'payment' | 'payout' | 'refund'
export type FeeKey = { railNo: number; kind: FeeKind; reference: string }
export type KeptFee = { bookedFen: bigint; changes: number; memberId: bigint }

export const lockFee = (tx: Db, k: FeeKey) =>
  row(
    tx,
    sql<KeptFee>`
    select booked_fen, changes, member_id from rail_fee
    where rail_no = ${k.railNo} and kind = ${k.kind} and reference = ${k.reference} for update`,
  )

type NewFee = FeeKey & { memberId: bigint; bookedFen: bigint; stated: boolean; at: Date }

/** A fee among those of one kind. */
export const feeId = (f: Pick<FeeKey, 'railNo' | 'reference'>): string =>
  `${f.railNo}:${f.reference}`

/** Keeps the fees that are not known already; answers which those are. */
export async function addFees(tx: Db, all: readonly NewFee[]): Promise<ReadonlySet<string>> {
  if (all.length === 0) return new Set()
  const kept = await rows(
    tx,
    sql<{ railNo: number; reference: string }>`
    insert into rail_fee (rail_no, kind, reference, member_id, booked_fen, stated, booked_at)
    select * from unnest(${all.map(f => f.railNo)}::smallint[], ${all.map(f => f.kind)}::text[],
      ${all.map(f => f.reference)}::text[],
      ${all.map(f => f.memberId)}::bigint[], ${all.map(f => f.bookedFen)}::bigint[],
      ${all.map(f => f.stated)}::bool[],
      ${all.map(f => f.at)}::timestamptz[]) as f (rail_no, kind, reference)
    order by rail_no, kind, reference
    on conflict do nothing returning rail_no, reference`,
  )
  return new Set(kept.map(feeId))
}

export const changeFee = (tx: Db, f: FeeKey & { bookedFen: bigint; at: Date }) =>
  run(
    tx,
    sql`
    update rail_fee
    set booked_fen = ${f.bookedFen}, changes = changes + 1, stated = true, booked_at = ${f.at}
    where rail_no = ${f.railNo} and kind = ${f.kind} and reference = ${f.reference}`,
  )

/** The fees that were booked for these payments, payouts or refunds. */
export const feesOf = (db: Db, no: number, references: string[]) =>
  rows(
    db,
    sql<{ kind: FeeKind; reference: string; bookedFen: bigint }>`
    select kind, reference, booked_fen from rail_fee
    where rail_no = ${no} and reference = any(${references}::text[])`,
  )
