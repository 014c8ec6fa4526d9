import { formatFen } from '@tianping/money'
import type { Db } from '@tianping/database'
import { addDays, beijing, beijingDay, startOfDay } from '@tianping/money/day'
import type { Member } from '../account/account.ts'
import { creditedBetween, firstCredited } from '../cashier/cashier.ts'
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

/** Friends that one application counts, unless its condition asks for more. */
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
type Of<Kind extends Condition['kind']> = Extract<Condition, { kind: Kind }>
/** A condition about money, and what was found of it in fen. */
type Money = Of<'min_deposit' | 'first_deposit' | 'min_turnover' | 'min_loss'>

async function measure(db: Db, asked: Asked, c: Condition, into: Facts): Promise<void> {
  switch (c.kind) {
    case 'min_vip':
      into.facts.push(vipFact(c, asked.member.vip))
      return
    case 'birthday_month':
      into.facts.push(birthdayFact(c, asked))
      return
    case 'friends':
      into.friends = await friendsFor(db, asked, c)
      into.facts.push(friendsFact(c, into.friends.length))
      return
    default: {
      const fen = await moneyFor(db, asked, c)
      into.measured[c.kind] = fen
      into.facts.push(moneyFact(c, fen))
    }
  }
}

async function moneyFor(db: Db, { member, now }: Asked, c: Money): Promise<bigint> {
  const { memberId } = member
  switch (c.kind) {
    case 'min_deposit': {
      const { from, until } = spanOf(c.window, now)
      return (await creditedBetween(db, memberId, from, until)).fen
    }
    case 'first_deposit': {
      const first = await firstCredited(db, memberId)
      const until = startOfDay(addDays(beijingDay(member.createdAt), c.withinDays))
      return first?.kept && first.at < until ? first.fen : 0n
    }
    case 'min_turnover':
      return (await playFor(db, { member, now }, c)).validFen
    case 'min_loss': {
      const { lossFen } = await playFor(db, { member, now }, c)
      return lossFen > 0n ? lossFen : 0n
    }
  }
}

const playFor = (
  db: Db,
  { member, now }: Pick<Asked, 'member' | 'now'>,
  { window, category }: Of<'min_turnover' | 'min_loss'>,
) => playOf(db, member.memberId, { ...spanOf(window, now), category })

function moneyFact(c: Money, fen: bigint): Fact {
  const short = BigInt(c.fen) - fen
  return {
    kind: c.kind,
    text: conditionText(c),
    met: short <= 0n,
    needed: c.fen,
    found: Number(fen),
    missing: short > 0n ? `还差${formatFen(short)}元` : '',
  }
}

const vipFact = (c: Of<'min_vip'>, vip: number): Fact => ({
  kind: c.kind,
  text: conditionText(c),
  met: vip >= c.vip,
  needed: c.vip,
  found: vip,
  missing: vip >= c.vip ? '' : `当前VIP${vip}`,
})

function birthdayFact(c: Of<'birthday_month'>, { member, now }: Asked): Fact {
  const month = Number(beijing(now).slice(5, 7))
  const own = member.birthday ? Number(member.birthday.slice(5, 7)) : 0
  const wrong = own === 0 ? '尚未填写生日' : `生日在${own}月`
  return {
    kind: c.kind,
    text: conditionText(c),
    met: own === month,
    needed: month,
    found: own,
    missing: own === month ? '' : wrong,
  }
}

function friendsFor(db: Db, { member, activityId, now }: Asked, c: Of<'friends'>) {
  const { from, until } = spanOf(c.window, now)
  return friendsWithDeposits(db, {
    memberId: member.memberId,
    activityId,
    from,
    until,
    minFen: c.fen,
    limit: Math.max(MAX_FRIENDS, c.count),
  })
}

const friendsFact = (c: Of<'friends'>, found: number): Fact => ({
  kind: c.kind,
  text: conditionText(c),
  met: found >= c.count,
  needed: c.count,
  found,
  missing: found >= c.count ? '' : `还差${c.count - found}位`,
})
