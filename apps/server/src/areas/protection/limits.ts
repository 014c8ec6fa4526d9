// Limits of deposits, net losses, stakes and time. A member's own and the operator's stand side by
// side and the stricter counts. A stricter one of the member's own counts at once, the operator's
// when it was announced long enough; a looser one waits, and the member's own must be confirmed.
import { yuanOf } from '@tianping/money'
import {
  isTime,
  limitKinds,
  topicOf,
  type LimitKind,
  type LimitTopic,
} from '@tianping/contract/protection/facts'
import type { Db, Tx } from '@tianping/database'
import { protectionSetting, type ProtectionSetting } from './setting.ts'
import { spansAt } from './spans.ts'
import { writeAct } from './store/block.sql.ts'
import {
  limitRow,
  limitRowsOfPerson,
  spentOf,
  writeLimit,
  type Limit,
  type Size,
  type Source,
} from './store/limit.sql.ts'
import { countLaunch, playedIn } from './store/play.sql.ts'

export type { Limit, Size } from './store/limit.sql.ts'

const HOUR_MS = 3_600_000

/** As the wire has it: yuan, or minutes. */
export const sizeOf = (kind: LimitKind, amount: bigint): number =>
  isTime(kind) ? Number(amount) : yuanOf(amount)

/** The stricter of two; none is looser than any. */
export const stricter = (a: Size, b: Size): Size => {
  if (a === null) return b
  return b === null || a < b ? a : b
}
/** Whether a limit lets more through than another. */
export const isLooser = (next: Size, than: Size) => than !== null && (next === null || next > than)

export type LimitStatus = {
  kind: LimitKind
  own: Limit | undefined
  operator: Limit | undefined
  /** The strictest of both and of those of the person's other accounts. */
  amount: Size
  /** Whether another account of the person has a part in it. */
  shared: boolean
  /** Below zero for winnings. */
  used: bigint
}

type PersonLimit = Limit & { memberId: bigint }
type Standing = { memberId: bigint; found: PersonLimit[]; used: ReadonlyMap<LimitKind, bigint> }

const statusOf =
  ({ memberId, found, used }: Standing) =>
  (kind: LimitKind): LimitStatus => {
    const all = found.filter(each => each.kind === kind)
    const mine = all.filter(each => each.memberId === memberId)
    const of = (source: Source) => mine.find(each => each.source === source)
    const strictest = (limits: PersonLimit[]) =>
      limits.reduce<Size>((least, { amount }) => stricter(least, amount), null)
    const amount = strictest(all)
    return {
      kind,
      own: of('member'),
      operator: of('operator'),
      amount,
      shared: amount !== strictest(mine),
      used: used.get(kind) ?? 0n,
    }
  }

async function usedOf(db: Db, memberId: bigint, now: Date): Promise<Map<LimitKind, bigint>> {
  const spans = spansAt(now)
  const spent = await spentOf(db, memberId, spans)
  const played = await playedIn(db, memberId, spans)
  return new Map([...spent, ...played].map(({ kind, amount }) => [kind, amount]))
}

/** Every limit with what has been used of it, whether it is set or not. */
export async function limitsOf(db: Db, memberId: bigint, now: Date): Promise<LimitStatus[]> {
  const found = await limitRowsOfPerson(db, memberId, now)
  const used = await usedOf(db, memberId, now)
  return limitKinds.map(statusOf({ memberId, found, used }))
}

/** A limit that is offered by the site, or set already. */
export const isOffered = (
  { kind, own, operator }: Pick<LimitStatus, 'kind' | 'own' | 'operator'>,
  topics: ProtectionSetting['limitTopics'],
) => topics[topicOf(kind)] || own !== undefined || operator !== undefined

/**
 * The limits of some topics that are set for the person, by whichever of their accounts; a person
 * who has set none costs one small look.
 */
export async function limitsSet(
  db: Db,
  memberId: bigint,
  { topics, now }: { topics: readonly LimitTopic[]; now: Date },
): Promise<(LimitStatus & { amount: bigint })[]> {
  const found = (await limitRowsOfPerson(db, memberId, now)).filter(
    ({ kind, amount }) => amount !== null && topics.includes(topicOf(kind)),
  )
  if (found.length === 0) return []
  const used = await usedOf(db, memberId, now)
  return [...new Set(found.map(({ kind }) => kind))].map(kind => {
    const status = statusOf({ memberId, found, used })(kind)
    return { ...status, amount: status.amount ?? 0n }
  })
}

