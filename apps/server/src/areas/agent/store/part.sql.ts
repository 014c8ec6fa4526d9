import { rows, run, sql, type Db } from '@tianping/database'
import { carries, type Carrying } from './statement.sql.ts'
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

/** The same as `carriedBefore` for the deeper levels. */
export const carriedDeeper = (db: Db, { agentId, month, basis }: Carrying) =>
  rows(
    db,
    sql<{ level: number; fen: bigint }>`
    select distinct on (p.level) p.level, p.carried_out_fen as fen
    from agent_statement_part p join agent_statement s on s.agent_id = p.agent_id and s.month = p.month
    where p.agent_id = ${agentId} and p.kind = 'share' and p.level > 1 and p.month < ${month} and ${carries(basis)}
    order by p.level, p.month desc`,
  )
