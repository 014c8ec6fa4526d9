import { present } from '../../model/present.ts'
import { isVenueCode, VenueRefusal, type VenueCode } from '@tianping/venue-protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultSchema, type Faults } from '../faults/Faults.ts'
import type { Merchant } from '../merchants.ts'
import { correctBet } from '../play/correctBet.ts'
import { deskOf, type Venue } from '../venue.ts'
import { setLocked } from '../wallet/wallet.sql.ts'
import { authenticate } from './authenticate.ts'
import { attempt, readJson, sendSigned } from './signedCalls.ts'

/**
 * The sandbox's rehearsal desk: arms, lists and clears faults, locks players. Signed like any other
 * call; registered only when the venue runs with faults, so that elsewhere these paths do not
 * exist.
 */
export function adminCalls(app: FastifyInstance, venue: Venue, faults: Faults) {
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    work: (request: FastifyRequest, merchant: Merchant) => Promise<object>,
  ) =>
    app.route({
      method,
      url,
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const said = await attempt(request, async () =>
          work(request, await authenticate(venue, request, venue.clock())),
        )
        return sendSigned(venue, present(said), { endpoint: 'admin' }, request, reply)
      },
    })

  route('GET', '/admin/faults', async () => ({ items: faults.list() }))

  route('POST', '/admin/faults', async (request, merchant) => {
    const read = faultSchema.safeParse(readJson(request))
    if (!read.success) throw new VenueRefusal(2000, read.error.issues[0]?.message)
    const fault = read.data
    if (fault.bet_id && (fault.kind === 'void' || fault.kind === 'resettle')) {
      await correctBet(
        venue,
        desk(venue, fault.venue, merchant).id,
        fault.bet_id,
        correctionOf(fault.kind, fault.payout),
      )
      return { id: null }
    }
    const armed = faults.add(fault)
    if (!armed) throw new VenueRefusal(2000, 'too many faults are armed')
    return armed
  })

  route('DELETE', '/admin/faults', async () => {
    faults.clear()
    return { items: [] }
  })
  route('DELETE', '/admin/faults/:id', async request => {
    faults.clear(Number((request.params as { id: string }).id))
    return { items: faults.list() }
  })

  route('POST', '/admin/players/lock', async (request, merchant) => {
    const {
      venue: code,
      player,
      locked,
    } = readJson(request) as { venue?: unknown; player?: unknown; locked?: unknown }
    if (typeof player !== 'string' || typeof locked !== 'boolean') throw new VenueRefusal(2000)
    if ((await setLocked(venue.db, desk(venue, code, merchant).id, player, locked)) === 0)
      throw new VenueRefusal(2001)
    return { player, locked }
  })
}

export function correctionOf(kind: 'void' | 'resettle', payout: number | undefined) {
  return kind === 'void' ? { kind } : { kind, payout: payout === undefined ? null : BigInt(payout) }
}

function desk(venue: Venue, code: unknown, merchant: Merchant) {
  const found =
    typeof code === 'string' && isVenueCode(code)
      ? deskOf(venue, code as VenueCode, merchant.name)
      : undefined
  if (!found) throw new VenueRefusal(2000, 'no such venue')
  return found
}