/** When an operator's limit of play that is announced begins to count; undefined for none. */
export async function tightensAt(db: Db, memberId: bigint, now: Date): Promise<Date | undefined> {
  const coming = (await limitRowsOfPerson(db, memberId, now)).flatMap(({ nextFrom, ...each }) =>
    each.source === 'operator' &&
    topicOf(each.kind) !== 'deposit' &&
    isLooser(each.amount, each.nextAmount) &&
    nextFrom !== null
      ? [nextFrom]
      : [],
  )
  return coming.toSorted((a, b) => a.getTime() - b.getTime())[0]
}

type Asked = { memberId: bigint; kind: LimitKind; amount: Size; now: Date }

/** What counts now, and what from a moment on; null for no such moment. */
const sizesFrom = (nextFrom: Date | null, { before, amount }: { before: Size; amount: Size }) =>
  nextFrom === null
    ? { amount, nextAmount: null, nextFrom }
    : { amount: before, nextAmount: amount, nextFrom }

/** A looser limit waits; what the operator changes is announced first. */
function waitHours(
  change: { looser: boolean; announced: boolean },
  { relaxHours, operatorHours }: { relaxHours: number; operatorHours: number },
): number {
  if (change.looser) return relaxHours
  return change.announced ? operatorHours : 0
}

/** As the log has it. */
export const written = (amount: Size) => (amount === null ? null : Number(amount))

/**
 * Sets a limit (null for none), under the member's lock; answers when it counts or, of the member's
 * own raise, can be confirmed. `by` is the operator; empty for the member.
 */
export async function setLimit(tx: Tx, { by, ...asked }: Asked & { by: string }): Promise<Date> {
  const { memberId, kind, amount, now } = asked
  const source = by === '' ? 'member' : 'operator'
  const { relaxHours, confirmDays, operatorHours } = await protectionSetting(tx)
  const before = (await limitRow(tx, { memberId, kind, source, now }))?.amount ?? null
  const looser = isLooser(amount, before)
  const announced = by !== '' && amount !== before
  const waits = waitHours({ looser, announced }, { relaxHours, operatorHours })
  const from = new Date(now.getTime() + waits * HOUR_MS)
  const until = new Date(from.getTime() + confirmDays * 24 * HOUR_MS)
  await writeLimit(tx, {
    memberId,
    kind,
    source,
    setBy: by,
    setAt: now,
    ...sizesFrom(waits > 0 ? from : null, { before, amount }),
    nextUntil: looser && source === 'member' ? until : null,
  })
  // A game that is being opened was given what the looser limit left.
  if (!looser && topicOf(kind) !== 'deposit') await countLaunch(tx, memberId)
  await writeAct(tx, {
    memberId,
    at: now,
    act: looser ? 'limit_raise' : 'limit',
    detail: { kind, before: written(before), amount: written(amount), from },
    by,
  })
  return from
}

/**
 * Lets the member's own raise count, or drops it; under the member's lock. Answers what it was,
 * undefined for none; of an early yes only that.
 */
export async function decideRaise(
  tx: Tx,
  { memberId, kind, agree, now }: Omit<Asked, 'amount'> & { agree: boolean },
): Promise<{ from: Date; amount: Size; early: boolean } | undefined> {
  const found = await limitRow(tx, { memberId, kind, source: 'member', now })
  if (!found?.nextFrom) return undefined
  const early = agree && found.nextFrom > now
  const amount = agree ? found.nextAmount : found.amount
  if (early) return { from: found.nextFrom, amount, early }
  const done = { nextAmount: null, nextFrom: null, nextUntil: null }
  await writeLimit(tx, { ...found, ...done, memberId, amount, setAt: now })
  await writeAct(tx, {
    memberId,
    at: now,
    act: agree ? 'limit_confirmed' : 'limit_raise_dropped',
    detail: { kind, before: written(found.amount), amount: written(amount) },
  })
  return { from: found.nextFrom, amount, early }
}
