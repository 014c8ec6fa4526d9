import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { allPools, winRows, type Pool } from '../store/pool.sql.ts'

/** What the pool adds to the return of its games on average, in percent of the stakes. */
const returnsOf = ({ share, seedFen, boundFen }: Pool) =>
  boundFen > seedFen
    ? Math.round(share * (Number(boundFen + seedFen) / Number(boundFen - seedFen))) / 100
    : 0

export const jackpotConsoleHandlers = {
  'POST /api/console/jackpots/list': async ({ db }) => ({
    data: (await allPools(db)).map(each => ({
      jackpot_no: each.jackpotNo,
      ref: each.ref,
      name: each.name,
      venue: each.venue,
      games: each.games.join(','),
      open: each.isOpen,
      share_percent: each.share / 100,
      seed: yuanOf(each.seedFen),
      bound: yuanOf(each.boundFen),
      adds_percent: returnsOf(each),
      cycle: each.cycle,
      pool: yuanOf(each.poolFen),
      seeded: yuanOf(each.seededFen),
      contributed: yuanOf(each.contributedFen),
      paid: yuanOf(each.paidFen),
      booked: yuanOf(each.bookedFen),
      told_at: each.cycle === 0 ? '' : beijing(each.toldAt),
      said: each.said,
    })),
  }),
  'POST /api/console/jackpots/wins': async ({ db, body }) => {
    const paging = pagingOf(body, [])
    const { span } = narrowedOf(body)
    const found = await winRows(db, { span, paging })
    const shown = found.rows.map(each => ({
      member_id: Number(each.memberId),
      username: each.username,
      bet_id: each.betId,
      venue: each.venue,
      name: each.name,
      cycle: each.cycle,
      won: yuanOf(each.wonFen),
      at: beijing(each.at),
    }))
    return { data: keyedPage(paging, found, shown) }
  },
} satisfies ConsoleHandlers
