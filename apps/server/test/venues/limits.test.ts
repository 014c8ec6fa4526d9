// A member's limits hold in every wallet and every tab: games run at the venues, by sessions of
// their own.
import { rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { PROTECTION_SETTING, protectionSchema } from '../../src/areas/protection/setting.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { setAside } from '../support/aside.ts'
import { addGames, addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await addGames(owner, { FG: ['fortune3'], OB: ['orchard3'] })
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const tiredVenue = await openTestVenue({ limits: { merchantPerSecond: 0, merchantBurst: 3 } })
const tired = await openTestSite(database.url, { venueUrl: tiredVenue.url })
const support = await desk(site, 'support')
const CODES = { FG: 'fortune3', OB: 'orchard3' } as const
type Member = { token: string; memberId: bigint }

async function call(path: string, token: string | null, body?: object) {
  const answer = await fetch(venue.url + path, {
    method: body ? 'POST' : 'GET',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await answer.json()) as {
    code: number
    data: { token: string; state: State; session: State['session'] }
  }
}
type State = { session: { net: number; net_limit_left: number | null } }

const launch = ({ token }: Member, platname: keyof typeof CODES) =>
  site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: platname, game_type: 0, game_code: CODES[platname], is_mobile_url: 1 },
    { token },
  )
/** A game of a member, open in a tab: its session at the venue and what the page knows. */
async function open(member: Member, platname: keyof typeof CODES) {
  const { data, message } = await launch(member, platname)
  expect(data?.url, message).toBeTruthy()
  const entered = await call('/api/session', null, { token: new URL(data.url).hash.slice(3) })
  expect(entered.code).toBe(0)
  const { token, state } = entered.data
  let bets = 0
  return {
    left: state.session.net_limit_left,
    alive: async () => (await call('/api/state', token)).code === 0,
    bet: (stake: number) =>
      call('/api/bets', token, {
        client_bet_id: `limits-${token.slice(0, 8).replaceAll('_', '-')}-${++bets}`,
        stake,
      }),
  }
}
async function player(): Promise<Member> {
  const member = await site.member()
  await fund(owner, member.memberId, 1_000_00n)
  for (const platname of ['FG', 'OB'])
    await site.call(
      'POST /api/transfer',
      { sourcetype: 'userbalance', targettype: platname, amount: '200' },
      { token: member.token },
    )
  return member
}
const limit = (member: Member, amount: string) =>
  support.call('POST /api/console/members/limit/set', {
    id: Number(member.memberId),
    kind: 'loss_day',
    amount,
    remark: '会员要求',
  })

test('one limit of losses for all wallets: opening another game ends the first, and what was lost counts once', async () => {
  const member = await player()
  await limit(member, '50')
  const first = await open(member, 'FG')
  expect(first.left).toBe(50_00)
  // Settled again as lost, whatever it won.
  arm(venue, { kind: 'resettle', endpoint: 'placeBet', venue: 'FG', count: 1, payout: 0 } as never)
  expect((await first.bet(20_00)).code).toBe(0)
  const second = await open(member, 'OB')
  expect([second.left, await first.alive()]).toEqual([30_00, false])
  const again = await open(member, 'FG')
  expect(
    [again.left, await second.alive()],
    'what the session lost is not taken off twice',
  ).toEqual([30_00, false])
  expect((await again.bet(50_00)).code, 'more than is left').toBe(4102)
})

test('a venue that does not say it ended a game keeps a limited member from opening the next', async () => {
  const member = await player()
  await limit(member, '50')
  await open(member, 'FG')
  arm(venue, { kind: 'error_after', endpoint: 'kick', venue: 'FG', count: 1 })
  expect((await launch(member, 'OB')).message).toBe(
    '您设有净输限额，其他游戏暂时无法结束，请稍后再试',
  )
  expect((await open(member, 'OB')).left).toBe(50_00)
})

test('a venue that refuses to end a game (too many calls, say) has not ended it', async () => {
  // It takes three calls, the player, the money and the launch, and refuses what follows.
  const member = await tired.member()
  await fund(owner, member.memberId, 1_000_00n)
  await tired.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '200' },
    { token: member.token },
  )
  const opened = await tired.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: CODES.FG, is_mobile_url: 1 },
    { token: member.token },
  )
  expect(opened.data.url).toBeTruthy()
  const set = await (
    await desk(tired, 'support')
  ).call('POST /api/console/members/exclude', {
    id: Number(member.memberId),
    days: 30,
    remark: '会员要求',
  })
  expect(set.message).toContain('没有答复，那里的游戏可能还开着')
})

