// A member sees where the account is open, and ends it there; no session lasts longer than a month.
import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
const DAY_MS = 86_400_000
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

type Shown = {
  sessions: { mark: string; current: boolean; device: string; address: string }[]
  previous_login: { device: string; address: string } | null
}
const show = async (token: string) =>
  (await site.call<Shown>('POST /api/safety/show', {}, { token })).data
const isOpen = async (token: string) =>
  (await site.call('POST /api/user', {}, { token })).code === 200
const end = (token: string, mark = '') =>
  site.call<{ ended: number }>('POST /api/safety/sessions/end', { mark }, { token })

async function logIn(name: string, agent = PHONE) {
  const headers = { 'user-agent': agent, 'x-forwarded-for': '203.0.113.7' }
  const body = { name, password: 'secret1', code: 'abcd' }
  clock.advance(1_000)
  return (await site.call<{ api_token: string }>('POST /api/login', body, { headers })).data
    .api_token
}

describe('a member', () => {
  test('sees every session, roughly where it is and which is this one', async () => {
    const { name } = await site.member()
    const token = await logIn(name)
    const { sessions } = await show(token)
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({
      current: true,
      device: 'iPhone · Safari',
      address: '203.0.*.*',
    })
    expect(sessions[1]?.current).toBe(false)
  })
  test('sees the log-in before this one', async () => {
    const { name } = await site.member()
    await logIn(name)
    const { previous_login } = await show(
      await logIn(name, 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0'),
    )
    expect(previous_login).toMatchObject({ device: 'iPhone · Safari', address: '203.0.*.*' })
  })
  test('ends another session at once, and only that one', async () => {
    const { name, token } = await site.member()
    const [lost, kept] = [await logIn(name), await logIn(name)]
    expect(await isOpen(lost)).toBe(true)
    // Oldest last: the session of the registration, the lost one, the kept one.
    const { sessions } = await show(kept)
    expect((await end(kept, sessions[1]!.mark)).data).toEqual({ ended: 1 })
    expect([await isOpen(lost), await isOpen(kept), await isOpen(token)]).toEqual([
      false,
      true,
      true,
    ])
  })
  test('ends all others, with the tickets that came from them', async () => {
    const { name, memberId, token } = await site.member()
    await run(owner, sql`update member set isagent = true where member_id = ${memberId}`)
    const thief = await logIn(name)
    const link = await site.call<{ url: string }>('GET /api/getAgentLoginUrl', {}, { token: thief })
    const ticket = link.data.url.split('#ticket=')[1]!
    expect((await end(token)).data).toEqual({ ended: 1 })
    expect([await isOpen(thief), await isOpen(token)]).toEqual([false, true])
    const entered = await site.call('POST /api/agent/login', { ticket, name: '', password: '' })
    expect(entered.code).toBe(401)
  })
  test('who ends others where there are none keeps the game that is open', async () => {
    await addVenues(owner)
    const { name, memberId, token } = await site.member()
    await run(
      owner,
      sql`insert into venue_player (member_id, venue_id, launched_at) select ${memberId}::bigint, min(venue_id),
        ${clock.now()}::timestamptz from venue`,
    )
    const ending = async () =>
      (await rows(owner, sql`select 1 from play_end where member_id = ${memberId}`)).length
    expect([(await end(token)).data, await ending()]).toEqual([{ ended: 0 }, 0])
    await logIn(name)
    expect([(await end(token)).data, await ending()]).toEqual([{ ended: 1 }, 1])
  })
  test('cannot end another member’s session', async () => {
    const [mine, other] = [await site.member(), await site.member()]
    const { sessions } = await show(other.token)
    expect((await end(mine.token, sessions[0]!.mark)).code).toBe(404)
    expect(await isOpen(other.token)).toBe(true)
  })
})

describe('a session', () => {
  const useDaily = async (token: string, days: number) => {
    for (let day = 0; day < days; day++) {
      clock.advance(DAY_MS)
      if (!(await isOpen(token))) return day
    }
    return days
  }
  test('that is used every day ends after thirty days', async () => {
    const { token } = await site.member()
    expect(await useDaily(token, 40)).toBe(29)
  })
  test('that is not used ends after seven', async () => {
    const { token } = await site.member()
    clock.advance(7 * DAY_MS)
    expect(await isOpen(token)).toBe(false)
  })
  test('of the agents’ site lasts no longer than the one its ticket came from', async () => {
    const { token, memberId } = await site.member()
    await run(owner, sql`update member set isagent = true where member_id = ${memberId}`)
    await useDaily(token, 20)
    const link = await site.call<{ url: string }>('GET /api/getAgentLoginUrl', {}, { token })
    const ticket = link.data.url.split('#ticket=')[1]!
    const entered = await site.call<{ api_token: string }>('POST /api/agent/login', {
      ticket,
      name: '',
      password: '',
    })
    expect(entered.code).toBe(200)
    expect(await useDaily(entered.data.api_token, 20)).toBe(9)
  })
})
