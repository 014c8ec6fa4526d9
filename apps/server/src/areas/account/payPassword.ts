import { say } from '@tianping/contract/refusals'
import { row, sql, theRow, type Db } from '@tianping/database'
import type { Clock } from '../../kernel/clock.ts'
import { explained, figures } from '../../kernel/http/explain.ts'
import { passwordMatches } from '../../kernel/passwords.ts'

/**
 * Wrong in a row before the payment password is locked, and for how long
 * (docs/decisions/0025-passwords-resist-guessing.md).
 */
export const PAY_FAILURES = 5
export const PAY_LOCK_MS = 30 * 60_000

const lockedFor = (until: Date, now: Date) => {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000))
  return explained(
    say('pay_password.locked', { failures: PAY_FAILURES, minutes }),
    {
      rule: 'pay_password_locked',
      version: 0,
      inputs: [
        figures.count('failures', '连续输错次数', PAY_FAILURES),
        figures.time('until', '锁定至', until),
      ],
    },
    { retry_after_s: minutes * 60 },
  )
}

type Asking = { db: Db; clock: Clock }

/**
 * Refuses unless `password` is the member's payment password, and one of their own: a one-time
 * password set by staff does nothing but be changed.
 */
export async function checkPayPassword(
  asking: Asking,
  memberId: bigint,
  password: string,
): Promise<void> {
  const { once } = await provePayPassword(asking, memberId, password)
  if (once)
    throw explained(say('pay_password.must_change'), { rule: 'pay_password_once', version: 0 })
}

/**
 * Refuses unless `password` is the member's payment password. Every wrong one counts at once, also
 * among many tried together: what decides is the order in which they are counted, and a right one
 * that comes after the fifth wrong one is refused like the rest. Counts in a transaction of its
 * own, so that a caller's rollback does not give a try back.
 */
export async function provePayPassword(
  { db, clock }: Asking,
  memberId: bigint,
  password: string,
): Promise<{ once: boolean }> {
  const now = clock.now()
  const before = await payState(db, memberId)
  if (before.lockedUntil && before.lockedUntil > now) throw lockedFor(before.lockedUntil, now)
  const matches = await passwordMatches(before.hash, password)
  const after = matches ? await countRight(db, memberId, now) : await countWrong(db, memberId, now)
  if (matches && after) return { once: before.once }
  if (after && !after.lockedUntil) throw wrong(after.failures)
  // Locked by this try, or by another one meanwhile.
  const until = after?.lockedUntil ?? (await payState(db, memberId)).lockedUntil ?? now
  throw lockedFor(until, now)
}

const wrong = (failures: number) => {
  const left = PAY_FAILURES - failures
  return explained(
    say('pay_password.wrong', { left }),
    {
      rule: 'pay_password',
      version: 0,
      inputs: [
        figures.count('failures', '连续输错次数', failures),
        figures.count('max', '锁定前次数', PAY_FAILURES),
      ],
    },
    { left },
  )
}

type Counted = { failures: number; lockedUntil: Date | null }

const payState = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<{ hash: string; once: boolean; lockedUntil: Date | null }>`
    select pay_password_hash as hash, pay_password_once as once, pay_locked_until as locked_until from member where member_id = ${memberId}`,
  )

/** Whether the payment password is a one-time one, which pays nothing before it is changed. */
export const hasOncePayPassword = async (db: Db, memberId: bigint): Promise<boolean> =>
  (await payState(db, memberId)).once

const unlocked = (now: Date) => sql`(pay_locked_until is null or pay_locked_until <= ${now})`
const counted = sql`returning pay_failures as failures, pay_locked_until as locked_until`

const countRight = (db: Db, memberId: bigint, now: Date) =>
  row(
    db,
    sql<Counted>`
    update member set pay_failures = 0, pay_locked_until = null where member_id = ${memberId} and ${unlocked(now)} ${counted}`,
  )

/** The fifth in a row locks and starts the count anew; nothing is counted while locked. */
const countWrong = (db: Db, memberId: bigint, now: Date) =>
  row(
    db,
    sql<Counted>`
    update member set
      pay_failures = case when pay_failures + 1 >= ${PAY_FAILURES} then 0 else pay_failures + 1 end,
      pay_locked_until = case when pay_failures + 1 >= ${PAY_FAILURES} then ${new Date(now.getTime() + PAY_LOCK_MS)}::timestamptz end
    where member_id = ${memberId} and ${unlocked(now)} ${counted}`,
  )
