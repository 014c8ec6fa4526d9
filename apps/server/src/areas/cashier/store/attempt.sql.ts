import { row, rows, run, sql, type Db } from '@tianping/database'
import type { OrderKey } from './refund.sql.ts'

/** How the opening of an order at a provider ended; `asked` while it is under way. */
export type Outcome = 'asked' | 'opened' | 'refused' | 'unreached' | 'unknown' | 'cancelled'
export type Attempt = { provider: string; outcome: Outcome; said: string }

/** Noted before the provider hears of the order, so that no payment there is a stranger's. */
export const beginAttempt = (db: Db, a: OrderKey & { provider: string; at: Date }) =>
  run(
    db,
    sql`
    insert into deposit_attempt (member_id, deposit_no, provider, outcome, began_at)
    values (${a.memberId}, ${a.depositNo}, ${a.provider}, 'asked', ${a.at})
    on conflict (member_id, deposit_no, provider) do update set outcome = 'asked', ended_at = null`,
  )

export const endAttempt = (db: Db, a: OrderKey & Attempt & { at: Date }) =>
  run(
    db,
    sql`
    update deposit_attempt set outcome = ${a.outcome}, said = ${a.said}, ended_at = ${a.at}
    where member_id = ${a.memberId} and deposit_no = ${a.depositNo} and provider = ${a.provider}`,
  )

export const attemptsOf = (db: Db, { memberId, depositNo }: OrderKey) =>
  rows(
    db,
    sql<Attempt>`
    select provider, outcome, said from deposit_attempt
    where member_id = ${memberId} and deposit_no = ${depositNo} order by began_at`,
  )

export const wasAskedFor = async (db: Db, o: OrderKey, provider: string): Promise<boolean> =>
  (await row(
    db,
    sql<{ provider: string }>`
    select provider from deposit_attempt
    where member_id = ${o.memberId} and deposit_no = ${o.depositNo} and provider = ${provider}`,
  )) !== undefined
