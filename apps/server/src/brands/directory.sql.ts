// Statements of the directory's own database (migrations/ beside this file), which is no brand's.
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'

export type BrandState = 'open' | 'paused' | 'closed'

export type BrandRow = {
  brandId: bigint
  code: string
  name: string
  publicUrl: string
  sealed: Buffer
  state: BrandState
  hosts: string[]
}

/** Every brand with the names it answers to, in the order in which brands are opened. */
export const brandRows = (db: Db) =>
  rows(
    db,
    sql<BrandRow>`
    select b.brand_id, b.code, b.name, b.public_url, b.sealed, b.state,
      coalesce((select array_agg(h.host order by h.host) from brand_host h where h.brand_id = b.brand_id), '{}') as hosts
    from brand b order by b.rank, b.brand_id`,
  )

/** The brands of the person that an operator of one brand is, in their order. */
export const brandsOfOperator = (db: Db, at: { brandId: bigint; operatorId: bigint }) =>
  rows(
    db,
    sql<{ brandId: bigint; operatorId: bigint; person: string }>`
    select o.brand_id, o.operator_id, o.person
    from directory_operator me join directory_operator o using (person) join brand b on b.brand_id = o.brand_id
    where me.brand_id = ${at.brandId} and me.operator_id = ${at.operatorId} order by b.rank, b.brand_id`,
  )

export type NewTicket = {
  ticketHash: Buffer
  person: string
  fromBrand: bigint
  toBrand: bigint
  agentHash: Buffer
  at: Date
  expiresAt: Date
}

export const insertTicket = (db: Db, t: NewTicket) =>
  run(
    db,
    sql`
    insert into switch_ticket (ticket_hash, person, from_brand, to_brand, agent_hash, created_at, expires_at)
    values (${t.ticketHash}, ${t.person}, ${t.fromBrand}, ${t.toBrand}, ${t.agentHash}, ${t.at}, ${t.expiresAt})`,
  )

/**
 * Takes a ticket once; answers whose it is here, as long as the person is listed for both brands
 * still.
 */
export const takeTicket = (
  db: Db,
  t: { ticketHash: Buffer; toBrand: bigint; agentHash: Buffer; at: Date },
) =>
  row(
    db,
    sql<{ operatorId: bigint; from: string }>`
    with taken as (
      update switch_ticket set used_at = ${t.at}
      where ticket_hash = ${t.ticketHash} and to_brand = ${t.toBrand} and agent_hash = ${t.agentHash}
        and used_at is null and expires_at > ${t.at} and created_at <= ${t.at}
      returning person, from_brand, to_brand)
    select there.operator_id, b.code as from
    from taken join directory_operator here on here.person = taken.person and here.brand_id = taken.from_brand
      join directory_operator there on there.person = taken.person and there.brand_id = taken.to_brand
      join brand b on b.brand_id = taken.from_brand`,
  )

export const sweepTickets = (db: Db, before: Date) =>
  run(db, sql`delete from switch_ticket where expires_at < ${before}`)

// What the command changes, as the owner.

export const nextBrandId = async (db: Db): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ id: bigint }>`select nextval(pg_get_serial_sequence('brand', 'brand_id')) as id`,
    )
  ).id

/** Hashes of what no two brands may share. */
export type Marks = { databaseMark: Buffer; venueMark: Buffer; chainMark: Buffer | null }

export type NewBrand = Marks & {
  brandId: bigint
  code: string
  name: string
  publicUrl: string
  sealed: Buffer
  rank: number
  at: Date
}

export const insertBrand = (tx: Db, b: NewBrand) =>
  run(
    tx,
    sql`
    insert into brand (brand_id, code, name, public_url, sealed, database_mark, venue_mark, chain_mark, rank, created_at)
    values (${b.brandId}, ${b.code}, ${b.name}, ${b.publicUrl}, ${b.sealed}, ${b.databaseMark}, ${b.venueMark}, ${b.chainMark}, ${b.rank}, ${b.at})`,
  )

export const insertHosts = (tx: Db, brandId: bigint, hosts: string[]) =>
  run(
    tx,
    sql`insert into brand_host (host, brand_id) select host, ${brandId} from unnest(${hosts}::text[]) host`,
  )

export const dropHosts = (tx: Db, brandId: bigint) =>
  run(tx, sql`delete from brand_host where brand_id = ${brandId}`)

export const setBrandState = (tx: Db, brandId: bigint, state: BrandState) =>
  run(tx, sql`update brand set state = ${state} where brand_id = ${brandId}`)

export const setBrandUrl = (tx: Db, brandId: bigint, publicUrl: string) =>
  run(tx, sql`update brand set public_url = ${publicUrl} where brand_id = ${brandId}`)

export const setBrandSealed = (tx: Db, b: Marks & { brandId: bigint; sealed: Buffer }) =>
  run(
    tx,
    sql`
    update brand set sealed = ${b.sealed}, database_mark = ${b.databaseMark}, venue_mark = ${b.venueMark},
      chain_mark = ${b.chainMark}
    where brand_id = ${b.brandId}`,
  )

export const setOperatorOfBrand = (
  tx: Db,
  o: { person: string; brandId: bigint; operatorId: bigint; at: Date },
) =>
  run(
    tx,
    sql`
    insert into directory_operator (person, brand_id, operator_id, added_at)
    values (${o.person}, ${o.brandId}, ${o.operatorId}, ${o.at})
    on conflict (person, brand_id) do update set operator_id = excluded.operator_id, added_at = excluded.added_at`,
  )

export const dropPerson = (tx: Db, person: string) =>
  run(tx, sql`delete from directory_operator where person = ${person}`)

export const writeLog = (
  tx: Db,
  l: { at: Date; action: string; subject: string; detail: object },
) =>
  run(
    tx,
    sql`
    insert into directory_log (at, action, subject, detail)
    values (${l.at}, ${l.action}, ${l.subject}, ${JSON.stringify(l.detail)}::jsonb)`,
  )

export const operatorRows = (db: Db) =>
  rows(
    db,
    sql<{ person: string; code: string; operatorId: bigint }>`
    select o.person, b.code, o.operator_id from directory_operator o join brand b using (brand_id) order by 1, b.rank, 2`,
  )
