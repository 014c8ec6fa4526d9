import { row, run, sql, transaction, type Db, type Tx } from '@tianping/database'
import { daysBetween } from '@tianping/money/day'
import { createHash, randomBytes } from 'node:crypto'
import { present } from '../../kernel/present.ts'

/** The secret of one day and what is published of it. */
export type DaySeed = { seed: Buffer; commit: string; anchor: string; anchorDay: string }

/** A year; then a new chain with an anchor of its own. */
const CHAIN_DAYS = 366

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const hashed = (bytes: Buffer, times: number) => {
  let value = bytes
  for (let i = 0; i < times; i++) value = sha256(value)
  return value
}

type Chain = { firstDay: string; days: number; tip: Buffer; anchor: Buffer }

const find = (db: Db, day: string) =>
  row(
    db,
    sql<Chain>`
    select first_day, days, tip, anchor from redpacket_chain
    where first_day <= ${day}::date and first_day + days > ${day}::date order by first_day desc limit 1`,
  )

/**
 * One begins at a time: two that began a day apart would both have the second day, and a commitment
 * that was shown would not stand.
 */
async function begin(tx: Tx, day: string, now: Date): Promise<Chain> {
  await run(tx, sql`select pg_advisory_xact_lock(7214095)`)
  const begun = await find(tx, day)
  if (begun) return begun
  const tip = randomBytes(32)
  await run(
    tx,
    sql`
    insert into redpacket_chain (first_day, days, tip, anchor, created_at) values (${day}::date, ${CHAIN_DAYS}, ${tip}, ${hashed(tip, CHAIN_DAYS)}, ${now})`,
  )
  return present(await find(tx, day), 'chain just begun')
}

/**
 * The seed of a day. Seeds are a hash chain: each is the hash of the next day's, so the anchor,
 * which is the hash of the first one, commits to a year of them, and a day's commitment is the seed
 * that the day before revealed. The first look at a day without a chain starts one.
 */
export async function daySeed(db: Db, day: string, now: Date): Promise<DaySeed> {
  const chain = (await find(db, day)) ?? (await transaction(db, tx => begin(tx, day, now)))
  const index = daysBetween(chain.firstDay, day)
  const seed = hashed(chain.tip, chain.days - 1 - index)
  return {
    seed,
    commit: sha256(seed).toString('hex'),
    anchor: chain.anchor.toString('hex'),
    anchorDay: chain.firstDay,
  }
}
