import { rows, run, sql, theRow } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { raiseFlags, raiseFlagsOf, runRisk } from '../../src/areas/risk/flags.ts'
import { RISK_SETTING, riskSchema } from '../../src/areas/risk/setting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock })
const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(clock.now().getTime() - hours * HOUR_MS)

/** Registrations come from an address each; here they all log in again from where the test says. */
async function member(address: string, agent = 'Mozilla/5.0 test', mark = '') {
  const made = await site.member()
  await run(owner, sql`delete from login_trace where member_id = ${made.memberId}`)
  await run(owner, sql`delete from device_trace where member_id = ${made.memberId}`)
  const entered = await site.call(
    'POST /api/login',
    { name: made.name, password: 'secret1', code: 'abcd' },
    {
      headers: {
        'x-forwarded-for': address,
        'user-agent': agent,
        cookie: `tianping_device=${mark}`,
      },
    },
  )
  expect(entered.code).toBe(200)
  return made
}
let serial = 0
const deposit = (memberId: bigint, fen: bigint, at: Date) =>
  run(
    owner,
    sql`
  insert into deposit_order (member_id, deposit_no, method, amount_fen, state, waits_for, credited_fen, created_at, decided_at, action_key)
  values (${memberId}, ${`D-${++serial}`}, 'card', ${fen}, 2, '', ${fen}, ${at}, ${at}, ${`d${serial}`})`,
  )
const bet = (
  memberId: bigint,
  b: { venueId?: number; round?: string; side?: string; stake: bigint; payout: bigint; at: Date },
) =>
  run(
    owner,
    sql`
  insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
  values (${memberId}, ${b.venueId ?? 1}, ${`b${++serial}`}, 1, 1, 'baccarat', ${b.round ?? `r${serial}`}, ${JSON.stringify({ side: b.side ?? 'x' })}::jsonb, ${b.stake}, ${b.stake}, ${b.payout}, ${b.payout - b.stake}, 1,
    '{}', '1', ${b.at}, ${b.at}, ${b.at})`,
  )
async function bindSame(memberId: bigint, digit: number) {
  return (
    await theRow(
      owner,
      sql<{ id: bigint }>`
    insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', ${Buffer.alloc(32, digit)}, ${clock.now()}, ${`c${memberId}-${digit}`}) returning card_id as id`,
    )
  ).id
}
const flagsOf = (memberId: bigint, kind: string) =>
  rows(
    owner,
    sql<{ subject: string; inputs: Record<string, unknown>; state: number; ruleVersion: number }>`
    select subject, inputs, state, rule_version from risk_flag where member_id = ${memberId} and kind = ${kind} order by flag_id`,
  )
const raise = () => raiseFlags(site.services.db, clock.now())

