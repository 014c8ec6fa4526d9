// What games returned against their published mathematics, from the bets in the database to the
// alert in the back office.
import { row, rows, run, sql } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { applyBets, readFeed } from '../../src/areas/venues/feed.ts'
import { countReturns } from '../../src/areas/venues/returns/countReturns.ts'
import { present } from '../../../venue/model/present.ts'
import { gamePage } from '../../../venue/test/support/support.ts'
import { desk } from '../console/support.ts'
import { poisonWhere } from '../support/poison.ts'
import { openTestSite } from '../support/site.ts'
import { seeded } from '../support/seeded.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const { services } = site
const admin = await desk(site, 'admin')

/** Less than the 60,000 that docs/operations.md states for even chances: this seed is quick. */
const VOLUME = 20_000
const STAKE_FEN = 200
const venueNamed = async (platname: string) => present(await services.venues.named(platname))

/** The kind of bet that pays 1.95 at even chances, as the venue publishes it. */
async function published(platname: string, code: string) {
  const answer = await services.venues.client(await venueNamed(platname)).games({})
  if (answer.kind !== 'ok') throw new Error('the venue does not answer')
  const game = present(answer.data.items.find(each => each.game_code === code))
  return { ...game, even: present(game.returns?.find(each => each.mean === '39/40')) }
}

/**
 * Rounds of a shared table, each with the same bet of two members, as its feed would bring them;
 * the table's true return is so much more than the published one.
 */
async function played(platname: string, code: string, seed: number, more: number) {
  const { venueId } = await venueNamed(platname)
  const game = await published(platname, code)
  const random = seeded(seed)
  const won = Array.from({ length: VOLUME }, () => random() < (0.975 + more) / 1.95)
  await run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen,
      net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    select m, ${venueId}, 'B' || m || '-' || n, 2 * n + m, 1, ${code}, 'r' || n, ${JSON.stringify({
      lines: [{ pick: 'even', stake: STAKE_FEN, odds: game.even.odds }],
    })}::jsonb, ${STAKE_FEN}, 0,
      case when won then ${STAKE_FEN * 1.95} else 0 end, 0, 1, '{}', ${game.math_version}, now(), now(), now()
    from unnest(${won}::boolean[]) with ordinality as played (won, n), generate_series(1, 2) as m`,
  )
  await run(
    owner,
    sql`insert into venue_feed (venue_id, cursor) values (${venueId}, ${4 * VOLUME})
    on conflict (venue_id) do update set cursor = excluded.cursor`,
  )
  return won.filter(Boolean).length
}

const returnOf = async (game: string) =>
  present(
    (await admin.call('POST /api/console/returns/list', {})).data.data.find(
      each => each.game === game,
    ),
  )
const alerts = async () => {
  await services.events.settled()
  const { data } = await admin.call('POST /api/console/security/alerts/list', {})
  return data.data.filter(each => each.kind === 'return_outside')
}

test('a game that pays three points too much raises one alert within the stated volume, an honest one of the same seed none', async () => {
  const wins = {
    niu: await played('QIPAI', 'niu', 1, 0.03),
    k3: await played('VR', 'k3', 1, 0),
  }
  // Two instances at once count nothing twice.
  await Promise.all([countReturns(services), countReturns(services)])
  while ((await countReturns(services)) > 0);
  const [biased, honest] = [await returnOf('niu'), await returnOf('k3')]
  expect(biased).toMatchObject({
    return_state: 'over',
    bets: 2 * VOLUME,
    draws: VOLUME,
    stake: (2 * VOLUME * STAKE_FEN) / 100,
    payout: (2 * wins.niu * STAKE_FEN * 1.95) / 100,
    published_return: '97.50',
  })
  expect(Number(biased.low)).toBeGreaterThanOrEqual(97.5)
  expect(Number(biased.high)).toBeGreaterThan(100)
  expect(honest).toMatchObject({ return_state: 'within', draws: VOLUME, outside_at: '' })
  expect(Number(honest.low)).toBeLessThan(97.5)
  expect(Number(honest.high)).toBeGreaterThan(97.5)
  const { venueId } = await venueNamed('QIPAI')
  expect(await alerts()).toMatchObject([{ subject: `game:${venueId}_niu`, times: 1 }])
  await countReturns(services)
  expect(await alerts()).toHaveLength(1)
  const { data } = await admin.call('POST /api/console/returns/list', { outside: 1 })
  expect(data.data.map(each => each.game)).toEqual(['niu'])
})

test('bets of the real feed are counted once, as they first settled; corrections are counted apart', async () => {
  const fg = await venueNamed('FG')
  const { memberId, token } = await site.member()
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) values (${fg.venueId}, 'fortune3', '招财进宝', '/art/tile-slots.webp')`,
  )
  await fund(services.db, memberId, 100_000n)
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: 100 },
    { token, key: 'to-the-game' },
  )
  const { data } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token },
  )
  const page = gamePage(venue.url)
  const { state } = (await page.enter(data.url)).data
  expect(state.history_url).toMatch(/#\/betRecord$/)
  const { bet } = (await page.bet(200)).data
  expect(await countReturns(services)).toBe(0)
  await readFeed(services, fg)
  await countReturns(services)
  const once = await returnOf('招财进宝')
  expect(once).toMatchObject({
    bets: 1,
    draws: 1,
    stake: 2,
    payout: bet.payout / 100,
    published_return: '96.59',
    corrected: 0,
  })
  const stored = present(
    await row(
      owner,
      sql<{
        version: bigint
        mathVersion: string
      }>`select version, math_version from bet where bet_id = ${bet.bet_id}`,
    ),
  )
  const [corrected] = await correctedInFeed(bet.bet_id, stored.version)
  await applyBets(services, fg, [corrected])
  await run(
    owner,
    sql`update venue_feed set cursor = ${corrected.version} where venue_id = ${fg.venueId}`,
  )
  await countReturns(services)
  expect(await returnOf('招财进宝')).toMatchObject({
    ...once,
    corrected: 1,
    counted_at: expect.any(String),
  })
})

