import type { Tx } from '@tianping/database'
import type { Session } from '../play/session.sql.ts'
import { grantIn, grantOf, nextGrant, type Grant } from './free.sql.ts'

/** A grant as the page of its game shows it. */
const freeView = (grant: Grant) => ({
  ref: grant.ref,
  stake: grant.stake,
  rounds: grant.rounds,
  left: Math.max(0, grant.rounds - grant.used),
  won: grant.won,
  ends_at: grant.endsAt.toISOString(),
})
export type FreeView = ReturnType<typeof freeView>

/** What the player may spin at the house's cost in this game. */
export async function freeHere(tx: Tx, session: Session, at: Date): Promise<FreeView | null> {
  const grant = await nextGrant(tx, { ...session, at })
  return grant ? freeView(grant) : null
}

/** The grant that a round was taken from, also when that was its last; nothing for own stakes. */
export async function withGrant(
  tx: Tx,
  { deskId }: Session,
  { freeRef }: { freeRef: string | null },
): Promise<{ free?: FreeView | null }> {
  if (freeRef === null) return {}
  const grant = grantIn(await grantOf(tx, deskId, freeRef))
  return { free: grant && freeView(grant) }
}