describe('each rule, on real rows', () => {
  test('three members from one address are flagged, two are not; one device flags two, whatever their addresses, and like browsers at one address flag nobody', async () => {
    const [a, b, c] = [
      await member('10.1.1.1', 'same'),
      await member('10.1.1.1', 'same'),
      await member('10.1.1.1', 'same'),
    ]
    const mark = 'ab'.repeat(16)
    const [d, e] = [await member('10.1.1.2', 'X', mark), await member('10.1.1.3', 'Y', mark)]
    await raise()
    expect(await flagsOf(a.memberId, 'shared_address')).toMatchObject([
      {
        subject: '10.1.1.1',
        inputs: { members: 3, others: [Number(b.memberId), Number(c.memberId)] },
      },
    ])
    expect(await flagsOf(a.memberId, 'shared_device')).toEqual([])
    expect(await flagsOf(d.memberId, 'shared_address')).toEqual([])
    expect(await flagsOf(d.memberId, 'shared_device')).toMatchObject([
      { inputs: { agent: 'Y', members: 2, others: [Number(e.memberId)] } },
    ])
    expect(
      await rows(owner, sql`select 1 from device_trace where device = ${mark}`),
      'the mark itself is not kept',
    ).toEqual([])
  })

  test('one card number bound by two members flags both, unbound or not', async () => {
    const [a, b, c] = [await member('10.2.0.1'), await member('10.2.0.2'), await member('10.2.0.3')]
    for (const each of [a, b]) await bindSame(each.memberId, 7)
    await bindSame(c.memberId, 8)
    await run(
      owner,
      sql`update card set unbound_at = ${clock.now()} where member_id = ${a.memberId}`,
    )
    await raise()
    for (const each of [a, b])
      expect(await flagsOf(each.memberId, 'shared_card')).toMatchObject([
        { inputs: { bank: '沙盒商业银行', tail: '5678', members: 2 } },
      ])
    expect(await flagsOf(c.memberId, 'shared_card')).toEqual([])
  })

  test('promotions that are a large part of the deposits are flagged, the same with deposits behind them are not', async () => {
    const [taker, player] = [await member('10.3.0.1'), await member('10.3.0.2')]
    for (const { memberId } of [taker, player]) {
      for (let nonce = 0; nonce < 4; nonce++)
        await run(
          owner,
          sql`
        insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen, last_deposit_at, earned, turnover_times, claimed_at, action_key)
        values (${memberId}, ${`p${memberId}-${nonce}`}, '2026-11-19', ${nonce}, '', 10000, 100, 20000, 1, 1, ${ago(30)}, 9, 1, ${ago(24)}, ${`p${nonce}`})`,
        )
    }
    await deposit(taker.memberId, 1_000_00n, ago(48))
    await deposit(player.memberId, 9_000_00n, ago(48))
    await raise()
    expect(await flagsOf(taker.memberId, 'bonus_abuse')).toMatchObject([
      { subject: '2026-11', inputs: { promotions_fen: 400_00, deposits_fen: 1_000_00, times: 4 } },
    ])
    expect(await flagsOf(player.memberId, 'bonus_abuse')).toEqual([])
  })

  test('linked members who bet differently on the same rounds with like stakes are flagged; strangers, and the same side, are not', async () => {
    const [one, other] = [await member('10.4.0.1', 'X'), await member('10.4.0.1', 'Y')]
    const [stranger, same] = [await member('10.4.0.2'), await member('10.4.0.1', 'Z')]
    for (const round of ['k1', 'k2', 'k3']) {
      await bet(one.memberId, { round, side: 'banker', stake: 500_00n, payout: 0n, at: ago(3) })
      await bet(other.memberId, {
        round,
        side: 'player',
        stake: 480_00n,
        payout: 960_00n,
        at: ago(3),
      })
      await bet(stranger.memberId, {
        round,
        side: 'player',
        stake: 500_00n,
        payout: 1000_00n,
        at: ago(3),
      })
      await bet(same.memberId, { round, side: 'banker', stake: 500_00n, payout: 0n, at: ago(3) })
    }
    await raise()
    expect((await flagsOf(one.memberId, 'opposite_sides')).map(flag => flag.subject)).toEqual([
      `pair:${other.memberId}`,
    ])
    expect(await flagsOf(one.memberId, 'opposite_sides')).toMatchObject([
      {
        inputs: {
          rounds: 3,
          stake_fen: 1_500_00,
          against_fen: 1_440_00,
          linked_by: '网络地址',
          sample: ['k3', 'k2', 'k1'],
        },
      },
    ])
    expect(await flagsOf(stranger.memberId, 'opposite_sides')).toEqual([])
    expect((await flagsOf(same.memberId, 'opposite_sides')).map(flag => flag.subject)).toEqual([
      `pair:${other.memberId}`,
    ])
  })

  test('a withdrawal soon after deposits that were hardly played is flagged, one that was played through is not', async () => {
    const [quick, player] = [await member('10.5.0.1'), await member('10.5.0.2')]
    for (const { memberId } of [quick, player]) {
      const cardId = await bindSame(memberId, 20 + (serial % 100))
      await deposit(memberId, 2_000_00n, ago(6))
      await run(
        owner,
        sql`
        insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, created_at, action_key) values (${memberId}, ${`W-${++serial}`}, ${cardId}, 1, '银行卡', 190000, ${ago(1)}, ${`w${serial}`})`,
      )
    }
    await bet(quick.memberId, { stake: 2_000_00n, payout: 1_950_00n, at: ago(4) })
    await bet(player.memberId, { stake: 6_000_00n, payout: 5_800_00n, at: ago(4) })
    await raise()
    expect(await flagsOf(quick.memberId, 'rapid_in_out')).toMatchObject([
      {
        inputs: { deposits_fen: 2_000_00, withdrawal_fen: 1_900_00, valid_fen: 2_000_00, hours: 5 },
      },
    ])
    expect(await flagsOf(player.memberId, 'rapid_in_out')).toEqual([])
  })

  test('a new card after a reset password, and a withdrawal to it: flagged when it is asked for, and only the member who asked', async () => {
    const [reset, plain] = [await member('10.7.0.1'), await member('10.7.0.2')]
    await run(
      owner,
      sql`insert into account_change (member_id, kind, operator, at) values (${reset.memberId}, 'password_reset', 'support', ${ago(3)})`,
    )
    for (const { memberId } of [reset, plain]) {
      const cardId = await bindSame(memberId, 20 + (serial % 100))
      await run(owner, sql`update card set bound_at = ${ago(2)} where card_id = ${cardId}`)
      await run(
        owner,
        sql`
        insert into withdrawal_order (member_id, withdrawal_no, card_id, kind, method, amount_fen, created_at, action_key) values (${memberId}, ${`W-${++serial}`}, ${cardId}, 1, '银行卡', 190000, ${ago(1)}, ${`w${serial}`})`,
      )
    }
    await raiseFlagsOf(site.services, plain.memberId)
    expect(await flagsOf(reset.memberId, 'changed_payout')).toEqual([])
    await raiseFlagsOf(site.services, reset.memberId)
    expect(await flagsOf(reset.memberId, 'changed_payout')).toMatchObject([
      { inputs: { change: 'password_reset', withdrawal_fen: 1_900_00, hours: 2 } },
    ])
    expect(await flagsOf(plain.memberId, 'changed_payout')).toEqual([])
  })

  test('a look at one member finds what a look at everybody finds', async () => {
    const all = () =>
      rows(owner, sql`select member_id, kind, subject, inputs from risk_flag order by 1, 2, 3`)
    await raise()
    const found = await all()
    const members = await rows(
      owner,
      sql<{ memberId: bigint }>`select member_id from member order by member_id`,
    )
    await run(owner, sql`delete from risk_flag`)
    for (const { memberId } of members) await raiseFlagsOf(site.services, memberId)
    expect(await all()).toEqual(found)
  })

  test('a day won big and one bet won many times over are flagged', async () => {
    const [lucky, steady] = [await member('10.6.0.1'), await member('10.6.0.2')]
    await bet(lucky.memberId, { stake: 10_00n, payout: 6_000_00n, at: ago(2) })
    await bet(steady.memberId, { stake: 1_000_00n, payout: 6_000_00n, at: ago(2) })
    await run(
      owner,
      sql`insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen) values (${steady.memberId}, '2026-11-20', 1, 'realbet', 9, 1000000, 1000000, 6100000)`,
    )
    await raise()
    expect((await flagsOf(lucky.memberId, 'large_win')).map(flag => flag.inputs)).toMatchObject([
      { stake_fen: 10_00, payout_fen: 6_000_00, times: 600, venue: '沙盒真人' },
    ])
    expect(await flagsOf(steady.memberId, 'large_win')).toMatchObject([
      { subject: 'day:2026-11-20', inputs: { won_fen: 51_000_00, bets: 9 } },
    ])
  })
})

