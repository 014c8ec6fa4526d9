import type { Services } from '../../kernel/http/services.ts'
import { transferWithVenue, type TransferResult } from './transfer.ts'
import { keepLeft } from './store/left.sql.ts'
import { playersOf } from './store/transfer.sql.ts'
import type { Venue } from './directory.ts'

type Recalled = { venue: Venue; outcome: 'home' | 'pending' | 'failed'; fen: bigint }

export type RecallResult = {
  recalledFen: bigint
  failed: Venue[]
  pending: Venue[]
  /** What became of each venue that had something. */
  each: Recalled[]
}

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>

/**
 * One-key recycle: all venues side by side, one ref each; what one venue does not answer holds up
 * no other. The key makes a double tap the same recycle.
 */
export async function recallAll(
  services: Deps,
  request: { memberId: bigint; key: string; except?: number },
): Promise<RecallResult> {
  const been = await playersOf(services.db, request.memberId)
  const venues = (await services.venues.all()).filter(
    venue =>
      venue.wallet === 'own' &&
      venue.venueId !== request.except &&
      been.some(player => player.venueId === venue.venueId),
  )
  const results = await Promise.all(
    venues.map(async venue => ({ venue, result: await recallOne(services, venue, request) })),
  )
  const of = (...kinds: TransferResult['kind'][]) =>
    results.filter(({ result }) => kinds.includes(result.kind)).map(({ venue }) => venue)
  return {
    recalledFen: results.reduce(
      (sum, { result }) => sum + (result.kind === 'done' ? (result.transfer.movedFen ?? 0n) : 0n),
      0n,
    ),
    failed: of('failed', 'unreachable'),
    pending: of('pending', 'busy'),
    each: results.flatMap(({ venue, result }) => recalledOf(venue, result)),
  }
}

/** Brings a blocked member's money home, and writes down which venues did not give it. */
export async function recallBlockedMoney(
  services: Deps,
  asked: { memberId: bigint; key: string },
): Promise<void> {
  const { failed, pending } = await recallAll(services, asked)
  const venueIds = [...failed, ...pending].map(venue => venue.venueId)
  await keepLeft(services.db, { memberId: asked.memberId, venueIds, now: services.clock.now() })
}

function recalledOf(venue: Venue, result: TransferResult): Recalled[] {
  switch (result.kind) {
    case 'done':
      return [{ venue, outcome: 'home', fen: result.transfer.movedFen ?? 0n }]
    case 'pending':
      return [{ venue, outcome: 'pending', fen: result.transfer.amountFen }]
    case 'busy':
      return [{ venue, outcome: 'pending', fen: 0n }]
    case 'failed':
    case 'unreachable':
      return [{ venue, outcome: 'failed', fen: 0n }]
    default:
      return []
  }
}

const recallOne = (
  services: Deps,
  venue: Venue,
  { memberId, key }: { memberId: bigint; key: string },
) =>
  transferWithVenue(services, {
    memberId,
    venue,
    direction: 'OUT',
    amountFen: 'all',
    requestKey: `${key}:all`,
    actor: { type: 'member', id: memberId.toString() },
  })