test('whoever has no limit keeps his tabs', async () => {
  const member = await player()
  const first = await open(member, 'FG')
  await open(member, 'OB')
  expect([first.left, await first.alive()]).toEqual([null, true])
})

test.each([
  ['a stricter limit of losses', 'limit/set', { kind: 'loss_day', amount: '50' }],
  ['an exclusion', 'exclude', { days: 30 }],
  ['a lock', 'lock', {}],
  ['ending his log-ins', 'logout', { session: '' }],
])('%s ends the games that are open', async (_what, path, more) => {
  const member = await player()
  const tabs = [await open(member, 'FG'), await open(member, 'OB')]
  expect(
    (
      await support.call(
        `POST /api/console/members/${path}` as never,
        { id: Number(member.memberId), remark: '会员要求', ...more } as never,
      )
    ).code,
  ).toBe(200)
  expect(await Promise.all(tabs.map(tab => tab.alive()))).toEqual([false, false])
})

test.each([
  ['logging off', 'POST /api/logoff', {}],
  [
    'a changed password',
    'POST /api/editPassword',
    { password: 'secret1', paypassword: 'another99' },
  ],
])('%s ends the games too', async (_what, name, body) => {
  const member = await player()
  const tab = await open(member, 'FG')
  expect((await site.call(name, body, { token: member.token })).code).toBe(200)
  await expect.poll(() => tab.alive()).toBe(false)
})

test('a game that is opened right after logging off is not ended with those before, however slow the venue', async () => {
  const member = await player()
  const before = await open(member, 'FG')
  arm(venue, { kind: 'delay', endpoint: 'kick', venue: 'FG', count: 1, delay_ms: 400 })
  expect((await site.call('POST /api/logoff', {}, { token: member.token })).code).toBe(200)
  const again = {
    ...member,
    token: await site.enter(member.memberId),
  }
  const after = await open(again, 'FG')
  expect([await before.alive(), await after.alive()]).toEqual([false, true])
  expect(
    await rows(owner, sql`select 1 from play_end where member_id = ${member.memberId}`),
  ).toEqual([])
  expect(await after.alive(), 'when all endings are done').toBe(true)
})

test('a game that a venue did not end is asked for again until it does, and no other opens there before', async () => {
  // What the tired venue above still owes is not this test's.
  await run(owner, sql`delete from play_end`)
  const member = await player()
  const tab = await open(member, 'FG')
  arm(venue, { kind: 'drop_before', endpoint: 'kick', venue: 'FG', count: 3 })
  const locked = await support.call('POST /api/console/members/lock', {
    id: Number(member.memberId),
    remark: '被盗',
  })
  expect(locked.message).toContain('系统会继续尝试结束')
  await support.call('POST /api/console/members/unlock', {
    id: Number(member.memberId),
    remark: '已核实',
  })
  const again = {
    ...member,
    token: await site.enter(member.memberId),
  }
  const due = () =>
    run(
      owner,
      sql`update play_end set due_at = now() - interval '1 minute' where member_id = ${member.memberId}`,
    )
  await due()
  expect((await launch(again, 'FG')).message, 'asked once more, and refused').toBe(
    '游戏场馆暂时无法连接，请稍后再试',
  )
  expect(await tab.alive()).toBe(true)
  await due()
  await checkPendingTransfers(site.services)
  expect(
    await rows(owner, sql`select attempts from play_end where member_id = ${member.memberId}`),
  ).toEqual([{ attempts: 3 }])
  await checkPendingTransfers(site.services)
  expect(await tab.alive(), 'not before its time').toBe(true)
  await due()
  await checkPendingTransfers(site.services)
  expect(
    await rows(owner, sql`select 1 from play_end where member_id = ${member.memberId}`),
  ).toEqual([])
  expect(await tab.alive()).toBe(false)
  expect(await (await open(again, 'FG')).alive()).toBe(true)
})

