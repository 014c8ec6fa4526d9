// What every adapter has to stand: each case is one fault, against the adapter and the process that
// speaks its interface. A case throws what it found.
import assert from 'node:assert/strict'
import type { PaymentEvent, ProviderOrder } from '../../../apps/server/src/areas/providers/port.ts'
import type { Fault, Notice, NoticeAsked } from '../stub.ts'
import { askerOf, failureOf, type Case } from './case.ts'
import { payouts } from './payoutCases.ts'
import type { Subject } from './subjects.ts'

const HOUR_MS = 3_600_000
let made = 0

const newOrder = (): ProviderOrder => ({
  depositNo: `D261123KIT${String(++made).padStart(16, '0')}`,
  method: 'wechat',
  protocol: null,
  amountFen: 123_45n,
  usdtCents: 0n,
  expiresAt: new Date(Date.now() + HOUR_MS),
  origin: 'https://site.example',
})

async function opened({ provider }: Subject): Promise<ProviderOrder> {
  const order = newOrder()
  await provider.createOrder(order)
  return order
}

const paidOf = (at: Subject, order: ProviderOrder): NoticeAsked => ({
  order: order.depositNo,
  outcome: 'paid',
  reference: at.referenceOf(order.depositNo),
  at: Date.now(),
})

const read = (provider: Subject['provider'], { headers, body }: Notice) =>
  provider.verifyCallback(headers, Buffer.from(body), new Date())

async function eventOf(at: Subject, asked: NoticeAsked): Promise<PaymentEvent> {
  const found = read(at.provider, await at.stub.notice(asked))
  assert.ok(found.genuine && found.event, 'the notice was not taken')
  return found.event
}

async function failsOpen(at: Subject, fault: Fault) {
  await at.stub.fault(fault)
  assert.equal(await failureOf(at.provider.createOrder(newOrder())), 'unknown')
}

/** An order whose answer got lost is found again, or closed: it never stays unknown. */
async function lost(at: Subject, fault: Fault) {
  const order = newOrder()
  await at.stub.fault(fault)
  assert.equal(await failureOf(askerOf(at, fault).createOrder(order)), 'unknown')
  assert.ok(order.depositNo in (await at.stub.orders()), 'the provider has the order')
  await at.provider.cancel?.(order)
  const state = (await at.provider.query?.(order))?.state
  assert.equal(state, 'closed')
}

async function notTaken(at: Subject, wrong: NonNullable<NoticeAsked['wrong']>) {
  const order = await opened(at)
  const found = read(at.provider, await at.stub.notice({ ...paidOf(at, order), wrong }))
  assert.equal(found.genuine, false)
}

async function payWhole(at: Subject): Promise<ProviderOrder> {
  const order = await opened(at)
  // Nobody listens where the notice goes: the provider marks the order as paid all the same.
  await at.stub.pay({ ...paidOf(at, order), to: `${at.stub.url}/ignored` })
  return order
}

const refundOf = (at: Subject, order: ProviderOrder, refundNo: string, amountFen: bigint) => ({
  depositNo: order.depositNo,
  reference: at.referenceOf(order.depositNo),
  refundNo: `${refundNo}${order.depositNo}`,
  amountFen,
})

const opening: Case[] = [
  {
    name: 'an order has a page, and asked for twice it is one order',
    run: async at => {
      const order = newOrder()
      const first = await at.provider.createOrder(order)
      assert.match(first.payUrl, /^http/)
      assert.deepEqual(await at.provider.createOrder(order), first)
    },
  },
  {
    name: 'a no of the provider is a no',
    run: async at => {
      await at.stub.fault('refuse')
      assert.equal(await failureOf(at.provider.createOrder(newOrder())), 'refused')
    },
  },
  {
    name: 'where nobody listens, nothing was asked',
    run: async at =>
      assert.equal(await failureOf(at.unreached.createOrder(newOrder())), 'unreached'),
  },
  { name: 'an error 500 leaves the outcome open', run: at => failsOpen(at, 'error') },
  { name: 'an answer that is none leaves it open', run: at => failsOpen(at, 'garbage') },
  { name: 'an order done with an error 502 can be closed', run: at => lost(at, 'done-error') },
  { name: 'an order done in silence can be closed', run: at => lost(at, 'silent') },
  { name: 'an order whose answer was cut off can be closed', run: at => lost(at, 'truncated') },
]

