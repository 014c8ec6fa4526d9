// A member's account over a span of days: every figure is a sum of the ledger or of settled bets.
import { MAX_DAY_BARS, type Credit } from '@tianping/contract/protection/facts'
import { transaction } from '@tianping/database'
import { addDays, addMonths, beijingDay, daysBetween } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import {
  holderOf,
  movements,
  playByDay,
  playByGame,
  type GamePlay,
  type Holder,
  type Movement,
  type Span,
} from './store/statement.sql.ts'

export type Play = { bets: number; stakeFen: bigint; payoutFen: bigint }
export type Paid = { depositsFen: bigint; withdrawalsFen: bigint }
export type Bar = Play & Paid & { of: string }

export type Statement = {
  span: Span
  holder: Holder
  play: Play
  paid: Paid
  credits: Record<Credit, bigint>
  by: 'day' | 'month'
  bars: Bar[]
  venues: (Play & { venue: string })[]
  games: (Play & { venue: string; game: string })[]
  moreGames: (Play & { games: number }) | null
  /** Since the registration. */
  lifetime: Paid
}

export const lifetimeText = (since: string) => `${since} 以来，全部存款减全部取款`

/** More games than these stand in one line. */
const MOST_GAMES = 200

/** Everything that is neither a deposit nor a withdrawal nor a game, by the ledger's name of it. */
const creditOf: Record<string, Credit> = {
  activity_bonus: 'bonuses',
  rebate: 'rebates',
  red_packet: 'red_packets',
  agent_commission: 'commissions',
  adjustment: 'adjustments',
  fee: 'adjustments',
  dispute: 'adjustments',
  debt: 'adjustments',
}

const nothing = (): Play & Paid => ({
  bets: 0,
  stakeFen: 0n,
  payoutFen: 0n,
  depositsFen: 0n,
  withdrawalsFen: 0n,
})

const sumOf = (all: readonly Play[]): Play => ({
  bets: all.reduce((sum, each) => sum + each.bets, 0),
  stakeFen: all.reduce((sum, each) => sum + each.stakeFen, 0n),
  payoutFen: all.reduce((sum, each) => sum + each.payoutFen, 0n),
})

const paidOf = (moved: readonly Movement[]): Paid => {
  const of = (code: string) =>
    moved.reduce((sum, each) => (each.code === code ? sum + each.fen : sum), 0n)
  return { depositsFen: of('deposit'), withdrawalsFen: -of('withdrawal') }
}

function creditsOf(moved: readonly Movement[]): Record<Credit, bigint> {
  const credits = { bonuses: 0n, rebates: 0n, red_packets: 0n, commissions: 0n, adjustments: 0n }
  for (const { code, fen } of moved) {
    const credit = creditOf[code]
    if (credit) credits[credit] += fen
  }
  return credits
}

type OfDay = { day: string; play?: Play; moved?: Movement }

/** One bar for each day or month, without gaps, from the first one that has anything to show. */
function barsOf(by: 'day' | 'month', first: string, last: string, all: readonly OfDay[]): Bar[] {
  const cut = (day: string) => (by === 'day' ? day : day.slice(0, 7))
  const bars = new Map<string, Bar>()
  const next = (of: string) => (by === 'day' ? addDays(of, 1) : addMonths(of, 1))
  for (let of = cut(first); of <= cut(last); of = next(of)) bars.set(of, { of, ...nothing() })
  for (const { day, play, moved } of all) {
    const bar = bars.get(cut(day))
    if (!bar) continue
    if (play) Object.assign(bar, sumOf([bar, play]))
    if (moved) {
      const { depositsFen, withdrawalsFen } = paidOf([moved])
      bar.depositsFen += depositsFen
      bar.withdrawalsFen += withdrawalsFen
    }
  }
  return [...bars.values()]
}

function gamesOf(all: readonly GamePlay[], venueOf: (venueId: number) => string) {
  const named = all.map(({ venueId, name, gameCode, ...play }) => ({
    venue: venueOf(venueId),
    game: name ?? gameCode,
    bets: play.bets,
    stakeFen: play.stakeFen,
    payoutFen: play.payoutFen,
  }))
  const more = named.slice(MOST_GAMES)
  return {
    games: named.slice(0, MOST_GAMES),
    moreGames: more.length === 0 ? null : { games: more.length, ...sumOf(more) },
  }
}

/** The statement of one member, all figures as of one moment. */
export async function statementOf(
  { db, venues }: Pick<Services, 'db' | 'venues'>,
  memberId: bigint,
  span: Span,
): Promise<Statement> {
  const all = await venues.all()
  const venueOf = (id: number) => all.find(each => each.venueId === id)?.name ?? String(id)
  const { holder, moved, days, games } = await transaction(
    db,
    async tx => ({
      holder: await holderOf(tx, memberId),
      moved: await movements(tx, memberId, span),
      days: await playByDay(tx, memberId, span),
      games: await playByGame(tx, memberId, span),
    }),
    { isolation: 'repeatable read', readOnly: true },
  )
  const within = moved.flatMap(each => (each.day === null ? [] : [{ ...each, day: each.day }]))
  const dated: OfDay[] = [
    ...days.map(play => ({ day: play.day, play })),
    ...within.map(each => ({ day: each.day, moved: each })),
  ]
  const joined = beijingDay(holder.joinedAt)
  const first = dated.reduce((least, { day }) => (day < least ? day : least), joined)
  const by = daysBetween(span.from, span.to) < MAX_DAY_BARS ? 'day' : 'month'
  const byVenue = Map.groupBy(days, each => each.venueId)
  return {
    span,
    holder,
    play: sumOf(days),
    paid: paidOf(within),
    credits: creditsOf(within),
    by,
    bars: barsOf(by, first > span.from ? first : span.from, span.to, dated),
    venues: [...byVenue]
      .map(([venueId, own]) => ({ venue: venueOf(venueId), ...sumOf(own) }))
      .toSorted((a, b) => Number(b.stakeFen - a.stakeFen)),
    ...gamesOf(games, venueOf),
    lifetime: paidOf(moved),
  }
}
