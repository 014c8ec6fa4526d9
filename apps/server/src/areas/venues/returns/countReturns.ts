import { betStatus } from '@tianping/contract/records/facts'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../../kernel/jobs/eachAlone.ts'
import type { Venue } from '../directory.ts'
import * as store from '../store/return.sql.ts'
import { drawOf, roundsOf } from './draws.ts'
import { addDraw, noEvidence, verdict } from './evidence.ts'

/** Bets of one transaction; their arithmetic takes some ten milliseconds. */
const PAGE = 2_000
const MAX_PAGES = 25
/** Shared rounds that are stored, so that a part that comes late is no draw of its own. */
const MOST_ROUNDS = 200

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'events' | 'log'>

/**
 * Counts what games returned since the last turn, venue by venue, and alerts once when a return has
 * left its bounds. Answers the number of bets counted.
 */
export async function countReturns(services: Deps): Promise<number> {
  const venues = await services.venues.all()
  return partsAlone([
    ...venues.map(venue => () => countVenue(services, venue)),
    () => alertOutside(services),
  ])
}

async function countVenue(services: Deps, venue: Venue): Promise<number> {
  let counted = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = await store.cursorOf(services.db, venue.venueId)
    const bets = await store.betsAfter(services.db, venue.venueId, from, PAGE)
    const last = bets.at(-1)
    if (!last || !(await haveTerms(services, venue, bets))) return counted
    const done = await transaction(services.db, async tx => {
      if (!(await store.moveCursor(tx, venue.venueId, from, last.version))) return false
      await countPage(tx, venue.venueId, bets, services.clock.now())
      return true
    })
    if (!done) return counted
    counted += bets.length
    if (bets.length < PAGE) return counted
  }
  return counted
}

const nameOf = (each: { gameCode: string; mathVersion: string }) =>
  `${each.gameCode} ${each.mathVersion}`

/**
 * Asks the venue once for what it publishes about games that are met for the first time. False when
 * it does not answer: then nothing is counted, since evidence cannot be had afterwards.
 */
async function haveTerms(
  { db, venues }: Deps,
  venue: Venue,
  bets: readonly store.CountedBet[],
): Promise<boolean> {
  const { venueId } = venue
  const known = new Set((await store.knownReturns(db, venueId)).map(nameOf))
  const unknown = new Map(
    bets.filter(bet => !known.has(nameOf(bet))).map(bet => [nameOf(bet), bet]),
  )
  if (unknown.size === 0) return true
  const answer = await venues.client(venue).games({})
  if (answer.kind !== 'ok') return false
  for (const { gameCode, mathVersion } of unknown.values()) {
    const game = answer.data.items.find(
      each => each.game_code === gameCode && each.math_version === mathVersion,
    )
    const published = game && { rtpExact: game.rtp_exact, terms: game.returns ?? null }
    await store.addReturn(db, { venueId, gameCode, mathVersion }, published ?? null, noEvidence())
  }
  return true
}

async function countPage(tx: Tx, venueId: number, bets: readonly store.CountedBet[], now: Date) {
  const games = [...Map.groupBy(bets, nameOf)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const [, own] of games) {
    const [first] = own
    if (!first) continue
    const game = await store.lockReturn(tx, { ...first, venueId })
    await store.saveReturn(tx, counted(game, own), now)
  }
}

/** A game's figures with these bets; bets that are open count when they are settled. */
function counted(before: store.GameReturn, bets: readonly store.CountedBet[]): store.GameReturn {
  const drawn = bets.filter(bet => bet.revision === 1 && bet.status === betStatus.settled)
  const game = {
    ...before,
    bets: before.bets + BigInt(drawn.length),
    corrected: before.corrected + BigInt(bets.filter(bet => bet.revision > 1).length),
    stakeFen: drawn.reduce((sum, bet) => sum + bet.stakeFen, before.stakeFen),
    payoutFen: drawn.reduce((sum, bet) => sum + bet.payoutFen, before.payoutFen),
  }
  return game.terms ? withEvidence(game, drawn, game.terms) : game
}

function withEvidence(
  game: store.GameReturn,
  bets: readonly store.CountedBet[],
  terms: readonly store.Term[],
): store.GameReturn {
  const evidence = { over: [...game.overLogs], under: [...game.underLogs] }
  const sums = { draws: game.draws, returned: game.returnedSum, mean: game.meanSum }
  const seen = new Set(game.rounds)
  const rounds = [...game.rounds]
  for (const { key, shared, bets: own } of roundsOf(bets)) {
    const draw = seen.has(key) ? null : drawOf(own, terms)
    if (shared && !seen.has(key)) rounds.push(key)
    if (!draw) continue
    addDraw(evidence, draw)
    sums.draws++
    sums.returned += draw.returned
    sums.mean += draw.mean
  }
  const now = verdict(evidence)
  return {
    ...game,
    draws: sums.draws,
    returnedSum: sums.returned,
    meanSum: sums.mean,
    overLogs: evidence.over,
    underLogs: evidence.under,
    rounds: rounds.slice(-MOST_ROUNDS),
    low: largest(game.low, now.low),
    high: smallest(game.high, now.high),
    outside: game.outside ?? now.outside,
  }
}

/** What was once proven stays proven. */
function largest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b)
}

function smallest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

/** Alerts again after a crash in between rather than never. */
async function alertOutside({ db, clock, events, log }: Deps): Promise<void> {
  await eachAlone(await store.unalerted(db), async game => {
    log.warn({ venue: game.venueId, game: game.gameCode }, 'a game returns other than published')
    events.note({
      kind: 'return_outside',
      subject: `game:${game.venueId}_${game.gameCode}`,
      address: '',
    })
    await events.settled()
    await store.markAlerted(db, game, clock.now())
  })
}
