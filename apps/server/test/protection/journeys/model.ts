// What is expected of a member's protection, worked out by hand: it shares no line and no statement
// with the product. Beijing is eight hours ahead of UTC and never changes its clocks.
import type { LimitKind } from '@tianping/contract/protection/facts'
import { clock, DAY_MS, everybody, HOUR_MS, never, type Member } from './world.ts'

const AHEAD_MS = 8 * HOUR_MS
const RELAX_MS = 24 * HOUR_MS
const CONFIRM_MS = 7 * DAY_MS
const FOREVER_MONTHS = 60

/** When the day, the week from Monday and the month of an instant began in Beijing. */
export function spansOf(at: number): Record<string, number> {
  const days = Math.floor((at + AHEAD_MS) / DAY_MS)
  const day = new Date(days * DAY_MS)
  // The first of January 1970 was a Thursday.
  const monday = days - ((days + 3) % 7)
  const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1)
  return {
    day: days * DAY_MS - AHEAD_MS,
    week: monday * DAY_MS - AHEAD_MS,
    month: first - AHEAD_MS,
  }
}

function afterMonths(at: number, months: number): number {
  const local = new Date(at + AHEAD_MS)
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(local.getUTCDate(), last)
  const time = (at + AHEAD_MS) % DAY_MS
  return Date.UTC(year, month, day) + time - AHEAD_MS
}

type Pause = { until: number }
type Exclusion = { from: number; wait: number; returns: number | null }
type Raise = { amount: bigint | null; from: number; until: number }
type Limit = { amount: bigint | null; raise: Raise | null }
type Expected = {
  pauses: Pause[]
  exclusions: Exclusion[]
  /** Older accounts of the same person that were excluded. */
  follows: Set<bigint>
  numbers: Set<string>
  limits: Map<string, Limit>
  closedAt: number | null
}

const all = new Map<bigint, Expected>()
const of = (memberId: bigint): Expected => {
  const found = all.get(memberId)
  if (found) return found
  const limits = new Map<string, Limit>()
  const [follows, numbers] = [new Set<bigint>(), new Set<string>()]
  const fresh = { pauses: [], exclusions: [], follows, numbers, limits, closedAt: null }
  all.set(memberId, fresh)
  return fresh
}
const now = () => clock.now().getTime()

const isExcluded = (memberId: bigint) =>
  of(memberId).exclusions.some(({ returns }) => returns === null || returns > now())

/** Whether the member may neither play nor deposit nor be rewarded. */
export function isBlocked(memberId: bigint): boolean {
  const { pauses, follows } = of(memberId)
  return (
    pauses.some(({ until }) => until > now()) ||
    isExcluded(memberId) ||
    [...follows].some(isExcluded)
  )
}
/** Why the model holds a member for blocked, in times; for the message of a failure. */
export function reasonsOf(memberId: bigint): string {
  const { pauses, exclusions, follows } = of(memberId)
  const until = (at: number | null) => (at === null ? 'asked for' : new Date(at).toISOString())
  return [
    ...pauses.filter(each => each.until > now()).map(each => `break until ${until(each.until)}`),
    ...exclusions.map(({ from, returns }) => `excluded ${until(from)}, returns ${until(returns)}`),
    ...[...follows].filter(isExcluded).map(other => `follows ${other}`),
  ].join('; ')
}
export const isClosing = (memberId: bigint) => of(memberId).closedAt !== null

/** Whether what is left goes out whole, turnover or not. */
export const mayTakeAll = (memberId: bigint) =>
  isClosing(memberId) || isExcluded(memberId) || [...of(memberId).follows].some(isExcluded)

const alike = (a: Member, b: Member) =>
  (a.birthday !== '' && a.birthday === b.birthday) ||
  [...of(a.memberId).numbers].some(number => of(b.memberId).numbers.has(number))

