import { sql } from '@tianping/database'

export type OutboxItem<P = unknown> = {
  memberId: bigint
  id: string
  topic: string
  payload: P
  /** This one included. */
  attempts: number
}

const ms = (value: number | null) => sql`${value}::float8 * interval '1 millisecond'`

export const enqueue = (item: { memberId: bigint; topic: string }, payload: string) => sql`
  select ledger.enqueue(${item.memberId}, ${item.topic}, ${payload})`

export const claim = <P>(topic: string, limit: number, leaseMs: number) => sql<OutboxItem<P>>`
  select member_id, id, topic, payload, attempts from ledger.claim_outbox(${topic}, ${limit}, ${ms(leaseMs)}) order by id`

export const finish = (item: OutboxItem) =>
  sql`select ledger.finish_outbox(${item.memberId}, ${item.id}, ${item.attempts})`

export const wake = (memberId: bigint, topic: string, having: string) => sql`
  select ledger.retry_outbox(member_id, id, attempts, interval '0', coalesce(last_error, ''))
  from ledger.outbox where member_id = ${memberId} and topic = ${topic} and payload::jsonb @> ${having}::jsonb`

export const retry = (item: OutboxItem, delayMs: number | null, error: string) => sql`
  select ledger.retry_outbox(${item.memberId}, ${item.id}, ${item.attempts}, ${ms(delayMs)}, ${error})`
