import { balances } from '../ledger/ledger.ts'
import { readFeed, transferWithVenue, type Venue } from '../areas/venues/venues.ts'
import { GamePage } from './gamePage.ts'
import type { Life } from './life.ts'
import type { PastVenue, World } from './world.ts'
import { present } from '../kernel/present.ts'

export type PastWorld = World & {
  past: PastVenue
  /**
   * How far a first start came that was killed: what was to be played until then is not played
   * again.
   */
  playedUntil: Date
}

const MOMENT_MS = 20_000
/**
 * How long somebody looks on before the first bet, so that the times played differ from evening to
 * evening; one evening in five goes past the venue's first reality check.
 */
const lookMs = (now: Date) => 60_000 + (now.getUTCDate() % 5) * 150_000
/** By then every match that could be bet on before it began is over. */
const MATCHES_MS = 30 * 60_000
/** Nobody sits down with less. */
const LEAST_YUAN = 50n

/**
 * A game and what is bet on there, `times` spins, rounds or matches: at a table a ticket for each
 * pick in every round.
 */
export type Seat = { venue: string; game: string; times: number } & (
  | { kind: 'slot' }
  | { kind: 'table'; picks: readonly string[] }
  | { kind: 'book'; pick: string }
)

/** Somebody goes to a game with some money, plays there and takes home what is left. */
export type Sitting = {
  /** Names it among the member's own. */
  key: string
  seat: Seat
  yuan: number
  stakeFen: number
}

/**
 * A sitting at this moment of the past; of one that was begun before, only what is left at the
 * venue is taken home.
 */
export async function sit(
  world: PastWorld,
  life: Life,
  { key, seat, yuan, stakeFen }: Sitting,
): Promise<void> {
  const { owner, clock, site, playedUntil } = world
  const venue = present(await site.services.venues.named(seat.venue), `venue ${seat.venue}`)
  const hasYuan = (await balances(owner, life.member.memberId)).cashAvailableFen / 100n
  const brings = hasYuan < BigInt(yuan) ? hasYuan : BigInt(yuan)
  const plays = clock.now() > playedUntil && brings >= LEAST_YUAN
  if (!plays && clock.now() > playedUntil) return
  if (plays) {
    await life.visit(async call => {
      await call(
        'POST /api/transfer',
        { sourcetype: 'userbalance', targettype: seat.venue, amount: String(brings) },
        `${key}-in`,
      )
      clock.step(MOMENT_MS)
      const page = await GamePage.launch(call, seat.venue, seat.game)
      clock.step(lookMs(clock.now()))
      await bet(world, page, seat, stakeFen)
      await page.leave()
      clock.step(MOMENT_MS)
    })
  }
  await takeHome(world, life, venue, key)
  while ((await readFeed(site.services, venue)) > 0);
}

/**
 * All that the member has at the venue; what came home before, or was never brought, is nothing to
 * take.
 */
async function takeHome(
  { site: { services } }: World,
  { member: { memberId } }: Life,
  venue: Venue,
  key: string,
) {
  const { kind } = await transferWithVenue(services, {
    memberId,
    venue,
    direction: 'OUT',
    amountFen: 'all',
    requestKey: `${key}-home`,
    actor: { type: 'member', id: memberId.toString() },
  })
  if (kind !== 'done' && kind !== 'empty')
    throw new Error(`Demo data: what is left at ${venue.platname} could not be taken home: ${kind}`)
}

async function bet({ past, clock }: PastWorld, page: GamePage, seat: Seat, stakeFen: number) {
  if (seat.kind === 'slot') return page.spin(seat.times, stakeFen, ms => clock.step(ms))
  if (seat.kind === 'table') {
    for (let n = 0; n < seat.times; n++) {
      const round = await past.nextRound(seat.game)
      for (const pick of seat.picks) await page.ticket(round, pick, stakeFen)
    }
    await past.nextRound(seat.game)
    return
  }
  await past.turn(seat.game)
  await page.slips(seat.times, seat.pick, stakeFen, clock)
  clock.step(MATCHES_MS)
  await past.turn(seat.game)
}
