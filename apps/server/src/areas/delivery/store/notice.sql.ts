import type { NoticeKind, NoticeWay } from '@tianping/contract/delivery/facts'
import { rows, run, sql, type Db } from '@tianping/database'

export type NoticeChoice = { memberId: bigint; kind: NoticeKind; way: NoticeWay; wanted: boolean }

/** What members have chosen; a cell without a row counts as the contract says. */
export const choicesOf = (db: Db, memberIds: bigint[]) =>
  rows(
    db,
    sql<NoticeChoice>`
    select member_id, kind, way, wanted from notice_choice where member_id = any(${memberIds}::bigint[])`,
  )

export const keepChoice = (db: Db, c: NoticeChoice & { at: Date }) =>
  run(
    db,
    sql`
    insert into notice_choice (member_id, kind, way, wanted, chosen_at) values (${c.memberId}, ${c.kind}, ${c.way}, ${c.wanted}, ${c.at})
    on conflict (member_id, kind, way) do update set wanted = excluded.wanted, chosen_at = excluded.chosen_at`,
  )

/** How many letters left for each of some members since a moment, or wait to. */
export async function lettersSince(
  db: Db,
  memberIds: bigint[],
  since: Date,
): Promise<Map<bigint, number>> {
  const found = await rows(
    db,
    sql<{ memberId: bigint; count: number }>`
    select member_id, count(*)::int as count from delivery
    where member_id = any(${memberIds}::bigint[]) and created_at > ${since} and kind = 'letter' group by member_id`,
  )
  return new Map(found.map(({ memberId, count }) => [memberId, count]))
}
