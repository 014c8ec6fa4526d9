import { grantState, type GrantStanding } from '@tianping/contract/freeRounds/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { timesCap } from '../profiles/profiles.ts'
import { grantsOf, type GrantShown } from './store/grant.sql.ts'

function standingOf({ state, endsAt }: GrantShown, now: Date): GrantStanding {
  if (state === grantState.paid) return 'paid'
  if (state === grantState.forfeited || state === grantState.forfeiting) return 'forfeited'
  return state === grantState.settling || endsAt <= now ? 'settling' : 'open'
}

const rowOf = (g: GrantShown, capped: (times: number) => number, now: Date) => ({
  no: g.grantNo,
  platname: g.platname,
  venue: g.venue,
  games: g.names,
  stake: yuanOf(g.stakeFen),
  rounds: g.rounds,
  left: Math.max(0, g.rounds - g.playedRounds),
  won: yuanOf(g.wonSoFarFen),
  paid: yuanOf(g.paidFen),
  turnover_times: g.state === grantState.paid ? g.turnoverTimes : capped(g.turnoverTimes),
  standing: standingOf(g, now),
  created_at: beijing(g.proposedAt),
  ends_at: beijing(g.endsAt),
})

export const freeRoundsHandlers = {
  'POST /api/freeRounds': async ({ db, clock, body, member }) => {
    const page = { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE }
    const { rows, total } = await grantsOf(db, member.memberId, page)
    const capped = await timesCap(db)
    return {
      data: pageOf(
        rows.map(row => rowOf(row, capped, clock.now())),
        body.page,
        total,
      ),
    }
  },
} satisfies Handlers
