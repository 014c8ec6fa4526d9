// Free rounds at the sandbox venue: given by hand, by an activity and with a level, paid once for
// what they won, and never to who is blocked.
import { grantState } from '@tianping/contract/freeRounds/facts'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { gamePage } from '../../../venue/test/support/support.ts'
import { decideApplication } from '../../src/areas/activity/decide.ts'
import { writeRule } from '../../src/areas/activity/writeRule.ts'
import { runClosing } from '../../src/areas/closing/job.ts'
import {
  checkFreeRounds,
  FREE_ROUNDS_SETTING,
  freeRoundsSchema,
  giveForLevels,
  runFreeRounds,
} from '../../src/areas/freeRounds/freeRounds.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { desk } from '../console/support.ts'
import { openSlotSite } from '../support/slotSite.ts'
import { arm } from '../support/venue.ts'

const { owner, clock, venue, site, chief, other } = await openSlotSite()

type Setting = Partial<(typeof freeRoundsSchema)['_output']>
const configure = (value: Setting) =>
  writeSetting(owner, FREE_ROUNDS_SETTING, freeRoundsSchema, value, {
    name: 'test',
    at: clock.now(),
  })
await configure({ monthFen: 100_000_00 })

const gift = { venue: 'FG', games: 'fortune3', stake: '2', days: 7, turnover_times: 10 }
const give = (by: typeof chief, member: bigint, more: object = {}) =>
  by.call('POST /api/console/free-rounds/give', {
    ...gift,
    member: String(member),
    rounds: 3,
    reason: '补偿',
    ...more,
  })
type Row = { no: string; left: number; won: number; paid: number; standing: string }
const own = async (token: string) =>
  (await site.call<{ data: Row[] }>('POST /api/freeRounds', { page: 1 }, { token })).data.data
const stateOf = async (grantNo: string) =>
  (
    await theRow(
      owner,
      sql<{ state: number }>`select state from free_round_grant where grant_no = ${grantNo}`,
    )
  ).state
const fg = async () => (await site.services.venues.named('FG'))!
/** Jobs of some seconds. */
const turn = async () => {
  for (let time = 0; time < 3; time += 1) {
    await runFreeRounds(site.services)
    clock.advance(16_000)
  }
}

async function play(token: string, ref: string, spins: number) {
  const launched = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token },
  )
  const page = gamePage(venue.url)
  await page.enter(launched.data.url)
  let won = 0
  for (let spin = 0; spin < spins; spin += 1) {
    clock.advance(2_500)
    const client_bet_id = `c-${randomBytes(8).toString('hex')}`
    const { data, message } = await page.call('POST', '/api/bets', {
      client_bet_id,
      stake: 200,
      free: ref,
    })
    expect(data, message).not.toBeNull()
    won += data.bet.payout
  }
  return won
}

test('a small gift goes out by one operator, is played, and what it won is a bonus with turnover, paid once', async () => {
  const { token, memberId } = await site.member()
  const given = await give(chief, memberId, { rounds: 60 })
  expect(given).toMatchObject({ code: 200, message: '已发放' })
  const no = given.data.grant_no
  await runFreeRounds(site.services)
  expect(await own(token)).toMatchObject([{ no, left: 60, standing: 'open' }])
  const tiles = async () =>
    (await site.call<{ free_rounds: object[] }>('POST /api/game/mine', {}, { token })).data
      .free_rounds
  const tile = { platform_name: 'FG', game_code: 'fortune3' }
  expect(await tiles()).toEqual([{ ...tile, left: 60 }])
  // Three rounds of four win nothing: sixty do so once in ten million times.
  const won = await play(token, no, 60)
  expect(won).toBeGreaterThan(0)
  while ((await readFeed(site.services, await fg())) > 0);
  expect(await own(token)).toMatchObject([{ left: 0, won: won / 100 }])
  expect(await tiles()).toEqual([])
  await turn()
  await turn()
  expect(await own(token)).toMatchObject([{ standing: 'paid', paid: won / 100 }])
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(BigInt(won))
  expect(await requirementsOf(owner, memberId)).toMatchObject([
    { source: { type: 'free_rounds', id: no }, requiredFen: BigInt(won) * 10n, state: 'open' },
  ])
  // The rounds themselves are no turnover and no result of play.
  expect(
    await rows(
      owner,
      sql`select 1 from turnover_day where member_id = ${memberId} and valid_fen > 0`,
    ),
  ).toEqual([])
  const { checks } = await reconcile(site.services.db, {
    extraChecks: [checkVenues(site.services), checkFreeRounds(site.services)],
  })
  expect(checks.flatMap(({ differences }) => differences)).toEqual([])
})

