import type { ReturnState } from '@tianping/contract/venues/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { valueOf } from '../returns/draws.ts'
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

export const returnHandlers = {
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
