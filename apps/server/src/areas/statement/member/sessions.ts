import { STATEMENT_MONTHS } from '@tianping/contract/protection/facts'
import { yuanOf } from '@tianping/money'
import { beijing, monthsLater } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { stretches } from '../store/statement.sql.ts'

export const listSessions: Handler<'POST /api/protection/sessions'> = async ({
  db,
  clock,
  member,
  body: { page },
}) => {
  const { rows, total } = await stretches(db, member.memberId, {
    since: monthsLater(clock.now(), -STATEMENT_MONTHS),
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  const data = rows.map(({ begin, end, minutes, bets, stakeFen, payoutFen, openFen }) => ({
    begin: beijing(begin),
    end: beijing(end),
    minutes,
    bets,
    stake: yuanOf(stakeFen),
    payout: yuanOf(payoutFen),
    net: yuanOf(payoutFen - stakeFen),
    open_stake: yuanOf(openFen),
  }))
  return { data: pageOf(data, page, total) }
}