test('from the limit on another operator has to approve it, and neither may be the member', async () => {
  await configure({ monthFen: 100_000_00, secondFromFen: 10_00 })
  const { token, memberId } = await site.member()
  // One stake below the limit takes one operator; the next counts with it.
  const some = async () => (await site.member()).memberId
  const answers = [await give(other, await some(), { rounds: 4 })]
  answers.push(await give(other, await some(), { rounds: 1 }))
  expect(answers.map(({ message }) => message)).toEqual(['已发放', '已提交，等待另一位同事复核'])
  const given = await give(chief, memberId, { rounds: 5 })
  expect(given.message).toBe('已提交，等待另一位同事复核')
  const { grant_no } = given.data
  await turn()
  expect(await own(token)).toEqual([])
  expect(await chief.call('POST /api/console/free-rounds/approve', { grant_no })).toMatchObject({
    message: '须由另一位同事复核',
  })
  expect(await other.call('POST /api/console/free-rounds/approve', { grant_no })).toMatchObject({
    code: 200,
  })
  await turn()
  expect(await own(token)).toMatchObject([{ no: grant_no, standing: 'open' }])
  expect(
    await other.call('POST /api/console/free-rounds/reject', { grant_no, remark: 'x' }),
  ).toMatchObject({ code: 409 })
  await configure({ monthFen: 100_000_00 })
})

test('the budget of a month is a hard stop, also for two at once', async () => {
  const budget = async () => (await chief.call('POST /api/console/free-rounds/budget')).data
  const { given } = await budget()
  await configure({ monthFen: given * 100 + 10_00 })
  const members = await Promise.all([site.member(), site.member(), site.member()])
  const answers = await Promise.all(
    members.map(({ memberId }) => give(chief, memberId, { rounds: 5 })),
  )
  expect(answers.map(({ message }) => message).toSorted()).toEqual([
    '已发放',
    '本月赠送旋转预算已用完，无法发放',
    '本月赠送旋转预算已用完，无法发放',
  ])
  expect(await budget()).toMatchObject({ left: 0 })
  await configure({ monthFen: 100_000_00 })
})

const block = (memberId: bigint, kind: 'exclusion' | 'timeout', days: number) =>
  transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind,
      term: `${days}d`,
      until: new Date(clock.now().getTime() + days * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )

test('an excluded member gets none, loses what is open, and is paid nothing of it', async () => {
  const { token, memberId } = await site.member()
  const { grant_no } = (await give(chief, memberId)).data
  await runFreeRounds(site.services)
  await play(token, grant_no, 2)
  while ((await readFeed(site.services, await fg())) > 0);
  const late = (await give(chief, memberId)).data.grant_no
  await block(memberId, 'exclusion', 366)
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.forfeited)
  expect(await stateOf(late)).toBe(grantState.forfeited)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(0n)
  const said = await site.services.venues.client(await fg()).freeRounds({ ref: grant_no })
  expect(said).toMatchObject({ kind: 'ok', data: { status: 'CANCELLED' } })
  expect((await give(chief, memberId)).code).not.toBe(200)
  await transaction(owner, tx => giveForLevels(tx, [{ memberId, vip: 2 }], clock.now()))
  const all = await rows(owner, sql`select 1 from free_round_grant where member_id = ${memberId}`)
  expect(all).toHaveLength(2)
})

