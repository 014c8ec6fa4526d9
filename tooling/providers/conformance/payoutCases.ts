// Money out, fault by fault. An adapter without payouts passes by having none.
import assert from 'node:assert/strict'
import type {
  PaymentProvider,
  Payout,
  PayoutEvent,
} from '../../../apps/server/src/areas/providers/port.ts'
import type { Fault } from '../stub.ts'
import { askerOf, failureOf, type Case } from './case.ts'
import type { Subject } from './subjects.ts'

let made = 0
const newPayout = (): Payout => ({
  payoutNo: `W261123KIT${String(++made).padStart(15, '0')}A1`,
  // Above a thousand, so that an amount written with separators is found.
  amountFen: 1_234_50n,
  bank: '测试银行',
  owner: '测试员',
  account: '6222020011112222',
})

type Paying = Subject & { provider: Required<Pick<PaymentProvider, 'payout' | 'queryPayout'>> }

/** A case that only providers with payouts have to stand. */
const paying = (name: string, run: (at: Paying) => Promise<void>): Case => ({
  name: `payouts: ${name}`,
  run: async at => {
    if (at.provider.payout) await run(at as Paying)
  },
})

async function eventOf(at: Subject, told: Parameters<Subject['stub']['payoutNotice']>[0]) {
  const { headers, body } = await at.stub.payoutNotice(told)
  return at.provider.verifyCallback(headers, Buffer.from(body), new Date())
}

async function told(at: Subject, asked: Parameters<typeof eventOf>[1]): Promise<PayoutEvent> {
  const found = await eventOf(at, asked)
  assert.ok(found.genuine && found.payout, 'the notice was not taken')
  return found.payout
}

/** The provider has it though its answer got lost: asked again it says so, and pays once. */
async function lost(at: Paying, fault: Fault) {
  const payout = newPayout()
  await at.stub.fault(fault)
  const asker = askerOf(at, fault) as Paying['provider']
  assert.equal(await failureOf(asker.payout(payout)), 'unknown')
  assert.equal((await at.provider.queryPayout(payout.payoutNo)).state, 'paid')
  assert.equal((await at.provider.payout(payout)).state, 'paid')
  const sent = await at.stub.payouts()
  assert.equal(sent[payout.payoutNo]?.fen, Number(payout.amountFen))
}

/** Nothing went out: the question says so, and the payout may be asked for again. */
async function notDone(at: Paying, fault: Fault) {
  const payout = newPayout()
  await at.stub.fault(fault)
  assert.equal(await failureOf(at.provider.payout(payout)), 'unknown')
  assert.equal((await at.provider.queryPayout(payout.payoutNo)).state, 'none')
  assert.equal((await at.provider.payout(payout)).state, 'paid')
}

export const payouts: Case[] = [
  paying('one is sent with its amount and payee, and asked for twice it is one', async at => {
    const payout = newPayout()
    const first = await at.provider.payout(payout)
    assert.deepEqual([first.state, first.amountFen], ['paid', payout.amountFen])
    assert.deepEqual(await at.provider.payout(payout), first)
    const sent = (await at.stub.payouts())[payout.payoutNo]
    assert.deepEqual([sent?.fen, sent?.account], [Number(payout.amountFen), payout.account])
  }),
  paying('the same number for another amount is a no', async at => {
    const payout = newPayout()
    await at.provider.payout(payout)
    const other = at.provider.payout({ ...payout, amountFen: 1n })
    assert.equal(await failureOf(other), 'refused')
  }),
  paying('a no of the provider is a no', async at => {
    await at.stub.fault('refuse')
    assert.equal(await failureOf(at.provider.payout(newPayout())), 'refused')
  }),
  paying('where nobody listens, nothing was sent', async at => {
    assert.ok(at.unreached.payout)
    assert.equal(await failureOf(at.unreached.payout(newPayout())), 'unreached')
  }),
  paying('an error 500 leaves it open, and the question finds nothing', at => notDone(at, 'error')),
  paying('one done with an error 502 is found', at => lost(at, 'done-error')),
  paying('one done in silence is found', at => lost(at, 'silent')),
  paying('one whose answer was cut off is found', at => lost(at, 'truncated')),
  paying('one answered with a page is found', at => lost(at, 'garbage')),
  paying('a question without an answer says nothing', async at => {
    const payout = newPayout()
    await at.provider.payout(payout)
    for (const fault of ['error', 'refuse', 'garbage', 'truncated'] as const) {
      await at.stub.fault(fault)
      assert.equal(await failureOf(at.provider.queryPayout(payout.payoutNo)), 'unknown', fault)
    }
  }),
  paying('one under way ends late, by question and by notice', async at => {
    const { payoutNo, ...payout } = newPayout()
    await at.stub.nextPayouts('PROCESSING')
    assert.equal((await at.provider.payout({ payoutNo, ...payout })).state, 'pending')
    assert.equal((await told(at, { payout: payoutNo })).outcome, 'pending')
    const paid = await told(at, { payout: payoutNo, state: 'SUCCESS' })
    assert.deepEqual([paid.outcome, paid.amountFen], ['paid', payout.amountFen])
    assert.equal((await at.provider.queryPayout(payoutNo)).state, 'paid')
  }),
  paying(
    'changed after a success it is told as it changed, and told twice it is the same',
    async at => {
      const { payoutNo, ...payout } = newPayout()
      await at.provider.payout({ payoutNo, ...payout })
      const first = await told(at, { payout: payoutNo })
      assert.deepEqual(await told(at, { payout: payoutNo }), first)
      assert.equal((await told(at, { payout: payoutNo, state: 'FAIL' })).outcome, 'failed')
      assert.equal((await at.provider.queryPayout(payoutNo)).state, 'failed')
    },
  ),
  paying('a notice that is forged, changed or cut off is not genuine', async at => {
    const payout = newPayout()
    await at.provider.payout(payout)
    for (const wrong of ['secret', 'body', 'cut'] as const) {
      const found = await eventOf(at, { payout: payout.payoutNo, wrong })
      assert.equal(found.genuine, false, wrong)
    }
  }),
  paying('its books and its balance hold what came in and went out', async at => {
    const { balance, statement } = at.provider as PaymentProvider
    assert.ok(balance && statement)
    await at.stub.steer('/_opening', { fen: 10_000_00 })
    const before = await balance()
    const payout = newPayout()
    await at.provider.payout(payout)
    const line = (await statement('2026-11-23')).find(({ ownNo }) => ownNo === payout.payoutNo)
    assert.ok(line)
    assert.deepEqual([line.kind, line.amountFen], ['payout', payout.amountFen])
    assert.equal(await balance(), before - line.amountFen - line.feeFen)
  }),
]
