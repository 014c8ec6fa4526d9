import { yuanOf } from '@tianping/money'
import { recordType } from '@tianping/contract/records/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { statementRules } from '@tianping/contract/protection/rules'
import { beijing, endOfDay, startOfDay } from '@tianping/money/day'
import { depositRecords, withdrawalRecords } from '../cashier/cashier.ts'
import { rangeStart } from '../../kernel/day.ts'
import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import { refuseIf } from '../../kernel/http/refusal.ts'
import type { Handlers, Services } from '../../kernel/http/services.ts'
import { histories } from '../../kernel/reads/history.sql.ts'
import { betRecords, transferRecords } from '../venues/venues.ts'

/**
 * The venue a filter names; -1, which no venue has, for an unknown name, so that it finds nothing.
 */
async function venueFilter(services: Services, platname: string): Promise<number | null> {
  if (platname === '') return null
  return (await services.venues.named(platname))?.venueId ?? -1
}

/** The days of the member's own, when one is given; else the documented date filter. */
function spanOf({ date, from, to }: { date: number; from: string; to: string }, now: Date) {
  if (from === '' && to === '') return { since: rangeStart(now, date), until: null }
  refuseIf(statementRules({ from, to }, now))
  return { since: startOfDay(from), until: endOfDay(to) }
}

/** What a member reads beside a transfer, by its state. */
const TRANSFER_REMARKS: Record<number, string> = {
  [transferState.failed]: '转账未成功，资金未变动',
  [transferState.pending]: '等待场馆确认',
}

export const recordsHandlers = {
  'POST /api/betrecord': async ({ body, member, ...services }) => {
    const venueId = await venueFilter(services, body.api_type)
    const { rows, total } = await betRecords(services.db, {
      ...spanOf(body, services.clock.now()),
      memberId: member.memberId,
      history: histories.bets,
      venueId,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const venues = await services.venues.all()
    const data = rows.map(bet => {
      const venue = venues.find(each => each.venueId === bet.venueId)
      return {
        bet_id: bet.no,
        bet_amount: yuanOf(bet.stakeFen),
        win_loss: yuanOf(bet.payoutFen),
        Code: bet.gameCode,
        status: bet.status,
        created_at: beijing(bet.placedAt),
        platname: venue?.platname ?? '',
        venue_name: venue?.name ?? '',
        game_name: bet.gameName ?? bet.gameCode,
        valid_amount: yuanOf(bet.validFen),
      }
    })
    return { data: pageOf(data, body.page, total) }
  },
  'POST /api/gettransrecord': async ({ body, member, ...services }) => {
    const now = services.clock.now()
    const page = {
      ...spanOf(body, now),
      now,
      venueId: null,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    }
    if (body.type !== recordType.transferIn && body.type !== recordType.transferOut) {
      const { rows, total } = await (
        body.type === recordType.withdrawal ? withdrawalRecords : depositRecords
      )(services.db, member.memberId, page)
      return { data: pageOf(rows, body.page, total) }
    }
    const venues = await services.venues.all()
    const { rows, total } = await transferRecords(services.db, {
      ...page,
      memberId: member.memberId,
      history: body.type === recordType.transferIn ? histories.transfersIn : histories.transfersOut,
      venueId: await venueFilter(services, body.api_type),
    })
    const data = rows.map(transfer => ({
      out_trade_no: transfer.no,
      amount: yuanOf(transfer.amountFen),
      pay_way: venues.find(venue => venue.venueId === transfer.venueId)?.name ?? '',
      state: transfer.state,
      created_at: beijing(transfer.createdAt),
      remark: TRANSFER_REMARKS[transfer.state] ?? '',
    }))
    return { data: pageOf(data, body.page, total) }
  },
} satisfies Handlers
