import { yuanOf } from '@tianping/contract/money'
import { beijing, beijingDay } from '../clock.ts'
import { addDays, startOfDay } from '../day.ts'
import { PER_PAGE, pageOf } from '../http/answer.ts'
import type { ConsoleHandlers } from '../http/services.ts'
import { betRows, type BetListed } from './bets.sql.ts'
import { dayMoney, dayPlay } from './days.sql.ts'
import { entriesOf } from './entries.ts'

export const betRowOf = (b: BetListed) => ({
  bet_id: b.betId, member_id: Number(b.memberId), username: b.username, venue_id: b.venueId, venue: b.venue, game: b.game ?? b.gameCode, round_id: b.roundId,
  selection: JSON.stringify(b.selection), stake: yuanOf(b.stakeFen), valid: yuanOf(b.validFen), payout: yuanOf(b.payoutFen), net: yuanOf(b.netFen), status: b.status,
  placed_at: beijing(b.placedAt), settled_at: b.settledAt ? beijing(b.settledAt) : '',
})

export const figureHandlers = {
  'POST /api/console/figures': async ({ db, clock, body, venues }) => {
    const to = beijingDay(clock.now())
    const from = addDays(to, 1 - body.days)
    const [days, play, all] = await Promise.all([dayMoney(db, { from, to, since: startOfDay(from) }), dayPlay(db, from), venues.all()])
    return {
      data: {
        days: days.map(d => ({
          day: d.day, deposits: yuanOf(d.depositsFen), deposits_count: d.deposits, withdrawals: yuanOf(d.withdrawalsFen), withdrawals_count: d.withdrawals,
          new_members: d.joined, active_members: d.active,
        })),
        play: play.map(p => ({ day: p.day, venue_id: p.venueId, bets: Number(p.bets), stake: yuanOf(p.stakeFen), valid: yuanOf(p.validFen), payout: yuanOf(p.payoutFen) })),
        venues: all.map(({ venueId, name }) => ({ venue_id: venueId, name })),
      },
    }
  },
  'POST /api/console/bets/list': async ({ db, body }) => {
    const filter = { memberId: BigInt(body.member_id ?? 0), venueId: body.venue_id ?? 0, status: body.status ?? 9, day: body.day, q: body.q, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const { rows, total } = await betRows(db, filter)
    return { data: pageOf(rows.map(betRowOf), body.page, total) }
  },
  'POST /api/console/ledger/entries': async ({ body, ...services }) => ({ data: await entriesOf(services, BigInt(body.member_id), body.source_id) }),
} satisfies ConsoleHandlers
