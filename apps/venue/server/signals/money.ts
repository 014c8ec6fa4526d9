import { transaction } from '@tianping/database'
import { hashOfToken } from '../launch/launch.ts'
import { PlayRefusal } from '../play/PlayRefusal.ts'
import { findSession, type Session } from '../play/session.sql.ts'
import { refuseEnded } from '../play/snapshot.ts'
import type { Venue } from '../venue.ts'
import { lockWallet } from '../wallet/wallet.sql.ts'
import * as db from './signal.sql.ts'
import { topUpOf } from './topUp.ts'

/** How long the page is told to wait for the platform. */
const WAITED_MS = 60_000

/**
 * The player asks for money within what they allowed when the game was opened. The platform hears
 * of it with the feed, decides, and moves it by a transfer of its own.
 */
export function askForMoney(
  venue: Venue,
  token: string,
  { ref, amount }: { ref: string; amount: bigint },
) {
  return transaction(venue.db, async tx => {
    const at = new Date(venue.clock())
    const session = await findSession(tx, hashOfToken(token), at, true)
    if (!session) throw new PlayRefusal(4002)
    refuseEnded(session, at)
    await lockWallet(tx, session.deskId, session.playerId)
    const known = await db.findSignal(tx, session.deskId, ref)
    if (known) return view(known, session, at)
    const room = await topUpOf(tx, session)
    const { deskId, ticket, playerId } = session
    if (ticket === null || !room || amount > room.each || amount > room.left)
      throw new PlayRefusal(4110)
    const signal = { ref, kind: 'money' as const, ticket, playerId, amount, madeAt: at }
    await db.addSignal(tx, deskId, signal)
    return view({ ...signal, outcome: null, said: '' }, session, at)
  })
}

/** What became of it, for the page that waits. */
export async function moneyState(venue: Venue, session: Session, ref: string) {
  const found = await db.findSignal(venue.db, session.deskId, ref)
  if (!found) throw new PlayRefusal(2404)
  return view(found, session, new Date(venue.clock()))
}

function view(signal: db.SignalRow, session: Session, at: Date) {
  // A ref of another player is nobody else's.
  if (signal.playerId !== session.playerId || signal.kind !== 'money') throw new PlayRefusal(2404)
  const waits = signal.outcome === null || signal.outcome === 'pending'
  const late = at.getTime() - signal.madeAt.getTime() > WAITED_MS
  return {
    ref: signal.ref,
    amount: signal.amount,
    outcome: waits && !late ? ('waiting' as const) : (signal.outcome ?? ('late' as const)),
    text: signal.said,
  }
}
