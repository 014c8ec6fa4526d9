import { yuanOf } from '@tianping/money'
import { betStatus, everyBet } from '@tianping/contract/records/facts'
import type { Db } from '@tianping/database'
import { addDays, beijing, beijingDay, endOfDay, startOfDay } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { narrowedOf, statesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { betRows, type BetListed } from '../store/bets.sql.ts'
import { dayMoney, dayPlay, keepDays, keptDays, type DayMoney } from '../store/days.sql.ts'
import { entriesOf } from '../../journal/journal.ts'
import { at } from '../../../kernel/present.ts'

const betRowOf = (b: BetListed) => ({
  bet_id: b.betId,
  member_id: Number(b.memberId),
  username: b.username,
  venue_id: b.venueId,
  venue: b.venue,
  game: b.game ?? b.gameCode,
  round_id: b.roundId,
  selection: JSON.stringify(b.selection),
  stake: yuanOf(b.stakeFen),
  valid: yuanOf(b.validFen),
  payout: yuanOf(b.payoutFen),
  net: yuanOf(b.netFen),
  status: b.status,
  placed_at: beijing(b.placedAt),
  settled_at: b.settledAt ? beijing(b.settledAt) : '',
})

/** A bet may come late from the feed: a day is taken to be over after this many. */
const OPEN_DAYS = 3

const calculated = (db: Db, from: string, to: string) =>
  dayMoney(db, { from, to, since: startOfDay(from), until: endOfDay(to) })

/** The figures of each day; those of days that are over are calculated once and kept. */
async function figuresOfDays(db: Db, from: string, to: string): Promise<DayMoney[]> {
  const open = addDays(to, 1 - OPEN_DAYS)
  const [kept, live] = await Promise.all([
    keptDays(db, { from, until: open }),
    calculated(db, open < from ? from : open, to),
  ])
  const known = new Set(kept.map(each => each.day))
  const missing: string[] = []
  for (let day = from; day < open; day = addDays(day, 1)) if (!known.has(day)) missing.push(day)
  if (missing.length === 0) return [...kept, ...live]
  const fresh = (await calculated(db, at(missing, 0), at(missing, -1))).filter(
    each => !known.has(each.day),
  )
  await keepDays(db, fresh)
  return [...kept, ...fresh].toSorted((a, b) => (a.day < b.day ? -1 : 1)).concat(live)
}

export const figureHandlers = {
  'POST /api/console/figures': async ({ db, clock, body, venues }) => {
    const to = beijingDay(clock.now())
    const from = addDays(to, 1 - body.days)
    const [days, play, all] = await Promise.all([
      figuresOfDays(db, from, to),
      dayPlay(db, from),
      venues.all(),
    ])
    return {
      data: {
        days: days.map(d => ({
          day: d.day,
          deposits: yuanOf(d.depositsFen),
          deposits_count: d.deposits,
          withdrawals: yuanOf(d.withdrawalsFen),
          withdrawals_count: d.withdrawals,
          new_members: d.joined,
          active_members: d.active,
        })),
        play: play.map(p => ({
          day: p.day,
          venue_id: p.venueId,
          bets: Number(p.bets),
          stake: yuanOf(p.stakeFen),
          valid: yuanOf(p.validFen),
          payout: yuanOf(p.payoutFen),
        })),
        venues: all.map(({ venueId, name }) => ({ venue_id: venueId, name })),
      },
    }
  },
  'POST /api/console/bets/list': async ({ db, body }) => {
    const paging = pagingOf(body, ['stake', 'net'])
    const states = statesOf(
      { state: body.status, states: body.states },
      { resting: everyBet, every: everyBet, known: Object.values(betStatus) },
    )
    const found = await betRows(db, {
      ...narrowedOf(body),
      memberId: BigInt(body.member_id ?? 0),
      venueId: body.venue_id ?? 0,
      gameCode: body.game_code,
      states,
      q: body.q,
      paging,
    })
    return { data: keyedPage(paging, found, found.rows.map(betRowOf)) }
  },
  'POST /api/console/ledger/entries': async ({ body, ...services }) => ({
    data: await entriesOf(services, BigInt(body.member_id), body.source_id),
  }),
} satisfies ConsoleHandlers
