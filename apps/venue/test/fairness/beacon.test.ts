import { commitOf, fromHex, sha256, toHex } from '@tianping/fairness'
import { newBeaconSecret } from '@tianping/fairness/beaconSignature'
import { beaconTimeMs, mixedSeed } from '@tianping/fairness/beacon'
import { sql, theRow } from '@tianping/database'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startLocalBeacon, type BeaconFault } from '../../../../tooling/beacon/localBeacon.ts'
import { k3 } from '../../games/k3/model/k3.ts'
import type { Table } from '../../model/Table.ts'
import { activateBeacon } from '../../server/beacon/beacon.sql.ts'
import { quicknet, readBeacon } from '../../server/beacon/beaconSettings.ts'
import { advance, draw } from '../../server/rounds/advance.ts'
import { timesOf } from '../../server/rounds/timetable.ts'
import { good, handClock, testVenue } from '../support/support.ts'
import { atTable, handTable, NOON_MS } from '../support/tableSupport.ts'

const beacon = { fault: null as BeaconFault }
const local = await startLocalBeacon({ secret: newBeaconSecret(), fault: () => beacon.fault })
afterAll(() => local.close())
const settings = readBeacon(local.settings)!
const venue = await testVenue({ clock: handClock(NOON_MS), beacon: settings })
const table = k3 as Table
const hand = await handTable(venue, table)
const client = venue.client('VR')
const money = async (player: string) => good(await client.balance({ player })).available

type Stored = {
  state: string
  salt: string
  seed: Buffer | null
  outcome: object | null
  clientSeed: string | null
  beaconChain: string | null
  beaconRound: bigint
  beaconAt: Date
  beaconSignature: Buffer | null
  closesAt: Date
  commitHash: string
}
const roundOf = (number: number) =>
  theRow(venue.db, sql<Stored>`select * from round where table_code = 'k3' and number = ${number}`)

/** A new round with one ticket of 10 yuan. */
async function ticketed(player: string) {
  await hand.goTo('endsMs')
  const number = await hand.present()
  const seat = await atTable(venue, table, { player, amount: 10_000n })
  const { bet } = await seat.placed([['sum:odd', 1_000]])
  return { ...seat, number, bet }
}
const toDraw = async (number: number, extraMs = 0) => {
  await hand.clock.set(timesOf(table, number).drawsMs + extraMs)
  await hand.turn()
}

/** Turns until a round is settled: an address that failed rests for two seconds. */
const answers = (number: number) =>
  expect
    .poll(async () => {
      await hand.turn()
      return (await roundOf(number)).state
    })
    .toBe('settled')

beforeEach(() => {
  beacon.fault = null
})