const notices: Case[] = [
  {
    name: 'a notice says order, payment, amount and moment',
    run: async at => {
      const order = await opened(at)
      const asked = paidOf(at, order)
      const { depositNo, reference, outcome, amountFen, paidAt } = await eventOf(at, asked)
      assert.deepEqual(
        { depositNo, reference, outcome, amountFen },
        {
          depositNo: order.depositNo,
          reference: asked.reference,
          outcome: 'paid',
          amountFen: order.amountFen,
        },
      )
      assert.ok(Math.abs(paidAt.getTime() - asked.at) < 2_000, 'the moment of the payment')
    },
  },
  {
    name: 'told twice it is the same payment',
    run: async at => {
      const asked = paidOf(at, await opened(at))
      const [first, second] = [await eventOf(at, asked), await eventOf(at, asked)]
      assert.deepEqual(first, second)
    },
  },
  {
    name: 'another amount is told as it was paid, after a success as well',
    run: async at => {
      const asked = paidOf(at, await opened(at))
      const first = await eventOf(at, asked)
      const changed = await eventOf(at, { ...asked, amount: 1_00 })
      assert.equal(changed.amountFen, 100n)
      assert.equal(changed.reference, first.reference)
    },
  },
  {
    name: 'a failure and a payment under way are told apart from a payment, in any order',
    run: async at => {
      const asked = paidOf(at, await opened(at))
      await eventOf(at, asked)
      for (const outcome of ['failed', 'pending'] as const) {
        const event = await eventOf(at, { ...asked, outcome })
        assert.deepEqual([event.outcome, event.amountFen], [outcome, 0n])
      }
    },
  },
  { name: 'a forged signature is not genuine', run: at => notTaken(at, 'secret') },
  { name: 'a changed body is not genuine', run: at => notTaken(at, 'body') },
  { name: 'half a body is not genuine', run: at => notTaken(at, 'cut') },
  {
    name: 'nothing at all is not genuine',
    run: async at => {
      for (const body of ['', '{}', 'a=1', '\0', 'sign=x&sign_type=MD5'])
        assert.equal(read(at.provider, { headers: {}, body }).genuine, false, body)
    },
  },
  {
    name: 'a clock ten minutes off is refused where notices are dated, and harmless elsewhere',
    run: async at => {
      const order = await opened(at)
      for (const minutes of [-10, 10]) {
        const notice = await at.stub.notice({
          ...paidOf(at, order),
          at: Date.now() + minutes * 60_000,
        })
        const found = read(at.provider, notice)
        if (at.dated) assert.deepEqual(found, { genuine: false, why: 'stale' })
        else assert.ok(found.genuine && found.event?.amountFen === order.amountFen)
      }
    },
  },
  {
    name: 'after a rotation the key before is still taken, and no other',
    run: async at => {
      const asked = paidOf(at, await opened(at))
      const before = await at.stub.notice({ ...asked, previous: true })
      assert.equal(read(at.rotated, before).genuine, true)
      const forged = await at.stub.notice({ ...asked, wrong: 'secret' })
      assert.equal(read(at.rotated, forged).genuine, false)
    },
  },
]

const afterwards: Case[] = [
  {
    name: 'a query says what became of an order',
    run: async at => {
      const order = await opened(at)
      assert.equal((await at.provider.query?.(order))?.state, 'unpaid')
      const paid = await payWhole(at)
      const found = await at.provider.query?.(paid)
      assert.deepEqual(found, { state: 'paid', amountFen: paid.amountFen })
    },
  },
  {
    name: 'a paid order cannot be closed',
    run: async at => {
      const order = await payWhole(at)
      if (!at.provider.cancel) return
      assert.equal(await failureOf(at.provider.cancel(order)), 'refused')
    },
  },
  {
    name: 'a refund in parts ends with the payment, and repeated it is one',
    run: async at => {
      const order = await payWhole(at)
      const { refund } = at.provider
      assert.ok(refund && at.provider.can.includes('refund'))
      const part = refundOf(at, order, 'A', 100_00n)
      const first = await refund(part)
      assert.equal(first.state, 'done')
      assert.deepEqual(await refund(part), first)
      await refund(refundOf(at, order, 'B', 23_45n))
      assert.equal(await failureOf(refund(refundOf(at, order, 'C', 1n))), 'refused')
    },
  },
  {
    name: 'a refund whose answer got lost is asked for again under its number, and done once',
    run: async at => {
      const order = await payWhole(at)
      const { refund } = at.provider
      assert.ok(refund)
      const whole = refundOf(at, order, 'A', order.amountFen)
      await at.stub.fault('truncated')
      assert.equal(await failureOf(refund(whole)), 'unknown')
      assert.equal((await refund(whole)).state, 'done')
      assert.equal(await failureOf(refund(refundOf(at, order, 'B', 1n))), 'refused')
    },
  },
  {
    name: 'exactly the abilities it names are there',
    run: async ({ provider }) => {
      const all = ['query', 'cancel', 'refund', 'payout', 'balance', 'statement'] as const
      for (const ability of all)
        assert.equal(provider[ability] !== undefined, provider.can.includes(ability), ability)
    },
  },
]

export const cases: readonly Case[] = [...opening, ...notices, ...afterwards, ...payouts]
