import type { ReturnState } from '@tianping/contract/venues/facts'
import { yuanOf } from '@tianping/money'
import { addDays, beijing, beijingDay, endOfDay, startOfDay } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandler, ConsoleHandlers } from '../../../kernel/http/services.ts'
import { valueOf } from '../returns/draws.ts'
import { gameDays, liabilityNow, type GameDayRow } from '../store/gameDay.sql.ts'
import { returnRows, type ReturnRow } from '../store/return.sql.ts'

const SHOWN_OF_HASH = 12
const percentOf = (part: number | null): string =>
  part === null || !Number.isFinite(part) ? '' : (part * 100).toFixed(2)

/** The mean that was published, weighted by what was played; before any play that of the game. */
function publishedOf({ draws, meanSum, rtpExact }: ReturnRow): number | null {
  if (draws > 0n) return meanSum / Number(draws)
  return rtpExact === null ? null : valueOf(rtpExact)
}

function stateOf({ published, outside }: ReturnRow): ReturnState {
  return published ? (outside ?? 'within') : 'unpublished'
}

function rowOf(row: ReturnRow) {
  const published = publishedOf(row)
  const shifted = (by: number | null) => (by === null || published === null ? null : published + by)
  return {
    venue: row.venue,
    game: row.gameName ?? row.gameCode,
    math_version: row.mathVersion.slice(0, SHOWN_OF_HASH),
    return_state: stateOf(row),
    bets: Number(row.bets),
    stake: yuanOf(row.stakeFen),
    payout: yuanOf(row.payoutFen),
    actual_return: percentOf(Number(row.payoutFen) / Number(row.stakeFen)),
    draws: Number(row.draws),
    mean_return: percentOf(row.returnedSum / Number(row.draws)),
    published_return: percentOf(published),
    low: percentOf(shifted(row.low)),
    high: percentOf(shifted(row.high)),
    corrected: Number(row.corrected),
    outside_at: row.outsideAt ? beijing(row.outsideAt) : '',
    counted_at: row.lastAt ? beijing(row.lastAt) : '',
  }
}

const sumOf = (rows: readonly GameDayRow[], field: 'stakeFen' | 'validFen' | 'payoutFen') =>
  rows.reduce((sum, row) => sum + row[field], 0n)

function gameDayOf(row: GameDayRow) {
  return {
    venue_id: row.venueId,
    venue: row.venue,
    game: row.gameName ?? row.gameCode,
    bets: row.bets,
    members: row.members,
    stake: yuanOf(row.stakeFen),
    valid: yuanOf(row.validFen),
    payout: yuanOf(row.payoutFen),
    house_net: yuanOf(row.stakeFen - row.payoutFen),
    actual_return: percentOf(Number(row.payoutFen) / Number(row.stakeFen)),
    published_return: row.rtpExact === null ? '' : percentOf(valueOf(row.rtpExact)),
  }
}

/** One day of every game with its total, and what the house owes now. */
const ofDay: ConsoleHandler<'POST /api/console/returns/day'> = async ({ db, clock, body }) => {
  const now = clock.now()
  const day = body.day || addDays(beijingDay(now), -1)
  const games = await gameDays(db, {
    from: startOfDay(day),
    until: endOfDay(day),
    venueId: body.venue_id ?? 0,
  })
  const owed = await liabilityNow(db)
  const [stake, valid, payout] = (['stakeFen', 'validFen', 'payoutFen'] as const).map(field =>
    sumOf(games, field),
  ) as [bigint, bigint, bigint]
  return {
    data: {
      day,
      games: games.map(gameDayOf),
      total: {
        bets: games.reduce((sum, game) => sum + game.bets, 0),
        stake: yuanOf(stake),
        valid: yuanOf(valid),
        payout: yuanOf(payout),
        house_net: yuanOf(stake - payout),
      },
      liability: {
        at: beijing(now),
        cash: yuanOf(owed.cashFen),
        in_venues: yuanOf(owed.venuesFen),
        open_bets: owed.openBets,
        open_stake: yuanOf(owed.openFen),
      },
    },
  }
}

export const returnHandlers = {
  'POST /api/console/returns/day': ofDay,
  'POST /api/console/returns/list': async ({ db, body }) => {
    const found = await returnRows(db, {
      venueId: body.venue_id ?? 0,
      outside: body.outside === 1,
      order: body.order,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    return { data: pageOf(found.rows.map(rowOf), body.page, found.total) }
  },
} satisfies ConsoleHandlers