test('the beacon round is stated at the opening, lies after the close, and is mixed into the draw', async () => {
  const { number, bet, page } = await ticketed('b1')
  const stated = (await fetch(`${venue.url}/tables/k3/rounds/${number}`).then(r => r.json())).data
  expect(stated.round).toMatchObject({ state: 'open', client_seed: null, seed: null })
  const { chain, round, at, signature } = stated.round.beacon
  expect([chain, signature]).toEqual([settings.chainHash, null])
  expect(at).toBe(beaconTimeMs(settings, round))
  expect(at).toBeGreaterThan(stated.round.closes_at)
  expect(at).toBeLessThanOrEqual(stated.round.closes_at + 3_000)
  expect(stated.beacon).toMatchObject({ local: true, key: settings.publicKey, present: true })
  await toDraw(number)
  const stored = await roundOf(number)
  expect([stored.state, Number(stored.beaconRound)]).toEqual(['settled', round])
  expect(commitOf(stored.seed!)).toBe(stored.commitHash)
  const clientSeed = mixedSeed(stored.salt, stored.beaconSignature!)
  expect(stored.clientSeed).toBe(clientSeed)
  expect(stored.outcome).toEqual(
    table.draw({ serverSeed: stored.seed!, clientSeed, nonce: number }),
  )
  const settled = (await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet
  expect(settled.fairness).toMatchObject({
    client_seed: clientSeed,
    beacon: {
      salt: stored.salt,
      round,
      key: settings.publicKey,
      signature: stored.beaconSignature!.toString('hex'),
    },
  })
  const detail = good(await client.bet({ bet_id: bet.bet_id }))
  expect(detail.fairness.client_seed).toBe(clientSeed)
  expect(detail.replay.verify_url).toContain(`beacon_round=${round}`)
})

test.each(['down', 'signature', 'round'] as const)(
  'a beacon that is %s leaves the stake open, and the round is drawn once it comes',
  async fault => {
    const { number } = await ticketed(`late-${fault}`)
    beacon.fault = fault
    await toDraw(number)
    expect(await roundOf(number)).toMatchObject({ state: 'closed', seed: null, clientSeed: null })
    expect(await money(`late-${fault}`)).toBe(9_000n)
    // Nothing else opens before: its commitment is this round's seed.
    await toDraw(number, 20_000)
    expect((await roundOf(number)).state).toBe('closed')
    beacon.fault = null
    await answers(number)
    expect([9_000n, 10_950n]).toContain(await money(`late-${fault}`))
  },
)

test('past the stated bound the round is void, every stake is back once, and the next one opens', async () => {
  const { number, page, bet } = await ticketed('void1')
  beacon.fault = 'down'
  const { beaconAt } = await roundOf(number)
  await hand.clock.set(beaconAt.getTime() + settings.lateMs)
  await hand.turn()
  expect((await roundOf(number)).state).toBe('closed')
  await hand.clock.set(beaconAt.getTime() + settings.lateMs + 1)
  await Promise.all([hand.turn(), hand.turn(), draw(venue.venue, table, BigInt(number))])
  await hand.turn()
  expect(await roundOf(number)).toMatchObject({ state: 'void', seed: null, outcome: null })
  expect(await money('void1')).toBe(10_000n)
  expect((await page.call('GET', `/api/bets/${bet.bet_id}`)).data.bet).toMatchObject({
    status: 'VOID',
    payout: 0,
  })
  // Its beacon comes after all: void stays void.
  beacon.fault = null
  await hand.turn()
  expect((await roundOf(number)).state).toBe('void')
  expect(await money('void1')).toBe(10_000n)
  await hand.goTo('endsMs')
  const next = await hand.present()
  expect((await roundOf(next)).state).toBe('open')
  await toDraw(next)
  await answers(next)
})

test('rounds of before keep the old formula, and a change of beacon leaves open rounds theirs', async () => {
  await hand.goTo('endsMs')
  const first = await hand.present()
  await activateBeacon(venue.venue.db, null)
  await hand.goTo('endsMs')
  expect((await roundOf(first)).beaconChain).toBe(settings.chainHash)
  const second = await hand.present()
  await activateBeacon(venue.venue.db, settings.chainHash)
  await hand.goTo('endsMs')
  const old = await roundOf(second)
  expect([old.state, old.beaconChain, old.clientSeed]).toEqual(['settled', null, old.salt])
  expect(old.outcome).toEqual(
    table.draw({ serverSeed: old.seed!, clientSeed: old.salt, nonce: second }),
  )
  const shown = (await fetch(`${venue.url}/tables/k3/rounds/${second}`).then(r => r.json())).data
  expect(shown.round).toMatchObject({ beacon: null, client_seed: old.salt })
})

test('a round that was opened before its beacon is asked is never drawn with less', async () => {
  await hand.goTo('endsMs')
  const number = await hand.present()
  const { closesAt, beaconAt } = await roundOf(number)
  // The close came, the beacon's time has not.
  await hand.clock.set(closesAt.getTime())
  await hand.turn()
  expect(await draw(venue.venue, table, BigInt(number))).toBe(false)
  await hand.clock.set(beaconAt.getTime())
  expect(await draw(venue.venue, table, BigInt(number))).toBe(true)
  expect(await advance(venue.venue, table)).toBeGreaterThan(0)
})

test('health says whose beacon rounds wait for, and its last verified round', async () => {
  await expect.poll(async () => good(await client.health({})).beacon?.round ?? null).not.toBeNull()
  const { beacon: said, features } = good(await client.health({}))
  expect(said).toMatchObject({ name: settings.name, local: true })
  expect(said?.at).toBe(new Date(beaconTimeMs(settings, Number(said?.round))).toISOString())
  expect(features).toContain('beacon')
  const slots = good(await venue.client('FG').health({}))
  expect([slots.beacon, slots.features?.includes('beacon')]).toEqual([null, false])
})

test('a beacon is data: what does not fit together is refused with the reason', () => {
  expect(readBeacon('none')).toBeNull()
  expect(readBeacon(undefined)).toBeUndefined()
  expect(readBeacon('quicknet')).toBe(quicknet)
  expect(() => readBeacon('{')).toThrow('quicknet, none')
  const said = JSON.parse(local.settings)
  expect(() => readBeacon(JSON.stringify({ ...said, period: 4 }))).toThrow('chain hash')
  expect(() => readBeacon(JSON.stringify({ ...said, urls: [] }))).toThrow('urls')
  expect(() =>
    readBeacon(JSON.stringify({ ...said, chain_hash: toHex(sha256(fromHex('00'))) })),
  ).toThrow('chain hash')
})