test('what was asked for often enough waits for the next launch, which ends it', async () => {
  const member = await player()
  const tab = await open(member, 'FG')
  await run(
    owner,
    sql`insert into play_end (member_id, venue_id, due_at, attempts) select member_id, venue_id, now() - interval '1 minute', 179 from venue_player where member_id = ${member.memberId} and launched_at is not null`,
  )
  arm(venue, { kind: 'drop_before', endpoint: 'kick', venue: 'FG', count: 1 })
  await checkPendingTransfers(site.services)
  expect(
    await rows(owner, sql`select due_at as due from play_end where member_id = ${member.memberId}`),
  ).toEqual([{ due: null }])
  const after = await open(member, 'FG')
  expect([await tab.alive(), await after.alive()]).toEqual([false, true])
})

test('what is staked and undecided counts as lost when a limited member opens a game', async () => {
  const member = await player()
  await limit(member, '50')
  await run(
    owner,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at)
    select ${member.memberId}, venue_id, 'undecided', 1, 1, 'orchard3', 'r1', '{}', 2000, 0, 0, 0, 2, '{}', '1', now() from venue where platname = 'OB'`,
  )
  expect((await open(member, 'FG')).left).toBe(30_00)
  await run(owner, sql`update bet set status = 0 where member_id = ${member.memberId}`)
  expect((await open(member, 'FG')).left, 'given back').toBe(50_00)
})

test('a venue that has lost the player has nothing to end', async () => {
  const member = await player()
  await open(member, 'FG')
  await run(venue.venue.db, sql`delete from player where player_id = ${member.memberId.toString()}`)
  const lock = { id: Number(member.memberId), remark: '被盗' }
  expect((await support.call('POST /api/console/members/lock', lock)).message).not.toContain(
    '没有答复',
  )
  expect(await rows(owner, sql`select from play_end where member_id = ${member.memberId}`)).toEqual(
    [],
  )
})

test('a venue that does not end a game is asked for a week', async () => {
  const member = await player()
  await open(member, 'FG')
  arm(venue, { kind: 'drop_before', endpoint: 'kick', venue: 'FG', count: 180 })
  await support.call('POST /api/console/members/lock', {
    id: Number(member.memberId),
    remark: '被盗',
  })
  let asked = 1
  let seconds = 0
  for (;;) {
    const [end] = await rows(
      owner,
      sql<{ wait: number | null }>`
      select extract(epoch from due_at - now())::float8 as wait from play_end where member_id = ${member.memberId}`,
    )
    if (!end || end.wait === null) break
    seconds += end.wait
    await run(
      owner,
      sql`update play_end set due_at = now() - interval '1 minute' where member_id = ${member.memberId}`,
    )
    await checkPendingTransfers(site.services)
    asked++
  }
  expect(asked).toBe(180)
  expect(Math.round(seconds / 86_400)).toBe(7)
  // So much silence gave the venue a rest, which ends with what it failed at.
  venue.venue.faults?.clear()
  await run(owner, sql`update venue_link set failures = 0, rests_until = null`)
  site.services.venues.connections.breaker.forget()
})

test('where one game at a time is allowed, opening another ends the first at its venue; elsewhere both stay open', async () => {
  const member = await player()
  const setOneGame = (oneGame: boolean) =>
    writeSetting(
      owner,
      PROTECTION_SETTING,
      protectionSchema,
      { oneGame },
      { name: 'test', at: new Date() },
    )
  const first = await open(member, 'FG')
  const beside = await open(member, 'OB')
  expect([await first.alive(), await beside.alive()], 'as it is without the setting').toEqual([
    true,
    true,
  ])
  await setOneGame(true)
  try {
    const only = await open(member, 'FG')
    expect([await first.alive(), await beside.alive(), await only.alive()]).toEqual([
      false,
      false,
      true,
    ])
    arm(venue, { kind: 'error_after', endpoint: 'kick', venue: 'FG', count: 1 })
    expect((await launch(member, 'OB')).message).toBe(
      '同一时间只能打开一个游戏，其他游戏暂时无法结束，请稍后再试',
    )
  } finally {
    await setOneGame(false)
  }
})

test('what was staked in a bet that is set aside is not known, and no limit is reckoned without it', async () => {
  const [member, free] = [await player(), await player()]
  await limit(member, '100')
  for (const { memberId } of [member, free]) await setAside(owner, { memberId, venueId: 6 })
  expect((await launch(member, 'OB')).message).toBe('游戏场馆暂时无法连接，请稍后再试')
  expect((await launch(free, 'OB')).code, 'who has no limit plays on').toBe(200)
  await run(owner, sql`delete from venue_bet_aside`)
  expect((await launch(member, 'OB')).code).toBe(200)
})
