import { earlierRules, exclusionRules, timeoutRules } from '@tianping/contract/protection/rules'
import { DECIDE_DAYS } from '@tianping/contract/protection/facts'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Context, Handler } from '../../../kernel/http/services.ts'
import { provePassword } from '../../account/account.ts'
import {
  askProtection,
  askReturn,
  blockNow,
  confirmReturnAsked,
  exclusionEnd,
  exclusionOf,
  lockRow,
  returnFrom,
  timeoutEnd,
  type Block,
} from '../../protection/protection.ts'
import { present } from '../../../kernel/present.ts'
import { endPlayInPassing } from '../../venues/venues.ts'
import { blockMember } from '../blocking.ts'
import { stopPlay } from '../ending.ts'
import { shownBlock } from './show.ts'

type New = Pick<Block, 'kind' | 'term' | 'until'>

/** Sets it at once; games end and money comes back before the answer, as far as venues answer. */
async function block(
  context: Context<'POST /api/protection/timeout'> | Context<'POST /api/protection/exclude'>,
  asked: (now: Date) => New,
) {
  const { db, clock, caller, member } = context
  await provePassword(context, context.body.password)
  const now = clock.now()
  const { memberId } = member
  const { alike } = await transaction(db, tx =>
    blockMember(context, tx, { memberId, ...asked(now), reason: '', setBy: '', setAt: now }),
  )
  for (const other of alike) await endPlayInPassing(context, other)
  await stopPlay(context, memberId, caller.key)
  const counts = await blockNow(db, memberId, now)
  if (!counts) throw new Error(`member ${memberId} was not blocked`)
  return { message: '已生效', data: await shownBlock(db, { memberId, block: counts, now }) }
}

export const timeout: Handler<'POST /api/protection/timeout'> = context => {
  const { term, days } = context.body
  refuseIf(timeoutRules(context.body))
  return block(context, now => ({
    kind: 'timeout',
    term: term || `days:${days}`,
    until: timeoutEnd(term, Number(days), now),
  }))
}

export const exclude: Handler<'POST /api/protection/exclude'> = context => {
  const { term } = context.body
  refuseIf(exclusionRules(context.body))
  return block(context, now => ({ kind: 'exclusion', term, until: exclusionEnd(term, now) }))
}

/** Asks to return after the term of an exclusion, or takes that back. */
export const comeBack: Handler<'POST /api/protection/return'> = async context => {
  const { db, clock, body, member } = context
  const { memberId } = member
  await provePassword(context, body.password)
  const now = clock.now()
  const agree = body.agree === 1
  await transaction(db, async tx => {
    await lockRow(tx, memberId)
    const found = await exclusionOf(tx, memberId, now)
    if (!found) throw new Refusal(say('protection.nothing_to_return'))
    const from = await returnFrom(tx, found)
    if (from && from > now)
      throw new Refusal(say('protection.return_early', { until: beijing(from) }))
    if (agree && found.returnAt)
      throw new Refusal(say('protection.return_asked', { at: beijing(found.returnAt) }))
    if (agree) await confirmReturnAsked(tx, memberId, now)
    await askReturn(tx, { memberId, agree, now })
  })
  const counts = await blockNow(db, memberId, now)
  return {
    message: agree ? '已申请恢复' : '已撤销恢复申请',
    data: counts ? await shownBlock(db, { memberId, block: counts, now }) : null,
  }
}

/** Asks for an earlier end, with reasons; where the site allows it, two operators decide. */
export const askEarlier: Handler<'POST /api/protection/earlier'> = async context => {
  const { db, clock, body, member } = context
  const { memberId } = member
  refuseIf(earlierRules(body))
  await provePassword(context, body.password)
  const askedAt = clock.now()
  await transaction(db, tx =>
    askProtection(tx, {
      memberId,
      kind: 'earlier',
      channel: 'app',
      reason: body.reason,
      askedBy: '',
      askedAt,
    }),
  )
  const counts = present(await blockNow(db, memberId, askedAt), 'exclusion')
  return {
    message: `已提交，将在 ${DECIDE_DAYS} 天内答复`,
    data: await shownBlock(db, { memberId, block: counts, now: askedAt }),
  }
}
