import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { askForLeft, leftAsOf } from '../left.ts'
import { leftOf, leftRows } from '../store/left.sql.ts'

export const leftHandlers = {
  'POST /api/console/leftovers/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [])
    const found = await leftRows(db, {
      ...narrowedOf(body),
      ...leftAsOf(clock.now()),
      venueId: body.venue_id ?? 0,
      q: body.q,
      paging,
    })
    return keyedAnswer(paging, found, each => ({
      member_id: Number(each.memberId),
      username: each.username,
      venue_id: each.venueId,
      venue: each.venue,
      since: beijing(each.since),
      checks: each.attempts,
      next_check_at: each.dueAt ? beijing(each.dueAt) : '',
      held: yuanOf(each.heldFen),
    }))
  },
  'POST /api/console/leftovers/ask': async ({ body, operator, caller, ...services }) => {
    const { db, clock } = services
    const of = { memberId: BigInt(body.member_id), venueId: body.venue_id }
    refuseOwnMember(operator, [of.memberId])
    need(body.remark, 'desk.reason_missing', 'remark')
    const [found, venue] = await Promise.all([
      leftOf(db, { ...of, now: clock.now() }),
      services.venues.byId(of.venueId),
    ])
    if (!found || !venue) throw new Refusal(say('venue.nothing_left'))
    const key = `left:${operator.operatorId}:${caller.key}`
    const gone = await askForLeft(services, { ...of, key, by: operator.name })
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      {
        action: 'leftover.ask',
        subject: `member:${of.memberId}`,
        before: { venue: venue.platname, checks: found.attempts, held_fen: found.heldFen },
        after: { gone },
        note: body.remark,
      },
    )
    const message = gone ? '场馆已结束游戏并交还资金' : '场馆仍未结束或交还，请联系场馆处理'
    return { message, data: { gone } }
  },
} satisfies ConsoleHandlers
