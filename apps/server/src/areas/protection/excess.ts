// What a deposit put above a limit: a payment can arrive after the limit was used up or lowered.
// Where the site or a profile says so it is set apart: it can be withdrawn, and not played with.
import type { LimitKind } from '@tianping/contract/protection/facts'
import { limitLabels, spanOf } from '@tianping/contract/protection/facts'
import type { Db, Tx } from '@tianping/database'
import { limitsSet } from './limits.ts'
import { protectionSetting } from './setting.ts'
import { resetsAt } from './spans.ts'
import { excessOf, recordedOf, writeExcess } from './store/excess.sql.ts'

/** Money above a limit, which one, and until when it is set apart. */
export type Apart = { fen: bigint; limit: string; until: Date }

/** Nothing is set apart. */
export const noneApart = (now: Date): Apart => ({ fen: 0n, limit: '', until: now })

/** Whether the site, or a profile, sets money above a limit apart. */
export const setsApart = async (db: Db): Promise<boolean> =>
  (await protectionSetting(db)).excessApart
const apartBy = (kind: LimitKind, fen: bigint, now: Date): Apart => ({
  fen,
  limit: `${limitLabels[kind]}限额`,
  until: resetsAt(spanOf(kind), now),
})
const longer = (a: Apart, b: Apart) => (b.until > a.until ? b : a)
/** The greater of two sums; of equal ones the one that is set apart longer. */
function more(a: Apart, b: Apart): Apart {
  if (b.fen === a.fen) return longer(a, b)
  return b.fen > a.fen ? b : a
}
const least = (a: bigint, b: bigint) => (a < b ? a : b)

type Credited = { memberId: bigint; depositNo: string; creditedFen: bigint; now: Date }

/**
 * Records what a deposit that was credited just now put above each limit, and answers the most.
 * Under the member's lock; what earlier deposits put above is not counted again.
 */
export async function setApart(tx: Tx, { creditedFen, ...of }: Credited): Promise<Apart> {
  const { memberId, now } = of
  let most = noneApart(now)
  if (!(await setsApart(tx))) return most
  const before = await recordedOf(tx, memberId, now)
  for (const { kind, amount, used } of await limitsSet(tx, memberId, {
    topics: ['deposit'],
    now,
  })) {
    const recorded = before.find(each => each.kind === kind)?.recordedFen ?? 0n
    const excessFen = least(creditedFen, used - amount - recorded)
    if (excessFen <= 0n) continue
    const apart = apartBy(kind, excessFen, now)
    await writeExcess(tx, { ...of, kind, excessFen, limitFen: amount, at: now, until: apart.until })
    most = more(most, apart)
  }
  return most
}

/**
 * What of the central wallet is set apart now. It shrinks by what is withdrawn, by a looser limit
 * that has begun to count, and ends with the span.
 */
export async function apartOf(db: Db, memberId: bigint, now: Date): Promise<Apart> {
  let most = noneApart(now)
  if (!(await setsApart(db))) return most
  const open = await excessOf(db, memberId, now)
  if (open.length === 0) return most
  for (const { kind, amount, used } of await limitsSet(db, memberId, {
    topics: ['deposit'],
    now,
  })) {
    const left = open.find(each => each.kind === kind)?.leftFen ?? 0n
    const fen = least(left, used - amount)
    if (fen > 0n) most = more(most, apartBy(kind, fen, now))
  }
  return most
}