test('a level gives once, and an activity gives with its approval', async () => {
  const level = { venue: 'FG', games: ['fortune3'], stakeFen: 200, rounds: 4, days: 3 }
  await configure({ monthFen: 100_000_00, levelGifts: [{ ...level, vip: 2 }] })
  const { token, memberId } = await site.member()
  for (let time = 0; time < 2; time += 1)
    await transaction(owner, tx => giveForLevels(tx, [{ memberId, vip: 2 }], clock.now()))
  expect(await own(token)).toEqual([])
  await runFreeRounds(site.services)
  expect(await own(token)).toHaveLength(1)
  clock.advance(1_000)
  const { typeId } = await theRow(
    owner,
    sql<{ typeId: number }>`insert into activity_type (name) values ('新游') returning type_id`,
  )
  const { activityId } = await theRow(
    owner,
    sql<{ activityId: number }>`insert into activity (type_id, title, banner, content)
      values (${typeId}, '新游体验', '', '') returning activity_id`,
  )
  await writeRule(
    owner,
    activityId,
    { bonus: { kind: 'free_rounds', ...level }, turnoverTimes: 5 },
    { name: 'test', at: clock.now() },
  )
  const applied = await site.call(
    'POST /api/doactivityapply',
    { activityid: activityId },
    { token, key: 'free-rounds-apply-1' },
  )
  expect(applied.code, applied.message).toBe(200)
  const { applicationId } = await theRow(
    owner,
    sql<{
      applicationId: string
    }>`select application_id from activity_application where member_id = ${memberId}`,
  )
  await transaction(owner, tx =>
    decideApplication(tx, {
      memberId,
      applicationId,
      pass: true,
      reason: '',
      by: { name: 'other', actor: { type: 'system', id: 'test' } },
      now: clock.now(),
    }),
  )
  await runFreeRounds(site.services)
  expect(await own(token)).toMatchObject([{ left: 4, turnover_times: 5 }, { turnover_times: 10 }])
})

test('a stake that the game does not offer is refused, also in the gift of a level', async () => {
  const { memberId } = await site.member()
  expect(await give(chief, memberId, { stake: '1.99' })).toMatchObject({
    code: 400,
    message: expect.stringContaining('fortune3 没有这个注额，每转可选 '),
    data: { field: 'stake' },
  })
  expect(await give(chief, memberId, { venue: 'LIVE', games: 'lions' })).toMatchObject({
    data: { field: 'games' },
  })
  const level = { vip: 3, venue: 'FG', games: ['fortune3'], stakeFen: 199, rounds: 4, days: 3 }
  const { version } = (await chief.call('POST /api/console/rules/show', { key: 'free_rounds' }))
    .data
  const propose = (levelGifts: object[]) =>
    chief.call('POST /api/console/rules/propose', {
      key: 'free_rounds',
      version,
      value: { monthFen: 100_000_00, levelGifts },
      note: '试',
    })
  const refused = await propose([level])
  expect(refused.message).toContain('没有这个注额')
  const taken = await propose([{ ...level, stakeFen: 200 }])
  expect(taken.code, taken.message).toBe(200)
})

const titles = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{ title: string }>`select title from message where member_id = ${memberId}`,
    )
  ).map(({ title }) => title)

test('a member is told once the venue took the rounds, and never of rounds it refused', async () => {
  const level = { venue: 'FG', games: ['fortune3'], rounds: 4, days: 3 }
  const levelGifts = [
    { ...level, stakeFen: 200, vip: 3 },
    // No stake of the game.
    { ...level, stakeFen: 199, vip: 4 },
  ]
  await configure({ monthFen: 100_000_00, levelGifts })
  const [lucky, other] = [await site.member(), await site.member()]
  const promoted = [
    { memberId: lucky.memberId, vip: 3 },
    { memberId: other.memberId, vip: 4 },
  ]
  await transaction(owner, tx => giveForLevels(tx, promoted, clock.now()))
  expect(await titles(lucky.memberId)).not.toContain('您获得赠送旋转')
  await turn()
  expect((await titles(lucky.memberId)).filter(title => title === '您获得赠送旋转')).toHaveLength(1)
  expect(await titles(other.memberId)).not.toContain('您获得赠送旋转')
  expect(await own(other.token)).toEqual([])
  const refused = sql`select state, said from free_round_grant where member_id = ${other.memberId}`
  expect(await rows(owner, refused)).toEqual([
    { state: grantState.failed, said: '场馆拒绝（2006）' },
  ])
  await configure({ monthFen: 100_000_00 })
})

test('a venue that hides its answers still gives each grant once, and pays it once', async () => {
  const { token, memberId } = await site.member()
  const { grant_no } = (await give(chief, memberId)).data
  arm(venue, { kind: 'drop_after', endpoint: 'grantFreeRounds', ref: grant_no, count: 1 })
  await runFreeRounds(site.services)
  expect(await stateOf(grant_no)).toBe(grantState.sending)
  clock.advance(60_000)
  await runFreeRounds(site.services)
  expect(await stateOf(grant_no)).toBe(grantState.open)
  const won = await play(token, grant_no, 3)
  arm(venue, { kind: 'error_after', endpoint: 'cancelFreeRounds', ref: grant_no, count: 1 })
  // The feed is behind: nothing is paid before it says what the venue says.
  await chief.call('POST /api/console/free-rounds/end', { grant_no, remark: '结束' })
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.settling)
  while ((await readFeed(site.services, await fg())) > 0);
  clock.advance(600_000)
  await Promise.all([runFreeRounds(site.services), runFreeRounds(site.services)])
  clock.advance(600_000)
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.paid)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(BigInt(won))
})

