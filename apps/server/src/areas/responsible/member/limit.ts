import { topicOf, type LimitKind } from '@tianping/contract/protection/facts'
import { limitOf, limitRules } from '@tianping/contract/protection/rules'
import { say } from '@tianping/contract/refusals'
import { transaction, type Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import {
  decideRaise,
  isOffered,
  limitsOf,
  lockRow,
  otherAccounts,
  protectionSetting,
  setLimit,
  sizeOf,
} from '../../protection/protection.ts'
import { endPlayInPassing } from '../../venues/venues.ts'

const byMember: Limit = { attempts: 60, windowMs: 3_600_000 }

/** Sets a limit of the member's own. A game that is open goes by the old one, so it ends. */
export const setOwnLimit: Handler<'POST /api/protection/limit'> = async ({
  body: { kind, amount },
  member: { memberId },
  ...services
}) => {
  refuseIf(limitRules({ kind, amount }))
  const { db, clock } = services
  const now = clock.now()
  await attempt(db, `limit:${memberId}`, byMember, now)
  const from = await transaction(db, async tx => {
    await lockRow(tx, memberId)
    await refuseUnoffered(tx, { memberId, kind, now })
    return setLimit(tx, { memberId, kind, amount: limitOf(kind, amount) ?? null, by: '', now })
  })
  const waits = from > now
  if (!waits && topicOf(kind) !== 'deposit')
    for (const account of [memberId, ...(await otherAccounts(db, memberId))])
      await endPlayInPassing(services, account)
  return {
    message: waits ? `已申请，${beijing(from)} 起可确认` : '已生效',
    data: { waits, from: beijing(from) },
  }
}

/** A kind of limit that the site does not offer; one that is set can be changed all the same. */
async function refuseUnoffered(tx: Tx, asked: { memberId: bigint; kind: LimitKind; now: Date }) {
  const { limitTopics } = await protectionSetting(tx)
  if (limitTopics[topicOf(asked.kind)]) return
  const found = (await limitsOf(tx, asked.memberId, asked.now)).find(
    ({ kind }) => kind === asked.kind,
  )
  if (!found || !isOffered(found, limitTopics)) throw new Refusal(say('protection.limit_unoffered'))
}

/** Lets a raise count whose time has come, or drops it. */
export const confirmRaise: Handler<'POST /api/protection/limit/confirm'> = async ({
  db,
  clock,
  body: { kind, agree },
  member: { memberId },
}) => {
  const decided = await transaction(db, async tx => {
    await lockRow(tx, memberId)
    return decideRaise(tx, { memberId, kind, agree: agree === 1, now: clock.now() })
  })
  if (!decided) throw new Refusal(say('protection.no_raise'))
  if (decided.early)
    throw new Refusal(say('protection.raise_early', { from: beijing(decided.from) }))
  const { amount } = decided
  return {
    message: agree === 1 ? '新限额已生效' : '已撤销，限额不变',
    data: { amount: amount === null ? null : sizeOf(kind, amount) },
  }
}
