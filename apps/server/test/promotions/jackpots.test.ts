// Jackpots at the sandbox venue: set up by two persons, filled and won by bets, booked to the fen.
import { run, rows, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { SANDBOX_MERCHANT } from '@tianping/venue-protocol'
import { correctBet } from '../../../venue/server/play/correctBet.ts'
import { deskOf } from '../../../venue/server/venue.ts'
import { gamePage } from '../../../venue/test/support/support.ts'
import {
  checkJackpots,
  JACKPOT_SETTING,
  jackpotSchema,
  runJackpots,
} from '../../src/areas/jackpots/jackpots.ts'
import { profiles } from '../../src/areas/profiles/profiles.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { reconcile, rollUpHouse } from '../../src/ledger/reconcile.ts'
import { enable } from '../profiles/support.ts'
import { poison, poisonWhere } from '../support/poison.ts'
import { pastHorizon } from '../support/horizon.ts'
import { openSlotSite } from '../support/slotSite.ts'
import { fund } from '../support/venue.ts'

const { owner, clock, venue, site, chief, other } = await openSlotSite()

const pool = {
  ref: 'koi',
  name: '锦鲤奖池',
  venue: 'FG',
  games: ['fortune3'],
  shareHundredths: 300,
  seedFen: 1_000,
  boundFen: 1_010,
  open: true,
}
const key = 'jackpots'

async function propose(value: object) {
  const { data } = await chief.call('POST /api/console/rules/show', { key })
  const asked = { key, version: data.version, value, note: '奖池' }
  return chief.call('POST /api/console/rules/propose', asked)
}
async function configure(...pools: object[]) {
  expect(await propose({ pools })).toMatchObject({ code: 200 })
  const { data } = await chief.call('POST /api/console/rules/show', { key })
  const approve = { id: data.proposal!.id, remark: '' }
  expect(await other.call('POST /api/console/rules/approve', approve)).toMatchObject({ code: 200 })
  await runJackpots(site.services)
}
const fg = async () => (await site.services.venues.named('FG'))!
const feed = async () => {
  while ((await readFeed(site.services, await fg())) > 0);
}
type Shown = { name: string; games: string[]; pool: number; bound: number; seed: number }
const shown = async () => (await site.call<Shown[]>('GET /api/jackpots', {})).data

/** The page of a slot in which a member has some money. */
async function seated() {
  const { token, memberId } = await site.member()
  await fund(owner, memberId, 100_00n)
  const amount = { sourcetype: 'userbalance', targettype: 'FG', amount: '100' }
  expect(await site.call('POST /api/transfer', amount, { token })).toMatchObject({ code: 200 })
  const launch = { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 }
  const { data } = await site.call<{ url: string }>('POST /api/getGameUrl', launch, { token })
  const page = gamePage(venue.url)
  await page.enter(data.url)
  const spin = async () => {
    clock.advance(2_500)
    const client_bet_id = `c-${randomBytes(8).toString('hex')}`
    return (await page.call('POST', '/api/bets', { client_bet_id, stake: 200 })).data.bet
  }
  return { token, memberId, spin }
}

async function differences() {
  const { checks } = await reconcile(site.services.db, {
    extraChecks: [checkVenues(site.services), checkJackpots(site.services)],
  })
  return checks.flatMap(each => each.differences)
}

test('two persons set a pool up, bets fill it, a win is told and paid, and the books agree with the venue', async () => {
  await configure(pool)
  expect(await shown()).toMatchObject([
    { name: '锦鲤奖池', games: ['fortune3'], pool: 10, bound: 10.1, seed: 10 },
  ])
  const { token, memberId, spin } = await seated()
  // Six fen of each stake: the second passes the bound, if the first has not won.
  const first = await spin()
  const won = first.jackpot > 0 ? first : await spin()
  expect(won.jackpot).toBeGreaterThanOrEqual(1_006)
  await feed()
  const booked = await rows(
    owner,
    sql<{ accountCode: number; fen: bigint }>`
    select account_code, sum(e.amount)::bigint as fen from ledger.entry e join ledger.transaction t using (member_id, transaction_id)
    where t.code = 'jackpot' and e.layer = 'posted' group by 1 order by 1`,
  )
  const shares = won === first ? 6n : 12n
  const paid = BigInt(won.jackpot)
  expect(booked).toEqual([
    { accountCode: 270, fen: 1_000n + shares - paid },
    { accountCode: 350, fen: -1_000n },
    { accountCode: 410, fen: paid - shares },
  ])
  expect(await differences()).toEqual([])
  await runJackpots(site.services)
  const told = () =>
    rows(
      owner,
      sql<{
        title: string
      }>`select title from message where member_id = ${memberId} and title = '您赢得奖池'`,
    )
  expect(await told()).toHaveLength(1)
  await runJackpots(site.services)
  expect(await told()).toHaveLength(1)
  await pastHorizon(owner)
  await rollUpHouse(owner)
  const { data: rooms } = await chief.call('POST /api/console/jackpots/list')
  expect(rooms).toMatchObject([{ ref: 'koi', open: true, paid: Number(paid) / 100, said: '' }])
  expect(rooms[0]!.booked).toBe(Number(1_000n + shares - paid) / 100)
  const { data: wins } = await chief.call('POST /api/console/jackpots/wins', { page: 1 })
  expect(wins).toMatchObject({ data: [{ won: Number(paid) / 100 }], total: 1 })
  // The win is in the member's record and is no return of the game's mathematics.
  const { payoutFen, wonFen } = await theRow(
    owner,
    sql<{
      payoutFen: bigint
      wonFen: bigint
    }>`select payout_fen, (selection -> 'jackpot' ->> 'won')::bigint as won_fen from bet
    where member_id = ${memberId} and bet_id = ${won.bet_id}`,
  )
  expect([payoutFen, wonFen]).toEqual([BigInt(won.payout), paid])
  expect(token).not.toBe('')
})

test('a win that the venue made void is taken back in the books, and the pool holds it again', async () => {
  await configure({ ...pool, boundFen: 1_001 })
  const { spin } = await seated()
  const won = await spin()
  expect(won.jackpot).toBeGreaterThan(0)
  await feed()
  const { id } = deskOf(venue.venue, 'FG', SANDBOX_MERCHANT.merchant)!
  await correctBet(venue.venue, id, won.bet_id, { kind: 'void' })
  await feed()
  expect(await differences()).toEqual([])
  const { data } = await chief.call('POST /api/console/jackpots/wins', { page: 1 })
  expect(data.data.map(each => each.bet_id)).not.toContain(won.bet_id)
})

test('what a setting takes out is closed at the venue and shown no more, and its money stays', async () => {
  await configure()
  expect(await shown()).toEqual([])
  const { data } = await chief.call('POST /api/console/jackpots/list')
  expect(data).toMatchObject([{ ref: 'koi', open: false }])
  expect(data[0]!.pool).toBeGreaterThan(0)
  // A venue that said nothing for a minute is not quoted.
  await configure(pool)
  expect(await shown()).toHaveLength(1)
  clock.advance(61_000)
  expect(await shown()).toEqual([])
  expect(await differences()).toEqual([])
})

test('a pool of unknown games, or two of one game, is refused before it waits for approval; its cost is shown', async () => {
  const unknown = await propose({ pools: [{ ...pool, games: ['no-such'] }] })
  expect(unknown.message).toBe('FG没有游戏 no-such')
  expect((await propose({ pools: [{ ...pool, venue: 'NO' }] })).message).toBe('没有场馆 NO')
  expect((await propose({ pools: [pool, { ...pool, ref: 'b' }] })).code).not.toBe(200)
  expect((await propose({ pools: [{ ...pool, boundFen: 1_000 }] })).code).not.toBe(200)
  await run(
    owner,
    sql`insert into play_day (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
    select ${(await site.member()).memberId}, ${new Date(clock.now().getTime() - 86_400_000)}::date, venue_id, 'fortune3', 1, 1000000, 1000000, 0
    from venue where platname = 'FG'`,
  )
  const value = { pools: [{ ...pool, seedFen: 1_000, boundFen: 3_000 }] }
  const { data } = await chief.call('POST /api/console/rules/cost', { key, value })
  // Three percent of ¥10,000.00, and as much again in seeds: a pool is won half-way on average.
  const after = data.lines.map(each => [each.label, each.after])
  expect(after).toContainEqual(['计入奖池的投注份额', 300])
  expect(after).toContainEqual(['平均投入的种子', 300])
})

test('neither a venue nor a winner that fails keeps another winner from the news', async () => {
  const [ill, lucky] = [await site.member(), await site.member()]
  for (const { memberId } of [ill, lucky])
    await run(
      owner,
      sql`
      insert into jackpot_bet (member_id, venue_id, bet_id, jackpot_no, cycle, share_fen, won_fen, at)
      select ${memberId}, venue_id, 'news', jackpot_no, cycle, 0, 100, ${clock.now()} from jackpot_pool where ref = 'koi'`,
    )
  const told = async (who: typeof ill) =>
    (
      await rows(
        owner,
        sql`select 1 from message where member_id = ${who.memberId} and title = '您赢得奖池'`,
      )
    ).length
  const { venueId } = await fg()
  const cures = [
    await poisonWhere(owner, 'jackpot_pool', `new.venue_id = ${venueId}`),
    await poison(owner, 'message', ill.memberId),
  ]
  await expect(runJackpots(site.services)).rejects.toThrow('2 failed: 1 failed: poisoned')
  expect([await told(ill), await told(lucky)]).toEqual([0, 1])
  for (const cure of cures) await cure()
  await runJackpots(site.services)
  await runJackpots(site.services)
  expect([await told(ill), await told(lucky)]).toEqual([1, 1])
  await run(owner, sql`delete from jackpot_bet where bet_id = 'news'`)
})

test('where the operator or a profile offers no jackpots none is open, and the money stays', async () => {
  const setting = (value: object) =>
    writeSetting(owner, JACKPOT_SETTING, jackpotSchema, value, { name: 'test', at: clock.now() })
  await setting({ pools: [pool] })
  await runJackpots(site.services)
  const atVenue = async () => {
    const said = await site.services.venues.client(await fg()).jackpots({})
    return said.kind === 'ok' ? said.data.items.filter(each => each.ref === 'koi') : []
  }
  const held = (await atVenue())[0]?.pool
  expect(await atVenue()).toMatchObject([{ open: true }])
  await setting({ allowed: false, pools: [pool] })
  expect(await shown()).toEqual([])
  await runJackpots(site.services)
  expect(await atVenue()).toMatchObject([{ open: false, pool: held }])
  await setting({ pools: [pool] })
  await runJackpots(site.services)
  expect(await atVenue()).toMatchObject([{ open: true, pool: held }])
  // No regime that ships refuses jackpots: one that does is written as its file would be.
  const { MT } = profiles
  MT!.settings.jackpotsRefused = true
  await enable(site, 'MT')
  expect(await shown()).toEqual([])
  await runJackpots(site.services)
  expect(await atVenue()).toMatchObject([{ open: false, pool: held }])
  expect((await propose({ pools: [pool] })).message).toBe('已启用的辖区规则不允许奖池')
  MT!.settings.jackpotsRefused = null
  await enable(site)
  expect(await differences()).toEqual([])
})
