// One switch stops all play of the site, on every instance, and leaves money its ways home.
import { rows, run, sql, transaction, type Tx } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { playRule } from '../../src/areas/venues/venues.ts'
import { lockSetting } from '../../src/kernel/operator/settingForm.sql.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { bankTransfer, bind, give } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { untilSomeoneWaits } from '../support/locks.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { addGames, addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
await addGames(owner, { FG: ['fortune3'] })
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const second = await openTestSite(database.url, { venueUrl: venue.url })
const [risk, boss, finance, support] = [
  await desk(site, 'risk'),
  await desk(site, 'admin'),
  await desk(site, 'finance'),
  await desk(site, 'support'),
]
type Member = { token: string; memberId: bigint }

const STOPPED = '全站游戏暂停，请稍后再来；存款、取款与转回不受影响'
const launch = (at: typeof site, { token }: Member) =>
  at.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
    { token },
  )
const move = ({ token }: Member, to: 'FG' | 'userbalance') =>
  site.call(
    'POST /api/transfer',
    { sourcetype: to === 'FG' ? 'userbalance' : 'FG', targettype: to, amount: '50' },
    { token },
  )
/** What a game's page asks the venue: to enter by the ticket of its address, then for its state. */
const enter = async ({ url }: { url: string }) => {
  const body = JSON.stringify({ token: new URL(url).hash.slice(3) })
  const answer = await fetch(`${venue.url}/api/session`, { method: 'POST', body })
  return (await answer.json()) as { code: number; data: { token: string } }
}
const goesOn = async (token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${venue.url}/api/state`, { headers })
  return ((await answer.json()) as { code: number }).code === 0
}
async function player(): Promise<Member> {
  const member = await site.member()
  await fund(owner, member.memberId, 500_00n)
  expect((await move(member, 'FG')).code).toBe(200)
  return member
}
/** A game in a tab; answers whether it still goes on. */
async function open(member: Member) {
  const { data, message } = await launch(site, member)
  expect(data?.url, message).toBeTruthy()
  const entered = await enter(data)
  expect(entered.code).toBe(0)
  return () => goesOn(entered.data.token)
}
/** No ticket opens a game of this member any more. */
async function ended({ memberId }: Member) {
  const left = sql`select from launch where player_id = ${String(memberId)} and used_at is null and voided_at is null`
  expect(await rows(venue.venue.db, left), 'a ticket that still opens it').toEqual([])
}
const stop = (by = risk) => by.call('POST /api/console/play/stop', { remark: '演练' })
/** Turned on again as it has to be: by another than who asked for it. */
async function resume() {
  await risk.call('POST /api/console/play/resume', { remark: '恢复' })
  const { data } = await risk.call('POST /api/console/play/show')
  return finance.call('POST /api/console/rules/approve', { id: data.proposal!.id })
}

test('one operator stops all play at once on every instance, and open games end at the venues', async () => {
  const [anna, bert] = [await player(), await player()]
  const alive = [await open(anna), await open(bert)]
  expect(await Promise.all(alive.map(each => each()))).toEqual([true, true])
  // A venue that does not do it at once is asked again.
  arm(venue, { kind: 'drop_before', endpoint: 'kick', venue: 'FG', count: 1 })
  expect((await stop()).code).toBe(200)
  for (const at of [site, second])
    expect(await launch(at, anna)).toMatchObject({ code: 400, message: STOPPED })
  await checkPendingTransfers(second.services)
  expect((await Promise.all(alive.map(each => each()))).toSorted()).toEqual([false, true])
  expect((await risk.call('POST /api/console/play/show')).data.ending).toBe(1)
  await run(owner, sql`update play_end set due_at = '2020-01-01'`)
  await checkPendingTransfers(site.services)
  expect(await Promise.all(alive.map(each => each()))).toEqual([false, false])
  expect((await risk.call('POST /api/console/play/show')).data).toMatchObject({
    open: false,
    changed_by: risk.name,
    note: '演练',
    ending: 0,
  })
  expect((await resume()).code).toBe(200)
  expect((await launch(second, anna)).code).toBe(200)
})

test('while play is stopped nothing goes to a venue, and money comes back, in and out', async () => {
  const member = await player()
  await stop()
  expect(await move(member, 'FG')).toMatchObject({ code: 400, message: STOPPED })
  expect((await move(member, 'userbalance')).code).toBe(200)
  const paid = { ...bankTransfer, amount: '100' }
  expect((await site.call('POST /api/recharge', paid, { token: member.token })).code).toBe(200)
  await give(site, member.memberId, 300_00n)
  const bank = await bind(site, member.token)
  const asked = { amount: 200, password: '888888', bank, type: 1 }
  const out = await site.call('POST /api/withdraw', asked, { token: member.token })
  expect(out, out.message).toMatchObject({ code: 200 })
  expect((await resume()).code).toBe(200)
  await assertBooksHold(owner)
})

test('it takes two to turn play on again, and the permission to stop it', async () => {
  expect((await stop(support)).code).toBe(403)
  expect(await risk.call('POST /api/console/play/stop', { remark: '' })).toMatchObject({
    code: 400,
    message: '请填写原因',
  })
  expect((await stop(boss)).code).toBe(200)
  expect(await stop()).toMatchObject({ code: 409, message: '全站游戏已经停止' })
  expect((await boss.call('POST /api/console/play/resume', { remark: '恢复' })).code).toBe(200)
  const { data } = await boss.call('POST /api/console/play/show')
  expect(data).toMatchObject({ open: false, proposal: { proposed_by: boss.name } })
  const { id } = data.proposal!
  expect((await boss.call('POST /api/console/rules/approve', { id })).code).toBe(409)
  const member = await site.member()
  expect((await launch(site, member)).message).toBe(STOPPED)
  expect((await finance.call('POST /api/console/rules/approve', { id })).code).toBe(200)
  expect((await boss.call('POST /api/console/play/show')).data.open).toBe(true)
  const { data: log } = await boss.call('POST /api/console/audit/list', { action: 'play.stop' })
  expect(log.data[0]).toMatchObject({ operator: boss.name, note: '演练' })
})

/** What comes of a game that is at the venue already and waits for its mark while this is done. */
async function openedDuring(member: Member, act: (tx: Tx) => Promise<unknown>) {
  const opening = await transaction(owner, async tx => {
    // What turning the switch holds.
    await lockSetting(tx, 'play')
    const launched = launch(second, member)
    await untilSomeoneWaits(owner)
    await act(tx)
    return { launched }
  })
  return opening.launched
}

test('a game that opens while its member takes a break is refused, and ends', async () => {
  const member = await player()
  const rest = { term: '24h', days: '', password: 'secret1' }
  const answer = await openedDuring(member, async () => {
    const { token } = member
    const { code } = await site.call('POST /api/protection/timeout', rest, { token })
    expect(code).toBe(200)
  })
  expect(answer).toMatchObject({ code: 400, message: expect.stringMatching(/^您的账户已暂停使用/) })
  await ended(member)
})

test('a game that opens while the switch is turned is refused, and ends', async () => {
  const member = await player()
  const by = { name: 'test', at: new Date(), proposedBy: '' }
  const answer = await openedDuring(member, tx => playRule.write!(tx, { open: false }, by))
  expect(answer).toMatchObject({ code: 400, message: STOPPED })
  await ended(member)
})
