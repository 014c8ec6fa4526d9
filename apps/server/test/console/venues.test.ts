import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { openTestVenue } from '../support/venue.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { arm, fund } from '../support/venue.ts'
import { desk } from './support.ts'

const venue = await openTestVenue()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
for (const [rank, code] of ['alpha', 'beta'].entries())
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image, rank) values (1, ${code}, ${`游戏${code}`}, '/art/tile-live.webp', ${rank})`,
  )
const site = await openTestSite(url, { venueUrl: venue.url, clock })
const [chief, other, eyes] = [
  await desk(site, 'admin', 'chief'),
  await desk(site, 'admin', 'other'),
  await desk(site, 'support', 'eyes'),
]
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      before: object
      after: object
      note: string
    }>`select action, operator, before, after, note from audit_log where subject = ${subject} order by audit_id`,
  )
const shown = async (id: number) =>
  (await eyes.call('POST /api/console/venues/list')).data.find(each => each.venue_id === id)!
/** Instances re-read the venues every few seconds. */
const settle = () => clock.advance(6_000)

describe('a venue', () => {
  test('in maintenance lets nobody in; who did it and why is written down', async () => {
    const member = await site.member()
    await fund(site.services.db, member.memberId, 500_00n)
    const { venue_id, seen, name, rank } = await shown(1)
    const asked = { venue_id, seen, name, rank, state: 'maintenance' as const, note: '' }
    expect(await chief.call('POST /api/console/venues/save', asked)).toMatchObject({
      code: 400,
      message: '请填写原因',
    })
    expect(
      (await chief.call('POST /api/console/venues/save', { ...asked, note: '场馆升级' })).code,
    ).toBe(200)
    settle()
    expect(
      await site.call(
        'POST /api/transfer',
        { sourcetype: 'userbalance', targettype: 'LIVE', amount: 100 },
        { token: member.token },
      ),
    ).toMatchObject({ code: 400, message: '沙盒真人维护中，暂不支持转入' })
    expect(
      (
        await site.call(
          'POST /api/getGameUrl',
          { plat_name: 'LIVE', game_type: 0, game_code: 'alpha', is_mobile_url: 1 },
          { token: member.token },
        )
      ).message,
    ).toBe('沙盒真人维护中，请稍后再试')
    // What was seen is no longer there.
    expect(
      await other.call('POST /api/console/venues/save', { ...asked, state: 'open', note: '恢复' }),
    ).toMatchObject({ code: 409, message: '该场馆已被他人修改，请刷新后重试' })
    expect(
      (
        await other.call('POST /api/console/venues/save', {
          ...asked,
          seen: (await shown(1)).seen,
          state: 'open',
          note: '恢复',
        })
      ).code,
    ).toBe(200)
    settle()
    expect(
      (
        await site.call(
          'POST /api/transfer',
          { sourcetype: 'userbalance', targettype: 'LIVE', amount: 100 },
          { token: member.token },
        )
      ).code,
    ).toBe(200)
    expect(await auditOf('venue:1')).toMatchObject([
      {
        action: 'venue.maintenance',
        operator: 'chief',
        before: { state: 'open' },
        after: { state: 'maintenance' },
        note: '场馆升级',
      },
      {
        action: 'venue.open',
        operator: 'other',
        before: { state: 'maintenance' },
        after: { state: 'open' },
      },
    ])
    expect(await shown(1)).toMatchObject({ members: 1, held: 100, games: 2, games_shown: 2 })
  })

  test('says when its feed was last read', async () => {
    expect((await shown(2)).feed_lag_seconds).toBe(-1)
    await run(
      owner,
      sql`insert into venue_feed (venue_id, cursor, read_at) values (2, 41, ${clock.now()})`,
    )
    clock.advance(90_000)
    expect(await shown(2)).toMatchObject({ feed_lag_seconds: 90, feed_cursor: 41 })
  })
})

describe('a game', () => {
  const listed = async (filter: object = {}) =>
    (await eyes.call('POST /api/console/games/list', { venue_id: 1, ...filter })).data.data
  const home = async () =>
    (
      await site.call<{ game_code: string }[]>('GET /api/game/list', { category: 'realbet' })
    ).data.map(game => game.game_code)

  test('is hidden, ordered and taken off the home page, for members at once', async () => {
    expect(await home()).toEqual(['alpha', 'beta'])
    const save = async (code: string, change: object) => {
      const {
        venue_id,
        game_code,
        seen,
        rank,
        shown: on,
        on_home,
      } = (await listed()).find(game => game.game_code === code)!
      return chief.call('POST /api/console/games/save', {
        venue_id,
        game_code,
        seen,
        rank,
        shown: on ? 1 : 0,
        on_home: on_home ? 1 : 0,
        ...change,
      })
    }
    expect((await save('alpha', { rank: 9 })).code).toBe(200)
    expect(await home()).toEqual(['beta', 'alpha'])
    expect((await save('beta', { shown: 0 })).code).toBe(200)
    expect(await home()).toEqual(['alpha'])
    expect((await listed({ shown: 0 })).map(game => game.game_code)).toEqual(['beta'])
    expect((await listed({ q: '游戏ALP' })).map(game => game.game_code)).toEqual(['alpha'])
    expect((await save('alpha', { on_home: 0 })).code).toBe(200)
    expect(await home()).toEqual([])
    expect(await auditOf('game:1:beta')).toMatchObject([
      { action: 'game.save', before: { shown: true }, after: { shown: false } },
    ])
  })

  test('that another changed meanwhile is not written over', async () => {
    const [game] = await listed()
    const asked = {
      venue_id: 1,
      game_code: game!.game_code,
      seen: game!.seen,
      rank: 5,
      shown: 1 as const,
      on_home: 1 as const,
    }
    const saves = await Promise.all(
      [chief, other].map((one, at) =>
        one.call('POST /api/console/games/save', { ...asked, rank: 50 + at }),
      ),
    )
    expect(saves.map(save => save.code).toSorted()).toEqual([200, 409])
  })
})

test('a venue and its games come onto the site from here: closed and hidden until somebody opens them', async () => {
  await run(owner, sql`delete from game`)
  await run(owner, sql`delete from venue where platname = 'VR'`)
  settle()
  expect((await chief.call('POST /api/console/venues/missing')).data).toEqual(['VR'])
  const asked = {
    platname: 'VR',
    name: '沙盒彩票',
    category: 'lottery' as const,
    slot_tab: '' as const,
    rank: 9,
  }
  expect(
    (await chief.call('POST /api/console/venues/add', { ...asked, platname: 'NOPE' })).message,
  ).toBe('没有接入该场馆')
  const { data } = await chief.call('POST /api/console/venues/add', asked)
  settle()
  expect(await shown(data!.venue_id)).toMatchObject({
    platname: 'VR',
    name: '沙盒彩票',
    state: 'maintenance',
    games: 0,
  })
  expect((await other.call('POST /api/console/venues/add', asked)).code, 'once').toBe(409)
  const first = (await chief.call('POST /api/console/games/sync', { venue_id: data!.venue_id }))
    .data
  expect(first).toMatchObject({ known: 0, gone: [] })
  expect(first.added).toBeGreaterThan(0)
  expect(await shown(data!.venue_id)).toMatchObject({ games: first.added, games_shown: 0 })
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image, rank) values (${data!.venue_id}, 'left', '旧游戏', '/x.webp', 1)`,
  )
  expect(
    (await chief.call('POST /api/console/games/sync', { venue_id: data!.venue_id })).data,
  ).toEqual({ added: 0, known: first.added, gone: ['旧游戏'] })
  expect((await eyes.call('POST /api/console/games/sync', { venue_id: data!.venue_id })).code).toBe(
    403,
  )
  expect((await auditOf(`venue:${data!.venue_id}`)).map(deed => deed.action)).toEqual([
    'venue.add',
    'game.sync',
    'game.sync',
  ])
})

test('a transfer whose outcome the venue has not told is listed with its trail', async () => {
  const member = await site.member()
  await fund(site.services.db, member.memberId, 500_00n)
  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  const before = (await eyes.call('POST /api/console/transfers/list', { state: 2 })).data.total
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'LIVE', amount: 200 },
    { token: member.token },
  )
  const { data } = await eyes.call('POST /api/console/transfers/list', { state: 2 })
  expect(data.total).toBe(before + 1)
  const [pending] = data.data
  expect(pending).toMatchObject({
    username: member.name,
    venue: '沙盒真人',
    direction: 'IN',
    amount: 200,
    moved: null,
    state: 2,
  })
  const trail = (
    await eyes.call('POST /api/console/transfers/show', {
      tx_id: pending!.tx_id,
      member_id: pending!.member_id,
    })
  ).data.trail
  expect(trail.map(line => [line.phase, line.account, line.layer, line.amount])).toEqual([
    ['pending', '中心钱包', 'pending', -200],
    ['pending', '场馆余额', 'pending', 200],
  ])
  expect(
    await eyes.call('POST /api/console/transfers/show', { tx_id: 'none', member_id: 1 }),
  ).toMatchObject({ code: 404, message: '该转账不存在' })
})
