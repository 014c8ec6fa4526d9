import type { Given } from '@tianping/contract'
import { spanOf, topicOf } from '@tianping/contract/protection/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Handler } from '../../../kernel/http/services.ts'
import {
  askedReturn,
  blockNow,
  careOf,
  earlierOf,
  isOffered,
  limitsOf,
  mayEndEarlier,
  netSince,
  protectionSetting,
  resetsAt,
  returnFrom,
  sizeOf,
  spansAt,
  type Block,
  type Care,
  type LimitStatus,
  type ProtectionSetting,
  type Size,
} from '../../protection/protection.ts'
import { reviewDue } from './due.ts'

const shownSize = (kind: LimitStatus['kind'], size: Size) =>
  size === null ? null : sizeOf(kind, size)

function shownRaise({ kind, own }: Pick<LimitStatus, 'kind' | 'own'>, now: Date) {
  if (!own?.nextFrom || !own.nextUntil) return null
  return {
    amount: shownSize(kind, own.nextAmount),
    asked_at: beijing(own.setAt),
    from: beijing(own.nextFrom),
    until: beijing(own.nextUntil),
    ready: own.nextFrom <= now,
  }
}

function shownLimit({ kind, own, operator, amount, shared, used }: LimitStatus, now: Date) {
  const spent = used > 0n ? used : 0n
  const left = amount === null ? null : amount - spent
  return {
    kind,
    own: shownSize(kind, own?.amount ?? null),
    operator: shownSize(kind, operator?.amount ?? null),
    amount: shownSize(kind, amount),
    ...(shared && { shared }),
    used: sizeOf(kind, spent),
    left: shownSize(kind, left !== null && left < 0n ? 0n : left),
    resets_at: beijing(resetsAt(spanOf(kind), now)),
    announced: operator?.nextFrom
      ? { amount: shownSize(kind, operator.nextAmount), from: beijing(operator.nextFrom) }
      : null,
    raise: shownRaise({ kind, own }, now),
  }
}

/** A block as its member sees it. */
export async function shownBlock(
  db: Parameters<typeof returnFrom>[0],
  { memberId, block, now }: { memberId: bigint; block: Block; now: Date },
): Promise<Given<'POST /api/protection/timeout'>> {
  const from = await returnFrom(db, block)
  const earlier = await earlierOf(db, memberId)
  const ownExclusion = block.kind === 'exclusion' && block.returnAt === null
  return {
    kind: block.kind,
    since: beijing(block.setAt),
    until: block.until ? beijing(block.until) : '',
    may_return: from !== undefined && from <= now && block.returnAt === null,
    return_from: from ? beijing(from) : '',
    returns_at: block.returnAt ? beijing(block.returnAt) : '',
    return_by_staff: ownExclusion && (await askedReturn(db, memberId)) === false,
    may_end_earlier: !earlier && (await mayEndEarlier(db, block, now)),
    earlier_decided_by: earlier?.decideBy ? beijing(earlier.decideBy) : '',
  }
}

const netOf = ({ stakeFen, payoutFen }: { stakeFen: bigint; payoutFen: bigint }) => ({
  stake: yuanOf(stakeFen),
  payout: yuanOf(payoutFen),
  net: yuanOf(payoutFen - stakeFen),
})

/** Put off once, it is asked again before the next deposit; then it rests. */
const MOST_SKIPS = 2

/** Whether the question for a limit of deposits is open: before the first, and once more. */
function isAsked(care: Care, limits: LimitStatus[], setting: ProtectionSetting) {
  const { deposited, promptSkips, promptAnsweredAt } = care
  const limited = limits.some(({ kind, own }) => topicOf(kind) === 'deposit' && own?.amount != null)
  const due = promptSkips === 0 ? !deposited : promptSkips < MOST_SKIPS
  return setting.depositPrompt && due && !limited && !promptAnsweredAt
}

/** All that protects a member, as it counts now. */
export const show: Handler<'POST /api/protection/show'> = async ({ db, clock, member }) => {
  const now = clock.now()
  const { memberId } = member
  const setting = await protectionSetting(db)
  const limits = await limitsOf(db, memberId, now)
  const care = await careOf(db, memberId)
  const block = await blockNow(db, memberId, now)
  const { day, week, month } = spansAt(now)
  const played = limits.find(({ kind }) => kind === 'time_day')
  return {
    data: {
      limits: limits
        .filter(limit => isOffered(limit, setting.limitTopics))
        .map(limit => shownLimit(limit, now)),
      block: block ? await shownBlock(db, { memberId, block, now }) : null,
      reality: {
        minutes: care.realityMin ?? Math.min(...setting.realityOptions),
        options: setting.realityOptions,
      },
      today: netOf(await netSince(db, memberId, day.day)),
      week: netOf(await netSince(db, memberId, week.day)),
      month: netOf(await netSince(db, memberId, month.day)),
      played_today: Number(played?.used ?? 0n),
      review_due: reviewDue(care, setting.reviewMonths, now),
      prompt: isAsked(care, limits, setting),
      help_url: setting.helpUrl,
      blockers: setting.blockers,
    },
  }
}
