// One person, one limit: accounts that part, or of which one is closed, go on under what stood in
// any of them, and each loosens it by the usual way.
import type { Tx } from '@tianping/database'
import { isLooser, stricter, written } from './limits.ts'
import { writeAct } from './store/block.sql.ts'
import { limitRowsOfPerson, lockOpenAccounts, writeLimit, type Limit } from './store/limit.sql.ts'
import { otherAccounts } from './store/play.sql.ts'

type PersonLimit = Limit & { memberId: bigint }

/** The strictest of each kind and source, whoever's it is. */
function strictestOf(limits: PersonLimit[]): PersonLimit[] {
  const found = new Map<string, PersonLimit>()
  for (const each of limits) {
    const key = `${each.kind} ${each.source}`
    const before = found.get(key)
    if (!before || isLooser(before.amount, each.amount)) found.set(key, each)
  }
  return [...found.values()]
}

type Inheriting = { memberId: bigint; mine: Limit | undefined; given: Limit; now: Date }

/** Writes a limit into an account where what stands or waits there is looser. */
async function inherit(tx: Tx, { memberId, mine, given, now }: Inheriting) {
  const before = mine?.amount ?? null
  const waits = !!mine?.nextFrom && isLooser(mine.nextAmount, given.amount)
  if (!isLooser(before, given.amount) && !waits) return
  const { kind, source, setBy } = given
  const amount = stricter(before, given.amount)
  const waiting = mine && !waits ? mine : { nextAmount: null, nextFrom: null, nextUntil: null }
  const { nextAmount, nextFrom, nextUntil } = waiting
  const next = { nextAmount, nextFrom, nextUntil }
  await writeLimit(tx, { ...next, memberId, kind, source, amount, setBy, setAt: now })
  const detail = { kind, before: written(before), amount: written(amount), from: now }
  await writeAct(tx, { memberId, at: now, act: 'limit', detail, by: setBy })
}

/**
 * Makes a change after which accounts may no longer be seen to be one person's, or one of them is
 * closed. It takes the locks of all of them first, in the order of their numbers.
 */
export async function keepLimits<T>(
  tx: Tx,
  { memberId, now }: { memberId: bigint; now: Date },
  change: () => Promise<T>,
): Promise<T> {
  const accounts = [memberId, ...(await otherAccounts(tx, memberId))]
  const before = await lockOpenAccounts(tx, accounts)
  const limits = await limitRowsOfPerson(tx, memberId, now)
  const done = await change()
  const together = new Set([memberId, ...(await otherAccounts(tx, memberId))])
  const open = await lockOpenAccounts(tx, before)
  if (open.length === before.length && before.every(each => together.has(each))) return done
  for (const account of open) {
    const own = limits.filter(each => each.memberId === account)
    for (const given of strictestOf(limits.filter(each => each.memberId !== account))) {
      const mine = own.find(({ kind, source }) => kind === given.kind && source === given.source)
      await inherit(tx, { memberId: account, mine, given, now })
    }
  }
  return done
}