/** The bet as a correction would bring it, with a payout of a hundred times the stake. */
async function correctedInFeed(betId: string, version: bigint) {
  const answer = await services.venues.client(await venueNamed('FG')).bet({ bet_id: betId })
  if (answer.kind !== 'ok') throw new Error('the venue does not answer')
  const { replay: _, ...bet } = answer.data
  return [{ ...bet, version: version + 1n, revision: 2, payout: 20_000n, net: 19_800n }] as const
}

test('the list is narrowed by venue and ordered as asked', async () => {
  const { venueId } = await venueNamed('VR')
  const list = async (body: object) =>
    (await admin.call('POST /api/console/returns/list', body)).data.data.map(each => each.game)
  expect(await list({ venue_id: venueId })).toEqual(['k3'])
  expect(await list({ order: 'gap' })).toHaveLength(3)
  expect((await list({ order: 'actual' })).indexOf('niu')).toBeLessThan(
    (await list({ order: 'actual' })).indexOf('k3'),
  )
})

test('a day of every game: its rows add up to the total, the venue and the turnover; a day without play says so', async () => {
  const { clock } = services
  await readFeed(services, await venueNamed('FG'))
  const today = beijingDay(clock.now())
  const report = async (day: string) =>
    (await admin.call('POST /api/console/returns/day', { day })).data
  const { games, total, liability } = await report(today)
  const real = present(games.find(each => each.game === '招财进宝'))
  const statement = await services.venues.client(await venueNamed('FG')).statement({ date: today })
  if (statement.kind !== 'ok') throw new Error('the venue does not answer')
  const { count, stake } = statement.data.bets
  expect([real.bets, real.stake]).toEqual([Number(count), Number(stake) / 100])
  expect(real.published_return).toBe('96.59')
  const sum = (field: 'bets' | 'stake' | 'valid' | 'payout' | 'house_net') =>
    games.reduce((all, game) => all + Math.round(game[field] * 100), 0) / 100
  for (const field of ['bets', 'stake', 'valid', 'payout', 'house_net'] as const)
    expect(total[field], field).toBe(sum(field))
  expect(total.house_net).toBe((total.stake * 100 - total.payout * 100) / 100)
  const turnover = await row(
    owner,
    sql<{
      stake: bigint
      valid: bigint
      payout: bigint
    }>`select sum(stake_fen)::bigint as stake, sum(valid_fen)::bigint as valid,
      sum(payout_fen)::bigint as payout from turnover_day d
      join venue v using (venue_id) where v.platname = 'FG' and d.day = ${today}`,
  )
  const { valid, payout } = present(turnover)
  expect([real.stake, real.valid, real.payout]).toEqual(
    [present(turnover).stake, valid, payout].map(fen => Number(fen) / 100),
  )
  expect(real.actual_return).toBe(((Number(payout) / Number(stake)) * 100).toFixed(2))
  const ledger = await row(
    owner,
    sql<{
      cash: bigint
      venues: bigint
    }>`select sum(posted_balance) filter (where account_code = 100)::bigint as cash,
      sum(posted_balance) filter (where account_code = 110)::bigint as venues from ledger.account`,
  )
  expect([liability.cash, liability.in_venues]).toEqual([
    Number(ledger?.cash) / 100,
    Number(ledger?.venues) / 100,
  ])
  const empty = await report('2020-01-01')
  expect(empty).toMatchObject({ day: '2020-01-01', games: [], total: { bets: 0, stake: 0 } })
  expect((await report('')).day).toBe(addDays(today, -1))
})

