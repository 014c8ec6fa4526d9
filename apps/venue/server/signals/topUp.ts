import type { Tx } from '@tianping/database'
import type { Session } from '../play/session.sql.ts'
import { askedFor } from './signal.sql.ts'

/** What a player may still ask for in this game; null where they allowed nothing. */
export type TopUp = { each: bigint; left: bigint }

/** The wallet must be locked. */
export async function topUpOf(
  tx: Tx,
  { deskId, ticket, moneyEach: each, moneyTotal: total }: Session,
): Promise<TopUp | null> {
  if (ticket === null || each === null || total === null) return null
  const asked = await askedFor(tx, deskId, ticket)
  return { each, left: asked < total ? total - asked : 0n }
}
