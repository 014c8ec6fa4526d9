import { commitOf, fromHex } from '@tianping/fairness'
import { expect, test } from 'vitest'
import { baccarat } from '../games/baccarat/model/baccarat.ts'
import { dragonTiger } from '../games/dragontiger/model/dragontiger.ts'
import { niuniu } from '../games/niuniu/model/niuniu.ts'
import { redBlack } from '../games/redblack/model/redblack.ts'
import { periodMs, type Table } from '../model/Table.ts'
import { good, handClock, testVenue } from './support/support.ts'
import { atTable, handTable, NOON_MS, type Pick } from './support/tableSupport.ts'
import { allPicks } from './support/allPicks.ts'

const clock = handClock(NOON_MS)
const venue = await testVenue({ faults: true, clock })
const TABLES = [baccarat, dragonTiger, niuniu, redBlack] as Table[]

test('the catalogue lists the card tables of each venue with their mathematics', async () => {
  const found = async (code: 'LIVE' | 'QIPAI') =>
    good(await venue.client(code).games({})).items.map(
      ({ game_code, name, category, rtp_exact, min_stake, max_stake }) => [
        game_code,
        name,
        category,
        rtp_exact,
        min_stake,
        max_stake,
      ],
    )
  expect(await found('LIVE')).toEqual([
    ['bac', '百家乐', 'realbet', '372/415', 100n, 500_000n],
    ['dt', '龙虎', 'realbet', '372/415', 100n, 500_000n],
  ])
  expect(await found('QIPAI')).toEqual([
    ['niu', '百人牛牛', 'joker', '39/40', 100n, 500_000n],
    ['rb', '红黑大战', 'joker', '2440154/2544815', 100n, 500_000n],
  ])
  for (const { code, mathVersion } of TABLES) {
    const published = await fetch(`${venue.url}/games/${code}/math.json`)
    expect([published.status, published.headers.get('etag')]).toEqual([200, `"${mathVersion}"`])
  }
})

test.each(TABLES)(
  '$name: tickets on every zone are settled by what was drawn, to the fen, and replayed from the seed',
  async table => {
    const { clock: roundClock, goTo, present } = await handTable(venue, table)
    const { placed, page, client } = await atTable(venue, table, {
      player: `c-${table.code}`,
      amount: 10_000_000n,
    })
    const picks = allPicks(table.code)
    for (let i = 0; i < 6; i++) {
      const number = await present()
      // Two tickets, the second on one zone only; odd amounts, so that commission leaves fractions
      // to floor.
      const all = picks.map((pick, place): Pick => [pick, 100 * (place + 1 + i)])
      const tickets = [
        (await placed(all)).bet,
        (await placed([[picks[i % picks.length]!, 700]])).bet,
      ]
      await goTo('closesMs')
      await goTo('drawsMs')
      const settled = await Promise.all(
        tickets.map(async bet => good(await client.bet({ bet_id: bet.bet_id }))),
      )
      for (const bet of settled) {
        expect(bet).toMatchObject({
          status: 'SETTLED',
          math_version: table.mathVersion,
          category: table.category,
        })
        expect(commitOf(fromHex(bet.replay.server_seed!))).toBe(bet.fairness.commit)
        const outcome = table.draw({
          serverSeed: fromHex(bet.replay.server_seed!),
          clientSeed: bet.fairness.client_seed,
          nonce: number,
        })
        expect(bet.replay.outcome).toMatchObject(outcome as object)
        const lines = (bet.selection as { lines: { pick: string; stake: number; odds: string }[] })
          .lines
        const hundredths = lines.reduce(
          (sum, { pick, stake }) => sum + stake * table.returnsOf(outcome, pick),
          0,
        )
        expect(bet.payout).toBe(BigInt(Math.floor(hundredths / 100)))
        expect(lines.every(({ pick, odds }) => odds === table.oddsOf(pick))).toBe(true)
      }
      const staked = settled.reduce((sum, bet) => sum + bet.stake, 0n)
      const net = settled.reduce((sum, bet) => sum + bet.net, 0n)
      const size = net < 0n ? -net : net
      expect(settled.reduce((sum, bet) => sum + bet.valid_amount, 0n)).toBe(
        size < staked ? size : staked,
      )
      await roundClock.move(periodMs(table) - table.phases.betMs - table.phases.lockMs)
      await goTo('closesMs', -table.phases.betMs)
    }
    expect((await page.call('GET', '/api/state')).data.session.rounds).toBe(6)
  },
)

test('equal bets on both hands have hardly any valid amount', async () => {
  const table = baccarat as Table
  const { goTo } = await handTable(venue, table, NOON_MS + 3_600_000)
  const { placed, client } = await atTable(venue, table, { player: 'c-hedge' })
  const { bet } = await placed([
    ['player', 10_000],
    ['banker', 10_000],
  ])
  await goTo('closesMs')
  await goTo('drawsMs')
  const settled = good(await client.bet({ bet_id: bet.bet_id }))
  // Player wins: even. Banker wins: the commission is lost. Tie: both come back.
  expect([0n, 500n]).toContain(settled.valid_amount)
  expect(settled.valid_amount).toBe(-settled.net)
})

test('a stake is a multiple of the least chip, on zones that exist, up to the limits of zone and round', async () => {
  const table = niuniu as Table
  await handTable(venue, table, NOON_MS + 8_100_000)
  const { ticket } = await atTable(venue, table, { player: 'c-limits', amount: 100_000_000n })
  const code = async (...lines: Pick[]) => (await ticket(lines)).code
  expect([
    await code(['tian', 150]),
    await code(['bank', 100]),
    await code(['tian', 500_100]),
    await code(['tian', 0]),
  ]).toEqual([2006, 2000, 2006, 2000])
  expect(
    await code(['tian', 500_000], ['di', 500_000], ['xuan', 500_000], ['huang', 500_000]),
  ).toBe(0)
  expect(await code(['tian', 100])).toBe(4203)
})