let linked = false
/** Whether somebody was blocked along with another since this was last asked. */
export function wereLinked(): boolean {
  const found = linked
  linked = false
  return found
}
/** Whoever is excluded takes along the younger accounts that are clearly of the same person. */
function linkAll(): void {
  for (const first of everybody.filter(({ memberId }) => isExcluded(memberId)))
    for (const second of everybody)
      if (second.memberId > first.memberId && alike(first, second))
        follow(second.memberId, first.memberId)
}

function follow(memberId: bigint, first: bigint): void {
  linked ||= !of(memberId).follows.has(first)
  of(memberId).follows.add(first)
}

/** Whether nobody may open an account with this device or birthday. */
export const isKnownExcluded = (device: string, birthday: string) =>
  everybody.some(
    each =>
      isExcluded(each.memberId) &&
      (each.device === device || (birthday !== '' && each.birthday === birthday)),
  )

export const paused = (memberId: bigint, days: number) =>
  of(memberId).pauses.push({ until: now() + days * DAY_MS })

export function excluded(memberId: bigint, months: number | null): void {
  const from = afterMonths(now(), months ?? FOREVER_MONTHS)
  of(memberId).exclusions.push({ from, wait: months === null ? 7 * DAY_MS : DAY_MS, returns: null })
  linkAll()
}
/** The member was told that the wish to return counts, or is taken back. */
export function returning(memberId: bigint, agree: boolean): void {
  const open = of(memberId).exclusions.filter(({ returns }) => returns === null || returns > now())
  const over = open.filter(({ from }) => from <= now())
  if (over.length === 0) never(`${memberId} may ask to return before the term is over`)
  for (const each of over) each.returns = agree ? now() + each.wait : null
}
export function carded(of_: Member, number: string): void {
  of(of_.memberId).numbers.add(number)
  linkAll()
}
export function born(of_: Member, birthday: string): void {
  of_.birthday = birthday
  linkAll()
}
export const closing = (memberId: bigint) => {
  of(memberId).closedAt ??= now()
}

const looser = (a: bigint | null, than: bigint | null) => than !== null && (a === null || a > than)
type Source = 'member' | 'operator'
function limitAt(memberId: bigint, kind: string, source: Source): Limit {
  const { limits } = of(memberId)
  const key = `${kind} ${source}`
  const found = limits.get(key) ?? { amount: null, raise: null }
  limits.set(key, found)
  const { raise } = found
  if (raise && source === 'operator' && raise.from <= now())
    Object.assign(found, { amount: raise.amount, raise: null })
  if (raise && source === 'member' && raise.until <= now()) found.raise = null
  return found
}
/** A limit was asked for: a stricter one counts at once, a looser one waits. */
export function limited(memberId: bigint, kind: LimitKind, amount: bigint | null, source: Source) {
  const limit = limitAt(memberId, kind, source)
  const from = now() + RELAX_MS
  if (looser(amount, limit.amount)) limit.raise = { amount, from, until: from + CONFIRM_MS }
  else Object.assign(limit, { amount, raise: null })
}
export function confirmed(memberId: bigint, kind: LimitKind, agree: boolean): void {
  const limit = limitAt(memberId, kind, 'member')
  const { raise } = limit
  if (!raise) return agree ? never(`${memberId} confirmed no raise of ${kind}`) : undefined
  if (agree && raise.from > now()) never(`${memberId} confirmed a raise of ${kind} too early`)
  limit.raise = null
  if (agree) limit.amount = raise.amount
}
export const isRaising = (memberId: bigint, kind: string) =>
  limitAt(memberId, kind, 'member').raise !== null
/** What counts of the member's own limit and the operator's; null for no limit. */
export function limitOf(memberId: bigint, kind: string): bigint | null {
  const [own, staff] = [limitAt(memberId, kind, 'member'), limitAt(memberId, kind, 'operator')]
  if (own.amount === null) return staff.amount
  return staff.amount === null || own.amount < staff.amount ? own.amount : staff.amount
}
export const hasPlayLimit = (memberId: bigint) =>
  ['loss', 'stake', 'time'].some(topic =>
    ['day', 'week', 'month'].some(span => limitOf(memberId, `${topic}_${span}`) !== null),
  )
