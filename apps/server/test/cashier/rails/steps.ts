// The random steps of the soak: what members, payers, providers, operators and the chain do.
import { refundState } from '@tianping/contract/stages'
import { rows, sql } from '@tianping/database'
import { faults } from '../../../../../tooling/providers/stub.ts'
import { chanceOf, untilAnswered, type Chance } from '../../../../../tooling/runs/soak.ts'
import { PAY_PASSWORD } from '../support.ts'
import { DEPTH } from './chainNode.ts'
import { asked, notify, type Channel } from './channels.ts'
import type { Person, RailsWorld } from './world.ts'

const SEED = 20_261_126
const USDT = 1_000_000n

/** How often each kind of step came to what; the report of the soak. */
export type Tally = Map<string, number>
export type Lane = Person & { no: number; chance: Chance; payments: number }

export const laneOf = (person: Person, no: number): Lane => ({
  ...person,
  no,
  chance: chanceOf(SEED, no + 1),
  payments: 0,
})

const note = (tally: Tally, what: string) => void tally.set(what, (tally.get(what) ?? 0) + 1)

export function railSteps(world: RailsWorld) {
  const { node, channels, ask, operators, db, url } = world
  const tally: Tally = new Map()
  const count = (kind: string, { code, message }: { code: number; message: string }) => {
    note(tally, code === 200 ? kind : `${kind}: ${message}`)
    return code === 200
  }
  const referenceOf = (lane: Lane, { code }: Channel) =>
    `${code === 'cards' ? 'pi_' : 'T'}${lane.no}x${++lane.payments}`
  const yuan = ({ chance }: Lane) => 100 + chance.upTo(800)

  async function opened(lane: Lane, fields: object, kind: string): Promise<string | null> {
    const body = { amount: yuan(lane), ...fields }
    const made = await ask<{ deposit_no: string }>(lane.token, 'recharge', body)
    return count(kind, made) ? made.data!.deposit_no : null
  }

  /** Who of the providers has the order; several where an answer was lost. */
  async function holdersOf(order: string): Promise<Channel[]> {
    const found: Channel[] = []
    for (const channel of channels)
      if ((await asked(channel, stub => stub.orders()))[order]) found.push(channel)
    return found
  }
  const paid = (lane: Lane, channel: Channel, order: string, more: { amount?: number } = {}) =>
    notify(channel, {
      order,
      outcome: 'paid',
      reference: referenceOf(lane, channel),
      to: `${url}/api/callback/${channel.code}`,
      ...more,
    })

  const outcomes = {
    exact: (lane: Lane, at: Channel, order: string) => paid(lane, at, order),
    other: (lane: Lane, at: Channel, order: string) =>
      paid(lane, at, order, { amount: 1_00 + lane.chance.upTo(900_00) }),
    twice: async (lane: Lane, at: Channel, order: string) => {
      await paid(lane, at, order)
      await paid(lane, at, order)
    },
    repeated: async (lane: Lane, at: Channel, order: string) => {
      await paid(lane, at, order)
      lane.payments -= 1
      await paid(lane, at, order)
    },
    failedFirst: async (lane: Lane, at: Channel, order: string) => {
      const to = `${url}/api/callback/${at.code}`
      await notify(at, { order, outcome: 'failed', reference: referenceOf(lane, at), to })
      await paid(lane, at, order)
    },
    forgedFirst: async (lane: Lane, at: Channel, order: string) => {
      const wrong = lane.chance.oneOf(['secret', 'body', 'cut'] as const)
      const reference = `${referenceOf(lane, at)}F`
      const to = `${url}/api/callback/${at.code}`
      const forged = { order, outcome: 'paid', reference, to, wrong, at: Date.now() } as const
      const { status } = await asked(at, stub => stub.pay(forged))
      if (status === 200) throw new Error(`a forged notice was taken: ${reference}`)
      await paid(lane, at, order)
    },
    never: async () => {},
  }
  const usual = ['exact', 'exact', 'exact', 'exact', 'other', 'twice', 'repeated'] as const
  const all = [...usual, 'failedFirst', 'forgedFirst', 'never'] as const

  async function depositByProvider(lane: Lane) {
    const outcome = lane.chance.oneOf(all)
    const order = await opened(lane, { paytype: 'alipay' }, `deposit ${outcome}`)
    if (order === null) return
    const holders = await holdersOf(order)
    if (holders.length === 0) return note(tally, 'deposit that no provider has')
    if (holders.length > 1) note(tally, 'deposit at several providers')
    for (const at of holders) await outcomes[outcome](lane, at, order)
  }

  async function depositOnChain(lane: Lane) {
    const how = lane.chance.oneOf(['exact', 'exact', 'exact', 'short', 'over', 'dust', 'other'])
    const fields = { paytype: 'usdt', catepay: node.protocol }
    const order = await opened(lane, fields, `chain deposit ${how}`)
    if (order === null) return
    const page = await ask<{ cardlist: { mch_id: string }; info: { usdt_amount: number } }>(
      lane.token,
      'payinfo',
      { deposit_no: order },
    )
    const due = BigInt(Math.round(page.data!.info.usdt_amount * 100)) * 10_000n
    const units = { exact: due, short: due / 2n, over: due + USDT, dust: 10_000n, other: due }[how]!
    await node.pay(page.data!.cardlist.mch_id, units, how === 'other' ? node.other : node.token)
  }

  async function withdrawn(lane: Lane, bank: number, kind: string): Promise<string | null> {
    const body = { amount: 100 + lane.chance.upTo(300), bank, password: PAY_PASSWORD }
    const made = await ask<{ out_trade_no: string }>(lane.token, 'withdraw', body)
    if (!count(kind, made)) return null
    const out_trade_no = made.data!.out_trade_no
    const approved = await operators[0]('POST /api/console/withdrawals/approve', { out_trade_no })
    return count(`${kind}, approved`, approved) ? out_trade_no : null
  }

  async function withdrawToBank(lane: Lane) {
    const no = await withdrawn(lane, lane.bank, 'withdrawal')
    if (no === null) return
    const state = lane.chance.oneOf(['SUCCESS', 'SUCCESS', 'PROCESSING', 'FAIL'] as const)
    for (const channel of channels)
      if (channel.pays) await asked(channel, stub => stub.nextPayouts(state))
    const body = { out_trade_no: no, attempt: 1 }
    count('payout handed over', await operators[1]('POST /api/console/payouts/send', body))
  }

  const withdrawOnChain = async (lane: Lane) =>
    void (await withdrawn(lane, lane.usdt, 'chain withdrawal'))

  /** Payouts that a provider has under way end one way or the other, and it says so. */
  async function payoutsEnd({ chance }: Lane | { chance: Chance }) {
    for (const channel of channels) {
      if (!channel.pays) continue
      for (const [payout, { state }] of Object.entries(
        await asked(channel, stub => stub.payouts()),
      )) {
        if (state !== 'PROCESSING') continue
        const end = chance.oneOf(['SUCCESS', 'SUCCESS', 'FAIL'] as const)
        await untilAnswered(`${channel.code} ${payout}`, async () => {
          const { status, text } = await channel.stub().tellPayout({ payout, state: end })
          if (status !== 200) throw new Error(`${status} ${text}`)
          return text
        })
        note(tally, `payout ended ${end}`)
      }
    }
  }

  async function refund(lane: Lane) {
    const [anna] = operators
    const { data } = await anna('POST /api/console/refunds/list', { state: 1 })
    const found = data?.data ?? []
    const one = found[lane.chance.upTo(Math.max(1, found.length))]
    if (!one) return
    const item = { refund_no: one.refund_no }
    count('refund recorded', await anna('POST /api/console/refunds/source', item))
    await confirmRefund(one.refund_no)
  }

  async function confirmRefund(refund_no: string) {
    const confirm = { refund_no, voucher: refund_no, remark: '' }
    count('refund sent', await operators[1]('POST /api/console/refunds/confirm', confirm))
  }

  /** A refund whose answer was lost may be done at the provider: a person confirms it again. */
  async function refundsEnd() {
    const unknown = await rows(
      db,
      sql<{ refundNo: string }>`
      select refund_no from deposit_refund where state = ${refundState.waiting} and asked_at is not null`,
    )
    for (const { refundNo } of unknown) await confirmRefund(refundNo)
  }

  async function dispute(lane: Lane) {
    const [cards] = channels.filter(({ code }) => code === 'cards')
    const payments = Object.entries(await asked(cards!, stub => stub.payments()))
    if (payments.length === 0) return
    const [reference, { order }] = lane.chance.oneOf(payments)
    const told = { order, reference, to: `${url}/api/callback/cards` }
    const end = lane.chance.oneOf(['won', 'lost', 'open'] as const)
    const id = `dp_${reference.replaceAll(/\W/g, '')}`
    if ((await asked(cards!, stub => stub.disputes()))[id]) return
    await notify(cards!, { ...told, outcome: 'disputed' })
    note(tally, `dispute ${end}`)
    if (end === 'open') return
    await notify(cards!, { ...told, outcome: 'disputed', ends: end })
    const [found] = await rows(
      db,
      sql<{
        disputeNo: string
      }>`select dispute_no from payment_dispute where reference = ${reference}`,
    )
    const body = { dispute_no: found?.disputeNo ?? '', outcome: end, remark: '依据' }
    count('dispute settled', await operators[0]('POST /api/console/disputes/settle', body))
  }

  async function fault({ chance }: Lane) {
    const [channel, kind] = [chance.oneOf(channels), chance.oneOf(faults)]
    // A silent one is waited for until the call's own end.
    if (kind === 'silent' && chance.upTo(4) > 0) return
    await asked(channel, stub => stub.fault(kind))
    note(tally, `fault ${kind}`)
  }

  async function reorganise({ chance }: Lane) {
    const depth = 1 + chance.upTo(DEPTH)
    // What has all its confirmations is not taken back: that is what they are for.
    const lost = () => depth < DEPTH && chance.upTo(3) === 0
    await node.reorganise(depth, lost)
    note(tally, `reorganisation of ${depth}`)
  }

  const works = [
    ...Array<typeof fault>(28).fill(depositByProvider),
    ...Array<typeof fault>(18).fill(depositOnChain),
    ...Array<typeof fault>(16).fill(withdrawToBank),
    ...Array<typeof fault>(12).fill(withdrawOnChain),
    ...Array<typeof fault>(5).fill(payoutsEnd),
    ...Array<typeof fault>(8).fill(refund),
    ...Array<typeof fault>(4).fill(dispute),
    ...Array<typeof fault>(5).fill(fault),
    ...Array<typeof fault>(4).fill(reorganise),
  ]
  return { tally, step: (lane: Lane) => lane.chance.oneOf(works)(lane), payoutsEnd, refundsEnd }
}
