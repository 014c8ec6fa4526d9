import {
  deliveryState,
  type DeliveryWay,
  type DeliveryKind,
  type DeliveryState,
} from '@tianping/contract/delivery/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import type { ListFilter } from '../../../kernel/operator/listFilter.ts'
import { inSpan, ofMember, ofStates, totalOf } from '../../../kernel/operator/listed.sql.ts'
import {
  behindNumbered,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
} from '../../../kernel/operator/pages.sql.ts'

type NewDelivery = {
  memberId: bigint
  channel: DeliveryWay
  kind: DeliveryKind
  /** Masked. */
  contact: string
  createdAt: Date
  expiresAt: Date | null
}

export const insertDelivery = async (db: Db, d: NewDelivery): Promise<bigint> =>
  (
    await theRow(
      db,
      sql<{ deliveryId: bigint }>`
    insert into delivery (member_id, channel, kind, contact, created_at, expires_at)
    values (${d.memberId}, ${d.channel}, ${d.kind}, ${d.contact}, ${d.createdAt}, ${d.expiresAt}) returning delivery_id`,
    )
  ).deliveryId

export type WaitingDelivery = {
  memberId: bigint
  channel: DeliveryWay
  kind: DeliveryKind
  expiresAt: Date | null
}

/** One that still waits; undefined once it was decided. */
export const waitingDelivery = (db: Db, deliveryId: bigint) =>
  row(
    db,
    sql<WaitingDelivery>`
    select member_id, channel, kind, expires_at from delivery
    where delivery_id = ${deliveryId} and state = ${sql.literal(deliveryState.waiting)}`,
  )

/** Notes what became of a try; nothing once it was decided. */
export const noteTry = (
  db: Db,
  deliveryId: bigint,
  t: { state: DeliveryState; error: string; attempts: number; at: Date },
) =>
  run(
    db,
    sql`
    update delivery set state = ${t.state}, error = ${t.error.slice(0, 500)}, attempts = ${t.attempts},
      decided_at = case when ${t.state} = ${sql.literal(deliveryState.waiting)} then null else ${t.at}::timestamptz end
    where delivery_id = ${deliveryId} and state = ${sql.literal(deliveryState.waiting)}`,
  )

export type DeliveryRow = NewDelivery & {
  deliveryId: bigint
  username: string
  state: DeliveryState
  attempts: number
  error: string
  decidedAt: Date | null
}

/** Newest first; `q` is a member's id or how the name begins. */
export async function deliveryRows(db: Db, f: ListFilter & { channel: string }) {
  const p = f.paging
  const by = sql`d.created_at`
  const no = sql`d.delivery_id`
  const from = sql`
    from delivery d join member m using (member_id)
    where ${ofStates(f.states, sql`d.state`)} and ${inSpan(by, f)}
      and ${f.channel === '' ? sql`true` : sql`d.channel = ${f.channel}`}
      and ${ofMember(f.q, sql`d.member_id`)}`
  const read = await rows(
    db,
    sql<DeliveryRow & Keyed>`
    select d.delivery_id, d.member_id, d.channel, d.kind, d.contact, d.created_at, d.expires_at, d.state, d.attempts, d.error,
      d.decided_at, m.name as username, ${momentKey(by, sql`d.delivery_id::text`)} ${from} and ${behindNumbered(p, by, no, true)}
    order by ${inOrderOf(p, by, no, true)} ${window(p)}`,
  )
  return { ...foundOf(p, read), total: p.counted ? await totalOf(db, from) : 0 }
}

/** How each channel fared since a moment. */
export const channelFigures = (db: Db, since: Date) =>
  rows(
    db,
    sql<{ channel: DeliveryWay; sent: number; waiting: number; failed: number }>`
    select channel, count(*) filter (where state = ${sql.literal(deliveryState.sent)})::int as sent,
      count(*) filter (where state = ${sql.literal(deliveryState.waiting)})::int as waiting,
      count(*) filter (where state = ${sql.literal(deliveryState.failed)})::int as failed
    from delivery where created_at > ${since} group by channel`,
  )

/**
 * How much was sent to a member since a moment, or waits to be; neither offers nor letters of the
 * inbox crowd out a notice.
 */
export const sentSince = async (db: Db, memberId: bigint, since: Date): Promise<number> =>
  (
    await theRow(
      db,
      sql<{
        count: number
      }>`select count(*)::int as count from delivery
      where member_id = ${memberId} and created_at > ${since} and kind not in ('offer', 'letter')`,
    )
  ).count

/** Lets a failed one wait again; undefined when it did not fail. */
export const reopenDelivery = (db: Db, deliveryId: bigint) =>
  row(
    db,
    sql<{ memberId: bigint; channel: DeliveryWay; kind: DeliveryKind }>`
    update delivery set state = ${sql.literal(deliveryState.waiting)}, decided_at = null
    where delivery_id = ${deliveryId} and state = ${sql.literal(deliveryState.failed)} returning member_id, channel, kind`,
  )

export const deliveryExists = async (db: Db, deliveryId: bigint): Promise<boolean> =>
  (await row(db, sql`select 1 from delivery where delivery_id = ${deliveryId}`)) !== undefined

/** Forgets the oldest of what was sent before a moment; answers how many. */
export const dropDeliveries = (db: Db, before: Date, limit: number): Promise<number> =>
  run(
    db,
    sql`
    delete from delivery where delivery_id in (
      select delivery_id from delivery where created_at < ${before} and state <> ${sql.literal(deliveryState.waiting)}
        and not legally_held(member_id) order by created_at limit ${limit})`,
  )
