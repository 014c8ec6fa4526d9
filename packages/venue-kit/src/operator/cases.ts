// What an operator has to stand. Each case acts by the driver and looks at what reached the kit.
import type { VenueSignal } from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import { hold, need, same } from '../subject.ts'
import { GAME } from './answers.ts'
import type { OperatorDriver } from './driver.ts'
import { faults, type Fault, type KitVenue } from './kitVenue.ts'

export type OperatorSubject = { venue: KitVenue; driver: OperatorDriver }
export type OperatorCase = {
  id: string
  rule: string
  section: string
  run: (at: OperatorSubject) => Promise<void>
}

const FEN = 1_000
const there = ({ venue }: OperatorSubject) =>
  Number([...venue.book.wallets.values()].reduce((sum, each) => sum + each, 0n))
/** All money of the member: the venue's wallet and the central one. */
const all = async (at: OperatorSubject) => there(at) + (await at.driver.cash())

const transfersSince = ({ venue }: OperatorSubject, mark: number) =>
  venue.heard.slice(mark).filter(each => each.name === 'transfer')

/** The line hides the outcome of a transfer: the operator asks under its ref until it knows. */
async function throughFault(at: OperatorSubject, fault: Fault, act: () => Promise<void>) {
  const { venue, driver } = at
  const [before, mark] = [await all(at), venue.heard.length]
  venue.next = fault
  await act()
  same(venue.next, null, 'a transfer was sent')
  await driver.later()
  const sent = transfersSince(at, mark)
  const refs = new Set(sent.map(each => String(each.input['ref'])))
  same(refs.size, 1, 'refs of the transfer: a retry keeps its ref')
  const asked = venue.heard
    .slice(mark)
    .filter(each => refs.has(String(each.input['ref'])) && each.told)
  hold(asked.length > 0, 'after an unknown outcome the operator asks, or finalizes, until it knows')
  same(await all(at), before, 'the money of the member in both wallets')
}

const faulty = faults.flatMap((fault): OperatorCase[] => [
  {
    id: `in: ${fault}`,
    rule: `a transfer in that was ${fault} ends in one place`,
    section: '4 Transfers',
    run: at => throughFault(at, fault, () => at.driver.bring(FEN)),
  },
  {
    id: `out: ${fault}`,
    rule: `a transfer out that was ${fault} ends in one place`,
    section: '4 Transfers',
    run: async at => {
      await at.driver.bring(FEN)
      await throughFault(at, fault, () => at.driver.takeHome())
    },
  },
])

/** A launch of the member with leave to bring more, as the kit received it. */
async function launched({ venue, driver }: OperatorSubject) {
  const url = await driver.open()
  const launch = venue.book.launches.at(-1)
  hold(launch, 'a launch reaches the venue')
  return { url, launch }
}

const signalOf = (change: Partial<VenueSignal> & Pick<VenueSignal, 'ticket' | 'player'>) => ({
  ref: `kit-${randomBytes(8).toString('hex')}`,
  kind: 'money' as const,
  amount: BigInt(FEN),
  at: new Date().toISOString(),
  ...change,
})

/** Says a signal until it was answered for good twice, and answers the outcomes. */
async function say({ venue, driver }: OperatorSubject, signal: VenueSignal): Promise<string[]> {
  venue.book.signals.set(signal.ref, signal)
  for (let n = 0; n < 5 && venue.book.signals.has(signal.ref); n += 1) {
    await driver.readFeed()
    if (venue.book.outcomes.get(signal.ref)?.at(-1) === 'pending') await driver.later()
  }
  venue.book.signals.delete(signal.ref)
  const outcomes = venue.book.outcomes.get(signal.ref) ?? []
  hold(outcomes.length > 0, 'the operator answers the signal')
  return outcomes.filter(outcome => outcome !== 'pending')
}

async function refusesMoney(at: OperatorSubject, signal: VenueSignal) {
  const [before, mark] = [await all(at), at.venue.heard.length]
  same([...new Set(await say(at, signal))], ['refused'], 'the outcome')
  same(transfersSince(at, mark).length, 0, 'transfers')
  same(await all(at), before, 'the money of the member')
}

const withMoney = async (at: OperatorSubject) => {
  const { launch } = await launched(at)
  hold(launch.ticket, 'a launch carries a ticket')
  hold(launch.money, 'a launch with leave to bring more carries money')
  return { ticket: launch.ticket, player: launch.player, each: launch.money.each }
}

