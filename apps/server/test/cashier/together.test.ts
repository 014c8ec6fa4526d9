import { row, rows, run, sql, transaction } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { lockDeposit } from '../../src/areas/cashier/cashier.ts'
import { MOST_OF_PROVIDER } from '../../src/areas/cashier/payments/queue.ts'
import { lockFreeDeposits } from '../../src/areas/cashier/store/deposit.sql.ts'
import { post } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { formStub, listening, openProvider } from './providerSupport.ts'
import { balanceOf, callBack, openCashier, order, payment } from './support.ts'

// Callbacks that come at the same time are taken in sets
// (docs/decisions/0171-callbacks-that-come-together-are-taken-together.md).
const { site, owner } = await openCashier()
const origin = await listening(site)
afterAll(() => assertBooksHold(owner))

type Member = Awaited<ReturnType<typeof site.member>>
const members = (count: number): Promise<Member[]> =>
  Promise.all(Array.from({ length: count }, () => site.member()))
const ordersOf = (all: Member[], amount: number) =>
  Promise.all(all.map(({ token }) => order(site, token, amount)))
const verdictsOf = async (depositNo: string) =>
  (
    await rows(
      owner,
      sql<{ verdict: string }>`
      select verdict from provider_callback where deposit_no = ${depositNo} order by verdict`,
    )
  ).map(each => each.verdict)

test('thirty at once are each judged by itself: twice, another amount, two orders of a member', async () => {
  const all = await members(10)
  const first = await ordersOf(all, 100)
  const second = await ordersOf(all, 200)
  const told = await Promise.all([
    ...first
      .map(no => payment(site, no))
      .flatMap(paid => [callBack(site, paid), callBack(site, paid)]),
    ...second.map((no, n) =>
      callBack(site, payment(site, no, { amount_fen: n === 0 ? '19900' : '20000' })),
    ),
  ])
  expect(new Set(told.map(each => each.status))).toEqual(new Set([200]))
  for (const no of first) expect(await verdictsOf(no)).toEqual(['credited', 'duplicate'])
  for (const [n, no] of second.entries())
    expect(await verdictsOf(no)).toEqual([n === 0 ? 'wrong_amount' : 'credited'])
  const sums = await Promise.all(all.map(({ token }) => balanceOf(site, token)))
  expect(sums).toEqual([100, ...Array<number>(9).fill(300)])
})

test('an order that somebody has locked keeps nobody else waiting', async () => {
  const all = await members(4)
  const [held = '', ...others] = await ordersOf(all, 100)
  await transaction(owner, async tx => {
    await lockDeposit(tx, all[0]!.memberId, held)
    // Nothing of a set waits: a limit that any wait would pass is not met.
    const free = await transaction(owner, async other => {
      await run(other, sql`set local lock_timeout = '1ms'`)
      return lockFreeDeposits(other, [held, ...others])
    })
    expect(free.map(each => each.depositNo).toSorted()).toEqual(others.toSorted())
    const waiting = callBack(site, payment(site, held))
    const answers = await Promise.all(others.map(no => callBack(site, payment(site, no))))
    expect(answers.map(each => each.verdict)).toEqual(['credited', 'credited', 'credited'])
    expect(await verdictsOf(held)).toEqual([])
    return { waiting }
  }).then(async ({ waiting }) => expect((await waiting).verdict).toBe('credited'))
  expect(await balanceOf(site, all[0]!.token)).toBe(100)
})

test('one that cannot be booked leaves the others credited, and nothing of itself', async () => {
  const all = await members(5)
  const [bad = '', ...others] = await ordersOf(all, 100)
  const { memberId } = all[0]!
  // The key of its credit is taken by another request, which no honest caller can make.
  await post(site.services.db, {
    memberId,
    key: `deposit:${bad}`,
    code: 'adjustment',
    from: { name: 'adjustment' },
    to: { name: 'memberCash' },
    amountFen: 1n,
    source: { type: 'test', id: 'taken' },
    actor: { type: 'system', id: 'test' },
  })
  // The first of a burst goes alone, the rest gathers behind it.
  const [first = '', ...rest] = others
  const told = [first, bad, ...rest].map(no => callBack(site, payment(site, no)))
  const answers = await Promise.all(told)
  expect(answers.map(each => each.status)).toEqual([200, 500, 200, 200, 200])
  expect(answers.filter(each => each.verdict === 'credited')).toHaveLength(4)
  expect(await verdictsOf(bad)).toEqual([])
  expect(
    await row(owner, sql`select 1 from provider_payment where deposit_no = ${bad}`),
  ).toBeUndefined()
})

test('a provider that floods hears "busy", and another one is still heard', async () => {
  const stub = await formStub()
  try {
    await openProvider(site, owner, { code: 'other', stub, change: { priority: 1 } })
    const { token } = await site.member()
    const no = await order(site, token, 100, { paytype: 'alipay' })
    const unknown = () => callBack(site, payment(site, 'D261120NOBODY000000000000000'))
    let busy = 0
    const enough = Promise.withResolvers<undefined>()
    const flooded = await transaction(owner, async tx => {
      // The first set waits here, so that the rest is still in the queue.
      await run(tx, sql`lock table deposit_order in exclusive mode`)
      const flood = Array.from({ length: MOST_OF_PROVIDER + 80 }, async () => {
        const answer = await unknown()
        if (answer.status !== 503) return
        busy += 1
        // A set takes 64 at most: so many more than those and the waiting ones are refused.
        if (busy === 16) enough.resolve(undefined)
      })
      await enough.promise
      const paid = stub.pay({
        order: no,
        outcome: 'paid',
        reference: 'OTHER-1',
        at: site.services.clock.now().getTime(),
        to: `${origin}/api/callback/other`,
      })
      // While the other one's notice comes in, the flooding one is refused.
      for (let n = 0; n < 5; n += 1) expect((await unknown()).status).toBe(503)
      return { flood, paid }
    })
    expect((await flooded.paid).text).toBe('success')
    expect(await verdictsOf(no)).toEqual(['credited'])
    await Promise.all(flooded.flood)
  } finally {
    stub.close()
  }
})
