import { transaction } from '@tianping/database'
import { MAX_TOURNAMENTS, VenueRefusal, type VenueTournament } from '@tianping/venue-protocol'
import { findGame } from '../../games/registry.ts'
import type { Handler } from '../handler.ts'
import * as store from './tournament.sql.ts'

/** How long a race is remembered after its end. */
const KEPT_MS = 30 * 86_400_000

export const putTournament: Handler<'putTournament'> = async ({ venue, desk, at }, asked) => {
  if (Date.parse(asked.ends_at) <= Date.parse(asked.starts_at))
    throw new VenueRefusal(2000, 'ends_at')
  for (const code of asked.games) if (!findGame(desk.venue, code)) throw new VenueRefusal(3001)
  await transaction(venue.db, async tx => {
    await store.lockTournaments(tx, desk.id)
    await store.dropEnded(tx, desk.id, new Date(at.getTime() - KEPT_MS))
    if (asked.open && (await store.countOpen(tx, desk.id, asked.ref)) >= MAX_TOURNAMENTS)
      throw new VenueRefusal(2000, 'ref')
    await store.keepTournament(tx, desk.id, asked)
  })
  return asked
}

export const tournaments: Handler<'tournaments'> = async ({ venue, desk }) => ({
  items: (await store.tournamentsOf(venue.db, desk.id, MAX_TOURNAMENTS)).map(shown),
})

const shown = ({ startsAt, endsAt, isOpen, ...rest }: store.Tournament): VenueTournament => ({
  ...rest,
  starts_at: startsAt.toISOString(),
  ends_at: endsAt.toISOString(),
  open: isOpen,
})

export const keepPlaces: Handler<'tournamentPlaces'> = ({ venue, desk }, { ref, items }) =>
  transaction(venue.db, async tx => {
    await store.lockTournaments(tx, desk.id)
    if (!(await store.isKnown(tx, desk.id, ref))) throw new VenueRefusal(2404)
    // The last word about a player counts.
    const last = [...new Map(items.map(each => [each.player, each])).values()]
    const out = last.filter(({ place }) => place === null)
    const placed = last.flatMap(({ player, place, score }) =>
      place === null ? [] : [{ player, place, score }],
    )
    if (out.length > 0)
      await store.dropPlaces(
        tx,
        desk.id,
        ref,
        out.map(({ player }) => player),
      )
    return { kept: await store.keepPlaces(tx, desk.id, ref, placed) }
  })
