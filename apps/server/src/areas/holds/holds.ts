// The front of what keeps money from going out to a member: a wait after changes of the account,
// and what stands against the member until another person releases it.
import { say } from '@tianping/contract/refusals'
import { waitText } from '@tianping/contract/holds'
import type { Db, Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { verificationHold } from '../verification/verification.ts'
import { insertRelease, recentOf, releasesOf, standingOf, type Standing } from './store/hold.sql.ts'
import { waitAfter, type Wait } from './wait.ts'

export { adjustedBy } from './store/hold.sql.ts'
export type { Wait } from './wait.ts'

/** Until when a payout to the card waits if it is asked for now; undefined for not at all. */
export async function payoutWait(
  db: Db,
  { memberId, cardId, waitMs, now }: Asked & { cardId: bigint; waitMs: number },
): Promise<Wait | undefined> {
  if (waitMs === 0) return undefined
  const since = new Date(now.getTime() - waitMs)
  return waitAfter(await recentOf(db, memberId, cardId, since), waitMs)
}

type Asked = { memberId: bigint; now: Date }

/** What goes out: a payout keeps the wait of its order. */
export type Going = Asked & {
  /** As the audit log names it: `withdrawal:W26…`, `application:…`. */
  subject: string
  pays: 'payout' | 'bonus'
  wait?: Wait | null
  /** The verification that a payout waits for. */
  needsTier?: number
}
/** `key` says which one it is, so that a release covers no later one. */
export type Hold = { key: string; text: string; releasedBy: string }
/** A duty of law, or a debt: ended where it was decided, by no release of a payout or a bonus. */
const isFixed = ({ key }: Pick<Hold, 'key'>) => /^(compliance|protected|debt):/.test(key)

const flagHold = (flag: bigint) => ({ key: `flag:${flag}`, text: `风险标记 ${flag} 已确认` })

/**
 * What the member must not learn of: it keeps payouts, which wait for their review in any case. A
 * bonus that did not come at once would tell. The same words for all, since whoever reads orders
 * learns of no case and no list.
 */
function* compliance({
  quietFlags,
  matches,
  cases,
}: Pick<Standing, 'quietFlags' | 'matches' | 'cases'>) {
  for (const flag of quietFlags) yield flagHold(flag)
  for (const match of matches) yield { key: `compliance:m${match}`, text: '合规复核中' }
  for (const each of cases) yield { key: `compliance:c${each}`, text: '合规复核中' }
}

/** A bonus is kept back for as long as the member is protected, and for nobody's word. */
function* protection({ blocked, noOffers }: Pick<Standing, 'blocked' | 'noOffers'>) {
  if (blocked) yield { key: 'protected:block', text: '会员已暂停使用或自我排除' }
  if (noOffers) yield { key: 'protected:offers', text: '已停止向会员提供优惠' }
}

/** What a credited payment may still cost: gone from its chain, disputed, or charged back. */
function* takenBack({ reversed, disputes, owedFen }: Standing) {
  for (const payment of reversed)
    yield { key: `chain:${payment}`, text: '链上存款已被回滚，待核实' }
  for (const no of disputes) yield { key: `dispute:${no}`, text: `存款争议 ${no} 处理中` }
  if (owedFen > 0n) yield { key: 'debt:owed', text: `退单欠款 ¥${formatFen(owedFen)} 未结清` }
}

function* standing(found: Standing, { pays, wait, now }: Going) {
  const { locked, blocked, noOffers, flags, quietFlags, matches, cases, leavesGifts } = found
  if (wait && wait.until > now)
    yield { key: 'wait', text: `${waitText(wait.reasons)}，${beijing(wait.until)} 前不放款` }
  if (locked) yield { key: 'locked', text: '会员已被锁定' }
  if (pays === 'bonus') yield* protection({ blocked, noOffers })
  if (leavesGifts && pays === 'payout')
    yield { key: 'gifts', text: '销户、自我排除或被暂停，优惠流水未完成' }
  if (pays === 'payout') yield* compliance({ quietFlags, matches, cases })
  yield* takenBack(found)
  for (const flag of flags) yield flagHold(flag)
}

/** A payout waits for the verification that it asked for; a bonus does not. */
async function unverified(db: Db, { memberId, pays, needsTier = 0 }: Going) {
  const hold = pays === 'payout' ? await verificationHold(db, { memberId, needsTier }) : undefined
  return hold ? [hold] : []
}

/** Everything that stops it, released or not. */
export async function holdsOn(db: Db, going: Going): Promise<Hold[]> {
  const found = [
    ...standing(await standingOf(db, going.memberId, going.now), going),
    ...(await unverified(db, going)),
  ]
  if (found.length === 0) return []
  const releases = new Map((await releasesOf(db, going.subject)).map(each => [each.hold, each]))
  return found.map(hold => ({ ...hold, releasedBy: releases.get(hold.key)?.operator ?? '' }))
}

/** Refuses what is stopped, and who released it oneself. */
export async function refuseHeld(tx: Tx, going: Going, operator: string): Promise<void> {
  const holds = await holdsOn(tx, going)
  const open = holds.filter(({ releasedBy }) => releasedBy === '')
  if (open.length > 0)
    throw new Refusal(say('hold.stands', { holds: open.map(({ text }) => text).join('；') }), {
      rule: 'hold',
      holds: open.map(({ key, text }) => ({ key, text })),
    })
  if (holds.some(({ releasedBy }) => releasedBy === operator))
    throw new Refusal(say('hold.released_by_you'), { rule: 'two_persons' })
}

/** Releases what stops it now; answers what that was. Refuses where nothing does. */
export async function releaseHolds(
  tx: Tx,
  going: Going,
  by: { operator: string; remark: string },
): Promise<Hold[]> {
  const held = (await holdsOn(tx, going)).filter(({ releasedBy }) => releasedBy === '')
  const open = held.filter(hold => !isFixed(hold))
  if (open.length === 0) throw new Refusal(say(held.length === 0 ? 'hold.none' : 'hold.compliance'))
  for (const { key } of open)
    await insertRelease(tx, going.subject, { hold: key, ...by, at: going.now })
  return open
}
