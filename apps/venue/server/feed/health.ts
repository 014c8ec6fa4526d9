import { BEACON, FEATURES } from '@tianping/venue-protocol'
import { gamesOf, isTable } from '../../games/registry.ts'
import type { Handler } from '../handler.ts'

export const health: Handler<'health'> = async ({ venue, desk, at }) => {
  const beacon = gamesOf(desk.venue).some(isTable) ? await venue.beacons.status(at) : null
  return {
    status: 'ok',
    protocol: '1',
    venue: desk.venue,
    time: at.toISOString(),
    features: [...FEATURES, ...(beacon ? [BEACON] : [])],
    beacon,
  }
}