test('every round can be shown whole: when, what was staked, chosen and won, its state, numbers, proof and place', async () => {
  const round = await row(
    owner,
    sql<Record<string, unknown>>`
    select b.placed_at, b.settled_at, b.first_settled_at, b.stake_fen, b.valid_fen, b.payout_fen, b.net_fen, b.selection, b.status, b.version,
      b.revision, b.member_id, b.bet_id, b.round_id, b.game_code, b.math_version, b.fairness, v.platname, l.address, l.at as opened_at
    from bet b join venue v using (venue_id)
      left join lateral (select address, at from game_launch l where l.member_id = b.member_id and l.venue_id = b.venue_id and l.at <= b.placed_at
        order by l.at desc limit 1) l on true
    where v.platname = 'FG'`,
  )
  for (const [field, value] of Object.entries(present(round))) {
    expect(value, field).not.toBeNull()
    expect(value, field).not.toBe('')
  }
  expect(round).toMatchObject({
    address: expect.stringMatching(/^[\da-f.:]+$/),
    selection: { lines: 5 },
    fairness: { commit: expect.stringMatching(/^[0-9a-f]{64}$/), nonce: expect.any(Number) },
  })
  await expect(services.db.query(sql`update game_launch set address = '10.0.0.1'`)).rejects.toThrow(
    /permission denied/,
  )
})

test('a venue whose bets cannot be counted keeps no other from it, nor its alert', async () => {
  const [ill, other] = [await venueNamed('QIPAI'), await venueNamed('VR')]
  await run(owner, sql`update game_return set alerted_at = null where outside_at is not null`)
  await run(
    owner,
    sql`update game_return_cursor set version = 0 where venue_id = any(${[ill.venueId, other.venueId]}::int[])`,
  )
  const cure = await poisonWhere(owner, 'game_return_cursor', `new.venue_id = ${ill.venueId}`)
  await expect(countReturns(services)).rejects.toThrow('poisoned')
  await cure()
  const cursors = await rows(
    owner,
    sql<{
      venueId: number
    }>`select venue_id from game_return_cursor where version > 0 and venue_id = any(${[ill.venueId, other.venueId]}::int[])`,
  )
  expect(cursors).toEqual([{ venueId: other.venueId }])
  expect(
    await rows(
      owner,
      sql`select 1 from game_return where alerted_at is null and outside_at is not null`,
    ),
  ).toEqual([])
})
