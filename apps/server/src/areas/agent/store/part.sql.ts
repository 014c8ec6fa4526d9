import { rows, run, sql, type Db } from '@tianping/database'
import type { Part } from '../plans/parts.ts'

export async function insertParts(
  tx: Db,
  { agentId, month }: { agentId: bigint; month: string },
  parts: readonly Part[],
): Promise<void> {
  const of = <T>(pick: (part: Part) => T) => parts.map(pick)
  await run(
    tx,
    sql`
    insert into agent_statement_part (agent_id, month, no, kind, level, members, base_fen, carried_in_fen, hundredths, unit_fen, fen,
      carried_out_fen)
    select ${agentId}, ${month}, p.no, p.kind, p.level, p.members, p.base, p.carried_in, p.hundredths, p.unit, p.fen, p.carried_out
    from unnest(${of(p => p.kind)}::text[], ${of(p => p.level)}::smallint[], ${of(p => p.members)}::int[], ${of(p => p.baseFen)}::bigint[],
      ${of(p => p.carriedInFen)}::bigint[], ${of(p => p.hundredths)}::int[], ${of(p => p.unitFen)}::bigint[], ${of(p => p.fen)}::bigint[],
      ${of(p => p.carriedOutFen)}::bigint[]) with ordinality p (kind, level, members, base, carried_in, hundredths, unit, fen,
        carried_out, no)`,
  )
}

export const partsOf = (db: Db, agentId: bigint, month: string) =>
  rows(
    db,
    sql<Part>`
    select kind, level, members, base_fen, carried_in_fen, hundredths, unit_fen, fen, carried_out_fen from agent_statement_part
    where agent_id = ${agentId} and month = ${month} order by no`,
  )

/** What the latest statement before a month carried over for the deeper levels. */
export const carriedDeeper = (db: Db, agentId: bigint, month: string) =>
  rows(
    db,
    sql<{ level: number; fen: bigint }>`
    select distinct on (level) level, carried_out_fen as fen from agent_statement_part
    where agent_id = ${agentId} and kind = 'share' and level > 1 and month < ${month} order by level, month desc`,
  )