describe('a flag', () => {
  test('is raised once, seen again while it waits, and stays decided; it stands beside the member with its rule', async () => {
    const [risk, finance] = [await desk(site, 'risk'), await desk(site, 'finance')]
    expect(await raise(), 'a second look finds nothing new').toBe(0)
    const { data } = await finance.call('POST /api/console/risk/list', {
      state: 1,
      kind: 'opposite_sides',
    })
    expect(data.total).toBeGreaterThanOrEqual(3)
    const { flag_id, member_id } = data.data[0]!
    expect(
      (await finance.call('POST /api/console/risk/confirm', { flag_id, remark: '关注' })).code,
      'finance may look only',
    ).toBe(403)
    const shown = (await risk.call('POST /api/console/risk/show', { flag_id })).data
    expect(shown.explained).toMatch(/^与有网络地址关联的会员在 3 局中投注不同方向：本人 ¥/)
    expect(shown.rule).toContainEqual({ label: '局数达到', value: '3' })
    expect(shown.member.flags.map(flag => flag.flag_id)).toContain(flag_id)
    expect(
      await risk.call('POST /api/console/risk/dismiss', { flag_id, remark: '' }),
    ).toMatchObject({ code: 400, message: '请填写解除原因' })
    expect((await risk.call('POST /api/console/risk/claim', { flag_id })).code).toBe(200)
    const second = await desk(site, 'risk')
    expect(
      await second.call('POST /api/console/risk/confirm', { flag_id, remark: '属实' }),
    ).toMatchObject({ code: 409, message: `该项正由${risk.name}处理` })
    expect(
      (await risk.call('POST /api/console/risk/dismiss', { flag_id, remark: '同一家庭' })).code,
    ).toBe(200)
    expect((await risk.call('POST /api/console/risk/run', {})).data).toEqual({ raised: 0 })
    const after = (await risk.call('POST /api/console/members/show', { id: member_id })).data
    expect(
      after.figures.flags.map(flag => flag.flag_id),
      'what was dismissed no longer stands beside the member',
    ).not.toContain(flag_id)
  })

  test('follows the rule as it is set: switched off it raises nothing, and keeps the version it was raised by', async () => {
    const off = riskSchema.parse({
      sharedDevice: { enabled: false },
      sharedAddress: { members: 2 },
    })
    await writeSetting(owner, RISK_SETTING, riskSchema, off, { name: 'test', at: clock.now() })
    const mark = 'cd'.repeat(16)
    const [a] = [await member('10.9.0.1', 'q', mark), await member('10.9.0.1', 'q', mark)]
    await raise()
    expect(await flagsOf(a.memberId, 'shared_device')).toEqual([])
    expect(await flagsOf(a.memberId, 'shared_address')).toMatchObject([
      { ruleVersion: 1, inputs: { members: 2 } },
    ])
  })

  test('is looked for by one instance at a time, whichever comes first', async () => {
    await run(owner, sql`delete from risk_flag`)
    const found = async () =>
      (await theRow(owner, sql<{ count: number }>`select count(*)::int as count from risk_flag`))
        .count
    await Promise.all([runRisk(site.services), runRisk(site.services)])
    expect(await found()).toBeGreaterThan(0)
    await run(owner, sql`delete from risk_flag`)
    await runRisk(site.services)
    expect(await found()).toBe(0)
    clock.advance(600_000)
    await runRisk(site.services)
    expect(await found()).toBeGreaterThan(0)
  })
})
