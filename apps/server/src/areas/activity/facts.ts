import { formatFen } from '@tianping/contract/money'
import type { Db } from '@tianping/database'
import type { Member } from '../account/account.ts'
import { creditedBetween, firstCredited } from '../cashier/cashier.ts'
import { beijing, beijingMidnight } from '../../kernel/clock.ts'
import { friendsWithDeposits, playOf } from './store/activity.sql.ts'
import { conditionText, type Condition } from './rule.ts'
import { spanOf } from './window.ts'

/** One condition as it was found: figures in fen, levels and counts as they are. */
export type Fact = {
  kind: Condition['kind']
  text: string
  met: boolean
  needed: number
  found: number
  /** What a member reads when it is not met: how much is missing. */
  missing: string
}
export type Facts = {
  facts: Fact[]
  /** What each kind measured, in fen. */
  measured: Partial<Record<Condition['kind'], bigint>>
  friends: bigint[]
}

/** Friends that one application may count. */
const MAX_FRIENDS = 50

/**
 * Measures every condition, also after one is not met, so that a refusal names all that is missing.
 */
export async function factsOf(
  db: Db,
  asked: { member: Member; activityId: number; conditions: Condition[]; now: Date },
): Promise<Facts> {
  const found: Facts = { facts: [], measured: {}, friends: [] }
  for (const condition of asked.conditions) await measure(db, asked, condition, found)
  return found
}

type Asked = { member: Member; activityId: number; now: Date }

async function measure(
  db: Db,
  { member, activityId, now }: Asked,
  c: Condition,
  into: Facts,
): Promise<void> {
  const { memberId } = member
  const text = conditionText(c)
  const money = (fen: bigint, of = fen) => {
    into.measured[c.kind] = of
    const short = 'fen' in c ? BigInt(c.fen) - fen : 0n
    into.facts.push({
      kind: c.kind,
      text,
      met: short <= 0n,
      needed: 'fen' in c ? c.fen : 0,
      found: Number(fen),
      missing: short > 0n ? `还差${formatFen(short)}元` : '',
    })
  }
  switch (c.kind) {
    case 'min_vip':
      into.facts.push({
        kind: c.kind,
        text,
        met: member.vip >= c.vip,
        needed: c.vip,
        found: member.vip,
        missing: member.vip >= c.vip ? '' : `当前VIP${member.vip}`,
      })
      return
    case 'min_deposit': {
      const { from, until } = spanOf(c.window, now)
      return money((await creditedBetween(db, memberId, from, until)).fen)
    }
    case 'first_deposit': {
      const first = await firstCredited(db, memberId)
      const until = beijingMidnight(member.createdAt, -c.withinDays)
      return money(first && first.at < until ? first.fen : 0n)
    }
    case 'min_turnover':
      return money(
        (await playOf(db, memberId, { ...spanOf(c.window, now), category: c.category })).validFen,
      )
    case 'min_loss': {
      const { lossFen } = await playOf(db, memberId, {
        ...spanOf(c.window, now),
        category: c.category,
      })
      return money(lossFen > 0n ? lossFen : 0n)
    }
    case 'birthday_month': {
      const month = Number(beijing(now).slice(5, 7))
      const own = member.birthday ? Number(member.birthday.slice(5, 7)) : 0
      into.facts.push({
        kind: c.kind,
        text,
        met: own === month,
        needed: month,
        found: own,
        missing: own === month ? '' : own === 0 ? '尚未填写生日' : `生日在${own}月`,
      })
      return
    }
    case 'friends': {
      const { from, until } = spanOf(c.window, now)
      const friends = await friendsWithDeposits(db, {
        memberId,
        activityId,
        from,
        until,
        minFen: c.fen,
        limit: MAX_FRIENDS,
      })
      const met = friends.length >= c.count
      into.friends = friends
      into.facts.push({
        kind: c.kind,
        text,
        met,
        needed: c.count,
        found: friends.length,
        missing: met ? '' : `还差${c.count - friends.length}位`,
      })
    }
  }
}
