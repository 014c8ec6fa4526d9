// What a profile allows on one spin, by age, from the launch on: at the real venue.
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { FUNDS_SETTING, fundsSchema } from '../../src/areas/protection/protection.ts'
import { readVersioned } from '../../src/kernel/setting.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addGames, addVenues, fund, openTestVenue } from '../support/venue.ts'
import { clear, enable, prove } from './support.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'] })
const venue = await openTestVenue()
const clock = new TestClock()
const site = await openTestSite(database.url, {
  venueUrl: venue.url,
  clock,
  env: { COUNTRY_HEADER: 'x-country' },
})
const TOO_MUCH = 4109

beforeEach(() => enable(site))

async function call(path: string, token: string, body: object) {
  const answer = await fetch(venue.url + path, {
    method: 'POST',
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as {
    code: number
    data: { token: string; state: { game: { stakes: number[] }; cycle_ms: number } }
  }
}

/** A member of an age in years, playing a slot; the profiles are enabled after the registration. */
async function playing(years: number, ...names: Parameters<typeof enable>[1][]) {
  const born = new Date(clock.now())
  born.setUTCFullYear(born.getUTCFullYear() - years)
  const member = await site.member({ birthday: born.toISOString().slice(0, 10) })
  await fund(owner, member.memberId, 100_000n)
  await prove(owner, member.memberId, 2)
  const transfer = { sourcetype: 'userbalance', targettype: 'FG', amount: '200' }
  await site.call('POST /api/transfer', transfer, { token: member.token })
  await clear(owner, member.memberId, clock.now())
  const { version } = await readVersioned(owner, FUNDS_SETTING, fundsSchema)
  await site.call('POST /api/protection/funds', { version }, { token: member.token })
  await enable(site, ...names)
  const { data, message } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token: member.token, headers: { 'x-country': 'MT' } },
  )
  expect(data?.url, message).toBeTruthy()
  const { data: entered } = await call('/api/session', '', {
    token: new URL(data.url).hash.slice(3),
  })
  return {
    stakes: entered.state.game.stakes,
    bet: async (stake: number) =>
      (await call('/api/bets', entered.token, { client_bet_id: `stake-${years}-${stake}`, stake }))
        .code,
  }
}

test('under GB five pounds on one spin, two below 25 years, neither offered nor taken above', async () => {
  const grown = await playing(25, 'GB')
  expect(Math.max(...grown.stakes)).toBeLessThanOrEqual(4_500)
  expect(Math.max(...grown.stakes)).toBeGreaterThan(1_800)
  expect(await grown.bet(5_000)).toBe(TOO_MUCH)
  expect(await grown.bet(Math.max(...grown.stakes))).toBe(0)
  await enable(site)
  const young = await playing(24, 'GB')
  expect(Math.max(...young.stakes)).toBeLessThanOrEqual(1_800)
  expect(await young.bet(Math.max(...grown.stakes))).toBe(TOO_MUCH)
  expect(await young.bet(Math.max(...young.stakes))).toBe(0)
})

test('under base and under a profile without such a rule the venue says what may be staked', async () => {
  const { stakes, bet } = await playing(30, 'MT')
  expect(Math.max(...stakes)).toBeGreaterThan(4_500)
  expect(await bet(5_000)).toBe(0)
})
