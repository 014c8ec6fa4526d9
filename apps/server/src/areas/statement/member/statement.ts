import type { Given } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import { beijingDay } from '@tianping/money/day'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, limits } from '../../../kernel/http/throttle.ts'
import { spanOf } from '../span.ts'
import { lifetimeText, statementOf, type Paid, type Play, type Statement } from '../statement.ts'

const playOf = ({ bets, stakeFen, payoutFen }: Play) => ({
  bets,
  stake: yuanOf(stakeFen),
  payout: yuanOf(payoutFen),
  net: yuanOf(payoutFen - stakeFen),
})
const paidOf = ({ depositsFen, withdrawalsFen }: Paid) => ({
  deposits: yuanOf(depositsFen),
  withdrawals: yuanOf(withdrawalsFen),
  net_deposit: yuanOf(depositsFen - withdrawalsFen),
})

function wired(s: Statement): Given<'POST /api/protection/statement'> {
  const since = beijingDay(s.holder.joinedAt)
  return {
    from: s.span.from,
    to: s.span.to,
    ...playOf(s.play),
    ...paidOf(s.paid),
    bonuses: yuanOf(s.credits.bonuses),
    rebates: yuanOf(s.credits.rebates),
    red_packets: yuanOf(s.credits.red_packets),
    commissions: yuanOf(s.credits.commissions),
    adjustments: yuanOf(s.credits.adjustments),
    by: s.by,
    bars: s.bars.map(bar => ({ of: bar.of, ...playOf(bar), ...paidOf(bar) })),
    venues: s.venues.map(each => ({ venue: each.venue, ...playOf(each) })),
    games: s.games.map(each => ({ venue: each.venue, game: each.game, ...playOf(each) })),
    more_games: s.moreGames && { games: s.moreGames.games, ...playOf(s.moreGames) },
    lifetime: { since, ...paidOf(s.lifetime), explanation: lifetimeText(since) },
  }
}

export const showStatement: Handler<'POST /api/protection/statement'> = async services => {
  const { reads, clock, member, body } = services
  const now = clock.now()
  const span = spanOf(body, now)
  await attempt(reads.primary, `statement:${member.memberId}`, limits.statementByMember, now)
  return { data: wired(await statementOf(services, member.memberId, span)) }
}
