// Limits that protect a member from too much. A stricter limit counts at once; a looser one, or
// none, after a day to think it over. An exclusion lasts as long as it was set for.
import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { limitLabels } from '@tianping/contract/protection/facts'
import type { Db, Tx } from '@tianping/database'
import { beijing, beijingDay, beijingMonth, startOfDay } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { refuseClosing } from '../closing/closing.ts'
import {
  exclusionOf,
  limitKinds,
  limitRows,
  usedOf,
  writeLimit,
  type Exclusion,
  type Limit,
  type LimitKind,
} from './store/limit.sql.ts'

export { limitKinds, type LimitKind } from './store/limit.sql.ts'

/** A looser limit waits this long. */
export const COOLING_MS = 24 * 3_600_000

const nameOf = (kind: LimitKind) => `${limitLabels[kind]}限额`

const spansAt = (now: Date) => {
  const day = beijingDay(now)
  const month = `${beijingMonth(now)}-01`
  return { day, month, dayFrom: startOfDay(day), monthFrom: startOfDay(month) }
}

export type LimitStatus = {
  limits: (Limit & { usedFen: bigint })[]
  exclusion: Exclusion | undefined
}

/** Every limit with what has been used of it, and the exclusion, if one lasts. */
export async function limitsOf(db: Db, memberId: bigint, now: Date): Promise<LimitStatus> {
  const [set, used, exclusion] = await Promise.all([
    limitRows(db, memberId, now),
    usedOf(db, memberId, spansAt(now)),
    exclusionOf(db, memberId, now),
  ])
  const none = (kind: LimitKind): Limit => ({
    kind,
    limitFen: null,
    nextFen: null,
    nextFrom: null,
    setBy: '',
    setAt: now,
  })
  return {
    limits: limitKinds.map(kind => ({
      ...(set.find(each => each.kind === kind) ?? none(kind)),
      usedFen: used[kind],
    })),
    exclusion,
  }
}

/** Sets a limit (null for none) and answers from when it counts. */
export async function setLimit(
  tx: Tx,
  asked: { memberId: bigint; kind: LimitKind; limitFen: bigint | null; by: string; now: Date },
): Promise<Date> {
  const { memberId, kind, limitFen, by, now } = asked
  const before = (await limitRows(tx, memberId, now)).find(each => each.kind === kind)
  const current = before?.limitFen ?? null
  const stricter = limitFen !== null && (current === null || limitFen <= current)
  const same = limitFen === current
  const from = stricter || same ? now : new Date(now.getTime() + COOLING_MS)
  await writeLimit(tx, {
    memberId,
    kind,
    setBy: by,
    setAt: now,
    ...(from === now
      ? { limitFen, nextFen: null, nextFrom: null }
      : { limitFen: current, nextFen: limitFen, nextFrom: from }),
  })
  return from
}

/** What a member who has set nothing costs is one small look. */
async function refuseExcluded(db: Db, memberId: bigint, now: Date) {
  await refuseClosing(db, memberId)
  const exclusion = await exclusionOf(db, memberId, now)
  if (exclusion)
    throw new Refusal(say('protection.excluded', { until: beijing(exclusion.until) }), {
      rule: 'excluded',
      until: beijing(exclusion.until),
    })
}

/** The limits of one sort that are set. */
const limitsSet = (limits: Limit[], sort: 'deposit' | 'loss') =>
  limits.flatMap(({ kind, limitFen }) =>
    kind.startsWith(sort) && limitFen !== null ? [{ kind, limitFen }] : [],
  )

/**
 * Refuses a deposit that the member's own limit does not allow. Under the member's lock, so that
 * two at once count both.
 */
export async function refuseDeposit(
  tx: Db,
  memberId: bigint,
  amountFen: bigint,
  now: Date,
): Promise<void> {
  await refuseExcluded(tx, memberId, now)
  const set = limitsSet(await limitRows(tx, memberId, now), 'deposit')
  if (set.length === 0) return
  const used = await usedOf(tx, memberId, spansAt(now))
  for (const { kind, limitFen } of set) {
    const leftFen = limitFen > used[kind] ? limitFen - used[kind] : 0n
    if (amountFen > leftFen)
      throw new Refusal(
        say('protection.deposit_limit', {
          limit: nameOf(kind),
          amount: formatFen(limitFen),
          left: formatFen(leftFen),
        }),
        { rule: kind, limit: yuanOf(limitFen), left: yuanOf(leftFen) },
      )
  }
}

/**
 * Refuses to let a member play who has lost what the limit allows; answers how much more may be
 * lost, null without a limit.
 */
export async function refusePlay(db: Db, memberId: bigint, now: Date): Promise<bigint | null> {
  await refuseExcluded(db, memberId, now)
  const set = limitsSet(await limitRows(db, memberId, now), 'loss')
  if (set.length === 0) return null
  const used = await usedOf(db, memberId, spansAt(now))
  let least: bigint | null = null
  for (const { kind, limitFen } of set) {
    const leftFen = limitFen - used[kind]
    if (leftFen <= 0n)
      throw new Refusal(
        say('protection.loss_limit', { limit: nameOf(kind), amount: formatFen(limitFen) }),
        { rule: kind, limit: yuanOf(limitFen), left: 0 },
      )
    if (least === null || leftFen < least) least = leftFen
  }
  return least
}
