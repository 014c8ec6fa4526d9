import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { endNow } from '../endPlay.ts'
import { recallBlockedMoney } from '../recall.ts'
import { leftOf, leftRows } from '../store/left.sql.ts'
import { transferInFlight } from '../store/transfer.sql.ts'
import { askByAge } from '../transfer.ts'

type Asked = { memberId: bigint; venueId: number; key: string; by: string }

/** Asks a venue at once for what it still has; answers whether nothing is left there. */
async function askForLeft(services: Services, asked: Asked): Promise<boolean> {
  const { db, clock } = services
  await endNow(services, asked)
  const found = await leftOf(db, { ...asked, now: clock.now() })
  if (!found) return true
  if (found.heldFen > 0n) {
    const underWay = await transferInFlight(db, asked.memberId, asked.venueId)
    if (underWay) await askByAge(services, underWay, asked.by)
    await recallBlockedMoney(services, asked)
  }
  return (await leftOf(db, { ...asked, now: clock.now() })) === undefined
}

export const leftHandlers = {
  'POST /api/console/leftovers/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [])
    const found = await leftRows(db, {
      ...narrowedOf(body),
      now: clock.now(),
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