export const operatorCases: readonly OperatorCase[] = [
  {
    id: 'transfer',
    rule: 'a transfer in and out moves the money once',
    section: '4 Transfers',
    run: async at => {
      const [before, held] = [await at.driver.cash(), there(at)]
      await at.driver.bring(FEN)
      same([before - (await at.driver.cash()), there(at) - held], [FEN, FEN], 'what moved')
      await at.driver.takeHome()
      same([await at.driver.cash(), there(at)], [before + held, 0], 'both wallets')
    },
  },
  ...faulty,
  {
    id: 'launch',
    rule: 'a launch names player, game and lobby, and its address reaches the browser whole',
    section: '5 Calls',
    run: async at => {
      const { url } = await launched(at)
      const heard = at.venue.heard.findLast(each => each.name === 'launch')
      hold(heard, 'the launch')
      same(heard.input['game_code'], GAME, 'game_code')
      hold(url.startsWith(`${at.venue.url}/play#`), `the address with its token: ${url.length}`)
    },
  },
  {
    id: 'launch-terms',
    rule: 'a launch says language, device (v1.1), frames, and when the session began with what limits it',
    section: '5 Calls',
    run: async at => {
      await launched(at)
      const { input } = need(at.venue.heard.findLast(each => each.name === 'launch'))
      const [lang, device] = [String(input['lang']), String(input['device'])]
      hold(/^[A-Za-z-]{2,16}$/.test(lang), `a language tag: ${lang}`)
      hold(['mobile', 'desktop'].includes(device), `device: ${device}`)
      hold(Array.isArray(input['frame_ancestors']), 'frame_ancestors')
      const rg = need(input['rg']) as Record<string, unknown>
      for (const name of ['session_start', 'reality_check_min', 'net_limit', 'stake_limit'])
        hold(name in rg, `rg.${name}`)
    },
  },
  {
    id: 'money',
    rule: 'what the player asks for within the allowance follows once, however often it is said',
    section: '5 Signals (v1.1)',
    run: async at => {
      const wanted = await withMoney(at)
      const [before, held, mark] = [await all(at), there(at), at.venue.heard.length]
      const outcomes = await say(at, signalOf(wanted))
      same([...new Set(outcomes)], ['done'], 'the outcome, said twice')
      same(transfersSince(at, mark).length, 1, 'transfers')
      same([there(at) - held, await all(at)], [FEN, before], 'what moved, and all money')
    },
  },
  {
    id: 'money-too-much',
    rule: 'more than the player allowed at once is refused, and nothing moves',
    section: '5 Signals (v1.1)',
    run: async at => {
      const { each, ...wanted } = await withMoney(at)
      await refusesMoney(at, signalOf({ ...wanted, amount: each + 1n }))
    },
  },
  {
    id: 'money-foreign',
    rule: "another launch's ticket and another player's request are refused, and nothing moves",
    section: '5 Signals (v1.1)',
    run: async at => {
      const { ticket, player } = await withMoney(at)
      const unknown = randomBytes(12).toString('hex')
      await refusesMoney(at, signalOf({ player, ticket: unknown }))
      await refusesMoney(at, signalOf({ player: `${player}9`, ticket }))
    },
  },
  {
    id: 'money-changed',
    rule: 'another amount under the ref of a request that was done is refused, and nothing moves',
    section: '5 Signals (v1.1)',
    run: async at => {
      const { ticket, player } = await withMoney(at)
      const signal = signalOf({ ticket, player })
      same([...new Set(await say(at, signal))], ['done'], 'the outcome')
      at.venue.book.outcomes.delete(signal.ref)
      await refusesMoney(at, { ...signal, amount: BigInt(FEN) + 1n })
    },
  },
  {
    id: 'left',
    rule: 'a launch that was left is answered done, twice too, and no money follows it',
    section: '5 Signals (v1.1)',
    run: async at => {
      const { ticket, player } = await withMoney(at)
      const left = signalOf({ ticket, player, kind: 'left', amount: null })
      same([...new Set(await say(at, left))], ['done'], 'the outcome')
      await refusesMoney(at, signalOf({ ticket, player }))
    },
  },
  {
    id: 'line',
    rule: 'every request was signed, dated within 60 s, with a nonce of its own, and in shape',
    section: '2 Signatures',
    run: async ({ venue }) => {
      hold(venue.heard.length > 0, 'requests reach the venue')
      same(venue.broken, [], 'what was wrong')
    },
  },
]
