// Callbacks that arrive together are taken together: one transaction, and one statement a step.
import { say } from '@tianping/contract/refusals'
import { transaction, type Db } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { batched, QueueFull } from '../../../kernel/jobs/batched.ts'
import { at } from '../../../kernel/present.ts'
import { isTestNo, type PaymentEvent } from '../../providers/providers.ts'
import { addCallbacks, lockFreeDeposits } from '../store/deposit.sql.ts'
import { applyPayments } from './apply.ts'
import type { Taken, Told } from './verdict.ts'

/** One transaction holds the orders and wallets of so many members at most. */
const MOST_AT_ONCE = 64
/** Beyond it a provider hears "busy" and tells again later; one that floods keeps no other out. */
export const MOST_OF_PROVIDER = 500

type Taking = Pick<Services, 'db' | 'log'>
type Paid = Told & { event: PaymentEvent }
const queues = new WeakMap<Db, (paid: Paid) => Promise<Taken | 'alone'>>()

/**
 * Takes a report of a payment with those that came at the same time. `alone` for what has to be
 * taken alone: another report, an order that somebody has or that is not the provider's, a second
 * payment of a member in the same set, or a set that failed.
 */
export async function takeInTurn(services: Taking, told: Told): Promise<Taken | 'alone'> {
  const { record, event } = told
  if (event?.outcome !== 'paid' || isTestNo(event.depositNo)) return 'alone'
  const queue = queues.get(services.db) ?? queueOf(services)
  queues.set(services.db, queue)
  try {
    return await queue({ record, event })
  } catch (error) {
    throw error instanceof QueueFull ? new Refusal(say('request.busy')) : error
  }
}

const queueOf = (services: Taking) =>
  batched({
    write: (batch: Paid[]) => takeTogether(services, batch),
    ownerOf: () => 0n,
    mostPerBatch: MOST_AT_ONCE,
    mostWaiting: MOST_OF_PROVIDER,
    shareOf: ({ record }) => record.provider,
  })

async function takeTogether(services: Taking, batch: Paid[]): Promise<(Taken | 'alone')[]> {
  try {
    const taken = await takeSet(services.db, batch)
    return batch.map(each => taken.get(each) ?? 'alone')
  } catch (error) {
    services.log.warn({ err: error, callbacks: batch.length }, 'payment callbacks are taken alone')
    return batch.map(() => 'alone')
  }
}

/** What a set could be taken of: free orders of the provider, one of each member. */
const takeSet = (db: Db, batch: Paid[]): Promise<Map<Paid, Taken>> =>
  transaction(db, async tx => {
    const free = await lockFreeDeposits(tx, [...new Set(batch.map(each => each.event.depositNo))])
    const orders = new Map(free.map(order => [order.depositNo, order]))
    const members = new Set<bigint>()
    const set = batch.flatMap(paid => {
      const order = orders.get(paid.event.depositNo)
      const { provider } = paid.record
      if (!order || order.provider !== provider || members.has(order.memberId)) return []
      members.add(order.memberId)
      return [{ paid, provider, order, event: paid.event }]
    })
    if (set.length === 0) return new Map()
    const now = at(set, 0).paid.record.receivedAt
    const verdicts = await applyPayments(tx, set, now)
    await addCallbacks(
      tx,
      set.map(({ paid }, n) => ({ ...paid.record, verdict: at(verdicts, n) })),
    )
    return new Map(
      set.map(({ paid, order }, n) => [
        paid,
        { verdict: at(verdicts, n), memberId: order.memberId },
      ]),
    )
  })