test('what expires is paid as far as it was played, with the bound of one grant', async () => {
  await configure({ monthFen: 100_000_00, maxPaidFen: 1 })
  const { token, memberId } = await site.member()
  const { grant_no } = (await give(chief, memberId, { rounds: 60, days: 1 })).data
  await runFreeRounds(site.services)
  let won = await play(token, grant_no, 30)
  // Three rounds of four win nothing.
  for (let more = 0; won <= 1 && more < 29; more += 1) won += await play(token, grant_no, 1)
  expect(won).toBeGreaterThan(1)
  while ((await readFeed(site.services, await fg())) > 0);
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.open)
  clock.advance(DAY_MS)
  await turn()
  expect(await own(token)).toMatchObject([{ standing: 'paid', won: won / 100, paid: 0.01 }])
  await configure({ monthFen: 100_000_00 })
})

test('a break takes nothing of free rounds: nothing is sent or paid in it, and all of it afterwards', async () => {
  const { token, memberId } = await site.member()
  const giver = await desk(site, 'admin')
  const { grant_no } = (await give(giver, memberId, { rounds: 60, days: 1 })).data
  await runFreeRounds(site.services)
  let won = await play(token, grant_no, 30)
  for (let more = 0; won === 0 && more < 29; more += 1) won += await play(token, grant_no, 1)
  expect(won).toBeGreaterThan(0)
  while ((await readFeed(site.services, await fg())) > 0);
  const late = (await give(giver, memberId)).data.grant_no
  await block(memberId, 'timeout', 3)
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.open)
  expect(await stateOf(late)).toBe(grantState.sending)
  clock.advance(2 * DAY_MS)
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.settling)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(0n)
  const { checks } = await reconcile(site.services.db, {
    extraChecks: [checkFreeRounds(site.services)],
  })
  expect(checks.find(({ name }) => name === 'free-rounds')?.differences).toEqual([])
  clock.advance(DAY_MS)
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.paid)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(BigInt(won))
  expect(await stateOf(late)).toBe(grantState.open)
})

test('who closes the account is paid at once what was played, and the account waits for that', async () => {
  const { token, memberId } = await site.member()
  const giver = await desk(site, 'admin')
  const { grant_no } = (await give(giver, memberId, { rounds: 60 })).data
  await runFreeRounds(site.services)
  let won = await play(token, grant_no, 30)
  for (let more = 0; won === 0 && more < 29; more += 1) won += await play(token, grant_no, 1)
  const late = (await give(giver, memberId)).data.grant_no
  const wish = { password: 'secret1', paypassword: '888888', reason: '' }
  expect((await site.call('POST /api/closing/ask', wish, { token })).code).toBe(200)
  const look = async () => {
    await run(owner, sql`update member set closing_checked_at = null where closing_at is not null`)
    return runClosing(site.services)
  }
  expect(await look()).toBe(0)
  const shown = await site.call('POST /api/closing', {}, { token })
  expect(shown.data).toMatchObject({ pending: [{ what: '未结算的赠送旋转', count: 2 }] })
  while ((await readFeed(site.services, await fg())) > 0);
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.paid)
  expect(await stateOf(late)).toBe(grantState.forfeited)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(BigInt(won))
  expect(await look(), 'the money is still there').toBe(0)
})

test('nothing is paid into an account that has closed', async () => {
  const { token, memberId } = await site.member()
  const giver = await desk(site, 'admin')
  const { grant_no } = (await give(giver, memberId, { rounds: 3 })).data
  await runFreeRounds(site.services)
  await play(token, grant_no, 3)
  while ((await readFeed(site.services, await fg())) > 0);
  await run(
    owner,
    sql`update member set closing_at = now(), closed_at = now() where member_id = ${memberId}`,
  )
  await turn()
  expect(await stateOf(grant_no)).toBe(grantState.forfeited)
  expect((await balances(owner, memberId)).cashAvailableFen).toBe(0n)
})
