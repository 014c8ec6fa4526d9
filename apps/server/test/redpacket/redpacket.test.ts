import { fromHex, redPacketFen } from '@tianping/fairness'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { createHash } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { daySeed, type DaySeed } from '../../src/areas/redpacket/chain.ts'
import { claimInTurn } from '../../src/areas/redpacket/claimQueue.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { deposit, setRules, tiers, yearRound } from './support.ts'

const database = await freshDatabase('server')
const unset = await freshDatabase('server')
const owner = database.open()
const clock = new TestClock('2026-11-20T00:00:00Z')
const site = await openTestSite(database.url, { clock })
const twin = await openTestSite(database.url, { clock })
const { db } = site.services

const set = (beijing: string) =>
  clock.advance(new Date(`${beijing.replace(' ', 'T')}+08:00`).getTime() - clock.now().getTime())
const at = (beijing: string) => new Date(`${beijing.replace(' ', 'T')}+08:00`)
type Info = {
  sendnums: number
  acquirednum: number
  max_times: number
  total: number
  rules: { start_time: string; day_flow: number; flow_money: number; recharge: number }[]
  data: { id: string; money: number; redpacketmoney: number; created_at: string; usetime: string }[]
  claim: {
    day: string
    state: string
    counts_from: string
    counts_until: string
    counted: number
    earned: number
    tier: number
    next: { missing: number } | null
    commit: string
  }
}
type Claimed = {
  redpacketmoney: number
  id: string
  client_seed: string
  nonce: number
  commit: string
  rule?: string
  missing?: number
}
const info = async (token: string) =>
  (await site.call<Info>('GET /api/userredpacket', {}, { token })).data
const claim = (token: string, body: object = {}, key?: string, from: TestSite = site) =>
  from.call<Claimed>('POST /api/douserredpacket', body, { token, ...(key ? { key } : {}) })
/** A member whose deposit of ¥1,000 earned one claim, at 10:30 of that day. */
async function entitled(day = '2026-11-20', yuan = 1_000) {
  const member = await site.member()
  await deposit(site, member.memberId, yuan, at(`${day} 09:00:00`))
  return member
}

beforeEach(async () => {
  set('2026-11-20 10:30:00')
  await setRules(site, {})
})
afterAll(() => assertBooksHold(owner))

describe('claim window 10:00-12:00 Beijing time daily', () => {
  test.each([
    [
      '2026-11-20 09:59:59.999',
      '今日红包尚未开始，领取时间为每日10:00-12:00（北京时间）',
      'before',
    ],
    ['2026-11-20 10:00:00.000', '', 'open'],
    ['2026-11-20 11:59:59.999', '', 'open'],
    ['2026-11-20 12:00:00.000', '今日红包已结束，领取时间为每日10:00-12:00（北京时间）', 'after'],
    ['2026-11-20 23:59:59.999', '今日红包已结束，领取时间为每日10:00-12:00（北京时间）', 'after'],
    [
      '2026-11-21 00:00:00.000',
      '今日红包尚未开始，领取时间为每日10:00-12:00（北京时间）',
      'before',
    ],
  ])('at %s: %s', async (when, refusal, state) => {
    const member = await entitled()
    set(when)
    expect((await info(member.token)).claim.state).toBe(state)
    const answer = await claim(member.token)
    if (refusal === '') return expect(answer.code).toBe(200)
    expect(answer).toMatchObject({
      code: 400,
      message: refusal,
      data: { rule: 'red_packet_hours', state },
    })
  })
})

describe('deposits counted from 12:00 the previous day to 10:00', () => {
  test.each([
    ['2026-11-19 11:59:59.999', 0],
    ['2026-11-19 12:00:00.000', 1],
    ['2026-11-20 09:59:59.999', 1],
    ['2026-11-20 10:00:00.000', 0],
  ])('a deposit credited at %s earns %i', async (when, earned) => {
    const member = await site.member()
    await deposit(site, member.memberId, 1_000, at(when))
    expect((await info(member.token)).sendnums).toBe(earned)
    expect((await claim(member.token)).code).toBe(earned === 1 ? 200 : 400)
  })
  test('"unmet deposits expire": what was counted for one day counts for no other', async () => {
    const member = await entitled('2026-11-20', 600)
    expect(await info(member.token)).toMatchObject({
      sendnums: 0,
      claim: { counted: 600, next: { missing: 400 } },
    })
    set('2026-11-20 12:00:00')
    expect((await info(member.token)).claim).toMatchObject({
      day: '2026-11-21',
      counted: 0,
      counts_from: '2026-11-20 12:00:00',
      counts_until: '2026-11-21 10:00:00',
    })
    await deposit(site, member.memberId, 600, clock.now())
    set('2026-11-21 10:00:00')
    expect((await claim(member.token)).code, '600 yesterday and 600 today are not 1,000').toBe(400)
  })
})

describe('deposits between day_flow and flow_money earn recharge claims', () => {
  test.each([
    [999.99, 0],
    [1_000, 1],
    [4_999.99, 1],
    [5_000, 3],
    [9_999.99, 3],
    [10_000, 5],
    [49_999.99, 5],
    [50_000, 10],
    [1_000_000, 10],
  ])('¥%d earns %i', async (yuan, earned) => {
    const member = await entitled('2026-11-20', yuan)
    expect(await info(member.token)).toMatchObject({
      sendnums: earned,
      acquirednum: 0,
      max_times: 10,
    })
  })
  test('several deposits add up; claims already made are taken off, and never below 0', async () => {
    const member = await entitled('2026-11-20', 4_000)
    await deposit(site, member.memberId, 1_500.5, at('2026-11-20 09:30:00'))
    const drawn = [await claim(member.token), await claim(member.token)]
    expect(drawn.map(each => each.data.nonce)).toEqual([0, 1])
    expect(await info(member.token)).toMatchObject({
      sendnums: 1,
      acquirednum: 2,
      claim: { counted: 5_500.5, tier: 1 },
    })
    await setRules(site, { maxTimes: 1 })
    expect(await info(member.token), '`max_times` caps a day').toMatchObject({
      sendnums: 0,
      acquirednum: 2,
      max_times: 1,
    })
  })
  test('without a deposit the refusal names the rule, its version, the times and what is missing', async () => {
    const member = await entitled('2026-11-20', 600)
    expect(await claim(member.token)).toMatchObject({
      code: 400,
      message: '累计存款未达到领取条件，还差400.00元',
      data: {
        rule: 'red_packet_deposit',
        counted: 600,
        missing: 400,
        needed: 1_000,
        counts_from: '2026-11-19 12:00:00',
        counts_until: '2026-11-20 10:00:00',
        rule_version: expect.any(Number) as number,
      },
    })
  })
  test('who is offered nothing claims none, and claims again once a person has lifted it', async () => {
    const { token, memberId } = await entitled()
    const since = at('2026-11-20 10:00:00')
    await run(owner, sql`insert into harm_stop (member_id, since) values (${memberId}, ${since})`)
    expect(await claim(token)).toMatchObject({
      code: 400,
      message: '目前不能领取或申请优惠，如有疑问请联系客服',
    })
    await run(owner, sql`delete from harm_stop where member_id = ${memberId}`)
    expect((await claim(token)).code).toBe(200)
  })

  test('when all are claimed the refusal says how many there were', async () => {
    const member = await entitled()
    expect((await claim(member.token)).code).toBe(200)
    expect(await claim(member.token)).toMatchObject({
      code: 400,
      message: '今日1个红包已全部领取',
      data: { rule: 'red_packet_times', earned: 1, used: 1, max_times: 10 },
    })
  })
  test('/hongbao when redpacket_switch is 0: 红包已关闭', async () => {
    const member = await entitled()
    await writeSetting(
      db,
      'app',
      appSchema,
      { redpacket_switch: 0 },
      { name: 'test', at: clock.now() },
    )
    expect((await info(member.token)).claim.state).toBe('closed')
    expect(await claim(member.token)).toMatchObject({ code: 400, message: '红包已关闭' })
    await writeSetting(
      db,
      'app',
      appSchema,
      { redpacket_switch: 1 },
      { name: 'test', at: clock.now() },
    )
    expect((await claim(member.token)).code).toBe(200)
  })
  test('a rule set with a gap, an overlap or a backward range is refused before it is stored', async () => {
    const [first, second] = [tiers[0]!, tiers[1]!]
    await expect(
      setRules(site, { tiers: [first, { ...second, minFen: 6_000_00 }] }),
    ).rejects.toThrow('不能重叠，也不能有空档')
    await expect(
      setRules(site, { tiers: [first, { ...second, minFen: 4_000_00 }] }),
    ).rejects.toThrow('不能重叠，也不能有空档')
    await expect(setRules(site, { tiers: [{ ...first, drawMaxFen: 100 }] })).rejects.toThrow(
      '单个最高须不低于单个最低',
    )
    for (const closes of ['11:59', '12:00'])
      await expect(setRules(site, { opens: '12:00', closes })).rejects.toThrow(
        '开始时间须早于结束时间',
      )
    await expect(
      setRules(site, { tiers: [{ ...first, maxFen: first.minFen - 1 }] }),
    ).rejects.toThrow('最高须不低于最低')
    await setRules(site, { tiers: [{ ...first, maxFen: first.minFen }] })
    const [exact, above] = [await entitled(), await entitled('2026-11-20', 1_000.01)]
    expect((await info(exact.token)).sendnums, 'a tier of a single sum').toBe(1)
    expect((await info(above.token)).sendnums).toBe(0)
  })
})

describe('within the activity dates (US Eastern time), daylight saving included', () => {
  const dated = (startDay: string, endDay: string) =>
    setRules(site, { tiers: tiers.map(tier => ({ ...tier, startDay, endDay })) })

  // New York puts its clocks forward on 2026-03-08 and back on 2026-11-01, each at 02:00.
  test.each([
    ['in summer its midnight is 12:00 in Beijing', '2026-07-01', '2026-07-01 12:00:00'],
    ['in winter it is 13:00', '2026-12-01', '2026-12-01 13:00:00'],
    [
      'the day the clocks go forward still begins by winter time',
      '2026-03-08',
      '2026-03-08 13:00:00',
    ],
    ['the day after by summer time', '2026-03-09', '2026-03-09 12:00:00'],
    ['the day the clocks go back still begins by summer time', '2026-11-01', '2026-11-01 12:00:00'],
    ['the day after by winter time', '2026-11-02', '2026-11-02 13:00:00'],
  ])('%s: an activity from %s counts deposits from %s', async (_what, startDay, from) => {
    set(from)
    await dated(startDay, '2027-01-31')
    const [early, onTime] = [await site.member(), await site.member()]
    await deposit(site, early.memberId, 1_000, new Date(at(from).getTime() - 1))
    await deposit(site, onTime.memberId, 1_000, at(from))
    clock.advance(22.5 * 3_600_000)
    expect([(await info(early.token)).sendnums, (await info(onTime.token)).sendnums]).toEqual([
      0, 1,
    ])
    expect((await claim(onTime.token)).code).toBe(200)
  })

  test('its last claims are those of the Beijing morning that is still its last day in New York', async () => {
    await dated('2026-11-01', '2026-11-20')
    const member = await site.member()
    await deposit(site, member.memberId, 1_000, at('2026-11-20 20:00:00'))
    set('2026-11-21 10:00:00')
    expect((await claim(member.token)).code, '21:00 of the 20th in New York').toBe(200)
    set('2026-11-22 10:00:00')
    expect(await claim(member.token)).toMatchObject({
      message: '红包活动已结束',
      data: { rule: 'red_packet_dates', state: 'ended' },
    })
  })
  test('before its first day nothing is counted and the refusal says so', async () => {
    await dated('2026-11-25', '2026-12-31')
    const member = await entitled()
    expect(await info(member.token)).toMatchObject({ sendnums: 0, claim: { state: 'not_started' } })
    expect(await claim(member.token)).toMatchObject({
      message: '红包活动尚未开始',
      data: {
        dates: [{ start_time: '2026-11-25', end_time: '2026-12-31', zone: 'America/New_York' }],
      },
    })
  })
  test('of two activities at once the one that gives more counts, never both', async () => {
    await setRules(site, {
      tiers: [
        ...tiers,
        { ...tiers[0]!, startDay: '2026-11-01', endDay: '2026-11-30', claims: 4, maxFen: null },
      ],
    })
    expect((await info((await entitled()).token)).sendnums).toBe(4)
  })
  test('a tier that gives no more claims than the member’s own is not named as the next', async () => {
    await setRules(site, { tiers: tiers.with(1, { ...tiers[1]!, claims: tiers[0]!.claims }) })
    const { claim: standing } = await info((await entitled()).token)
    expect(standing).toMatchObject({ tier: 0, next: { missing: 9_000 } })
  })
  test('a leap day is a day like another', async () => {
    set('2028-02-29 20:00:00')
    await dated('2028-02-29', '2028-02-29')
    const member = await site.member()
    await deposit(site, member.memberId, 1_000, at('2028-02-29 20:00:00'))
    set('2028-03-01 10:00:00')
    expect((await info(member.token)).sendnums).toBe(1)
  })
})

type Message = { title: string; content: string }
const firstMessage = async (token: string) =>
  (await site.call<{ data: Message[] }>('POST /api/noticeList', {}, { token })).data.data[0]!

describe('payout is instant and needs a wagering multiple before withdrawal', () => {
  test('the packet, its posting, its requirement and its letter stand together', async () => {
    const member = await entitled('2026-11-20', 5_000)
    const before = (
      await site.call<{ balance: number }>('POST /api/user', {}, { token: member.token })
    ).data.balance
    const { data, message } = await claim(member.token)
    expect(message).toBe(`恭喜您获得${data.redpacketmoney.toFixed(2)}元红包`)
    expect(data.redpacketmoney).toBeGreaterThanOrEqual(1.88)
    expect(data.redpacketmoney).toBeLessThanOrEqual(18.88)
    const after = (
      await site.call<{ balance: number }>('POST /api/user', {}, { token: member.token })
    ).data.balance
    expect(Math.round((after - before) * 100)).toBe(Math.round(data.redpacketmoney * 100))
    const requirement = await theRow(
      owner,
      sql<{ fen: bigint }>`
      select required_fen as fen from ledger.wagering_requirement where member_id = ${member.memberId} and source_type = 'red_packet' and source_id = ${data.id}`,
    )
    expect(requirement.fen, 'two times, as the tier says').toBe(
      BigInt(Math.round(data.redpacketmoney * 100)) * 2n,
    )
    expect(await firstMessage(member.token)).toMatchObject({
      title: '红包已到账',
      content: expect.stringContaining('完成 2 倍流水即可提款'),
    })
  })
  test('a packet that needs no turnover does not speak of any', async () => {
    await setRules(site, { tiers: tiers.map(tier => ({ ...tier, turnoverTimes: 0 })) })
    const { token } = await entitled()
    const { data } = await claim(token)
    expect((await firstMessage(token)).content).toBe(
      `<p>您领取的红包 ¥${data.redpacketmoney.toFixed(2)} 已存入中心钱包。</p>`,
    )
  })
  test('records: deposit amount, packet, deposit time and claim time; the same in both calls', async () => {
    const member = await entitled('2026-11-20', 1_200)
    const { data } = await claim(member.token)
    const expected = [
      {
        id: data.id,
        money: 1_200,
        redpacketmoney: data.redpacketmoney,
        created_at: '2026-11-20 09:00:00',
        usetime: '2026-11-20 10:30:00',
      },
    ]
    expect((await info(member.token)).data).toEqual(expected)
    expect(
      (await site.call<Info>('POST /api/redpacket', { page: 1 }, { token: member.token })).data,
    ).toMatchObject({ data: expected, total: 1, per_page: 10 })
  })
})

describe('provably fair', () => {
  test('the commitment is shown before, the seed after, and anyone computes the same draw from them', async () => {
    const member = await entitled('2026-11-20', 50_000)
    const { commit } = (await info(member.token)).claim
    const drawn = []
    for (const seed of ['', 'lucky-7', 'lucky-7'])
      drawn.push((await claim(member.token, { client_seed: seed })).data)
    expect(drawn.map(each => each.client_seed)).toEqual([
      `${member.memberId}.`,
      `${member.memberId}.lucky-7`,
      `${member.memberId}.lucky-7`,
    ])
    const proofOf = async (id: string) =>
      (
        await site.call<
          Record<string, string> & {
            nonce: number
            redpacketmoney: number
            amount_min: number
            amount_max: number
          }
        >('POST /api/redpacketproof', { id })
      ).data
    expect(
      await proofOf(drawn[0]!.id),
      'the seed stays secret while claims are open',
    ).toMatchObject({ commit, server_seed: '', reveals_at: '2026-11-20 12:01:00' })
    set('2026-11-20 12:00:59.999')
    expect(
      (await proofOf(drawn[0]!.id))['server_seed'],
      'nor for a minute after, while another instance’s clock may be behind',
    ).toBe('')
    expect(
      (await info(member.token)).claim.commit,
      'and the next day’s commitment would be that seed',
    ).toBe('')
    set('2026-11-20 12:01:00')
    const { server_seed: shown } = await proofOf(drawn[0]!.id)
    expect((await info(member.token)).claim.commit, 'both are shown from one moment on').toBe(shown)
    for (const { id, redpacketmoney } of drawn) {
      const proof = await proofOf(id)
      expect(proof['commit']).toBe(commit)
      const serverSeed = fromHex(proof['server_seed']!)
      expect(createHash('sha256').update(serverSeed).digest('hex')).toBe(commit)
      const range = {
        minFen: Math.round(proof.amount_min * 100),
        maxFen: Math.round(proof.amount_max * 100),
      }
      expect(
        redPacketFen({ serverSeed, clientSeed: proof['client_seed']!, nonce: proof.nonce }, range),
      ).toBe(Math.round(redpacketmoney * 100))
    }
  })
  test('days are a chain: tomorrow’s commitment is today’s seed, and every seed hashes back to one anchor', async () => {
    const ids: string[] = []
    const commits: string[] = []
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22']) {
      set(`${day} 10:30:00`)
      const member = await entitled(day)
      commits.push((await info(member.token)).claim.commit)
      ids.push((await claim(member.token)).data.id)
    }
    set('2026-11-22 12:01:00')
    const proofs = await Promise.all(
      ids.map(
        async id =>
          (await site.call<Record<string, string>>('POST /api/redpacketproof', { id })).data,
      ),
    )
    expect(proofs.slice(0, 2).map(proof => proof['server_seed'])).toEqual(commits.slice(1))
    for (const proof of proofs) {
      let hash: Buffer = Buffer.from(proof['server_seed']!, 'hex')
      for (
        let day = Date.parse(proof['anchor_day']!);
        day <= Date.parse(proof['day']!);
        day += 86_400_000
      )
        hash = createHash('sha256').update(hash).digest()
      expect(hash.toString('hex')).toBe(proof['anchor'])
    }
  })
  test('once a day’s seed is shown nobody draws from it, also when the hour of closing is put off; the next day has the new hour', async () => {
    const [early, late] = [await entitled(), await entitled()]
    const { id } = (await claim(early.token)).data
    set('2026-11-20 12:01:30')
    expect(
      (await site.call<Record<string, string>>('POST /api/redpacketproof', { id })).data[
        'server_seed'
      ],
    ).toMatch(/^[0-9a-f]{64}$/)
    set('2026-11-20 12:05:00')
    await setRules(site, { closes: '14:00' })
    expect(await claim(late.token, { client_seed: 'the-best-of-a-million' })).toMatchObject({
      code: 400,
      data: { rule: 'red_packet_hours', state: 'after' },
    })
    expect((await info(late.token)).claim).toMatchObject({ day: '2026-11-20', state: 'after' })
    set('2026-11-21 13:00:00')
    expect((await claim((await entitled('2026-11-21')).token)).code).toBe(200)
  })
  test('an hour of closing that is put off from its moment on does not reopen the day: an instance whose clock is ahead may show the seed', async () => {
    const ahead = new TestClock(at('2026-11-20 12:01:00').toISOString())
    const other = await openTestSite(database.url, { clock: ahead })
    const [early, late] = [await entitled(), await entitled()]
    const { id } = (await claim(early.token)).data
    set('2026-11-20 12:00:00')
    const proof = await other.call<Record<string, string>>('POST /api/redpacketproof', { id })
    expect(proof.data['server_seed']).toMatch(/^[0-9a-f]{64}$/)
    await setRules(site, { closes: '14:00' })
    expect(await claim(late.token)).toMatchObject({ data: { state: 'after' } })
  })
  test('an hour of closing that is put off before it has come keeps the day open', async () => {
    const member = await entitled()
    set('2026-11-20 11:59:59.999')
    await setRules(site, { closes: '14:00' })
    set('2026-11-20 13:00:00')
    expect((await claim(member.token)).code).toBe(200)
  })
  test('an hour of closing set for the first time does not reopen a day whose seed was shown at the usual one', async () => {
    const fresh = await openTestSite(unset.url, { clock })
    const member = await fresh.member()
    await deposit(fresh, member.memberId, 1_000, at('2026-11-20 09:00:00'))
    set('2026-11-20 12:05:00')
    // The commitment of tomorrow is the seed of today.
    expect(
      (await fresh.call<Info>('GET /api/userredpacket', {}, { token: member.token })).data.claim,
    ).toMatchObject({ day: '2026-11-21', commit: expect.stringMatching(/^[0-9a-f]{64}$/) })
    await setRules(fresh, { closes: '14:00' })
    expect(await claim(member.token, {}, undefined, fresh)).toMatchObject({
      code: 400,
      data: { rule: 'red_packet_hours', state: 'after' },
    })
    set('2026-11-21 13:00:00')
    await deposit(fresh, member.memberId, 1_000, at('2026-11-21 09:00:00'))
    expect((await claim(member.token, {}, undefined, fresh)).code).toBe(200)
  })
  test('a chain ends with its last day, whose seed is its tip; the next day begins another', async () => {
    const now = clock.now()
    const tip = Buffer.alloc(32, 7)
    await run(
      owner,
      sql`insert into redpacket_chain (first_day, days, tip, anchor, created_at) values ('2033-01-01', 2, ${tip}, ${tip}, ${now})`,
    )
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
    expect((await daySeed(db, '2033-01-01', now)).seed).toEqual(sha256(tip))
    expect((await daySeed(db, '2033-01-02', now)).seed).toEqual(tip)
    expect((await daySeed(db, '2033-01-03', now)).anchorDay).toBe('2033-01-03')
  })
  test('two instances that begin a chain at once, a day apart, have one chain: a commitment that was shown stands', async () => {
    const now = clock.now()
    let next: Promise<DaySeed> | undefined
    const first = await transaction(owner, async tx => {
      const begun = await daySeed(tx, '2031-03-01', now)
      next = daySeed(db, '2031-03-02', now)
      await expect
        .poll(
          async () =>
            (
              await theRow(
                owner,
                sql<{
                  waits: boolean
                }>`
                select exists (select from pg_locks where locktype = 'advisory' and not granted
                    and database = (select oid from pg_database where datname = current_database()))
                  or exists (select from redpacket_chain where first_day = '2031-03-02') as waits`,
              )
            ).waits,
        )
        .toBe(true)
      return begun
    })
    const second = await next!
    expect(second.anchorDay).toBe('2031-03-01')
    expect(second.commit).toBe(createHash('sha256').update(second.seed).digest('hex'))
    expect(first.seed).toEqual(createHash('sha256').update(second.seed).digest())
  })
  test('the same seed of one’s own draws differently for another member', async () => {
    const members = await Promise.all(
      Array.from({ length: 8 }, () => entitled('2026-11-20', 50_000)),
    )
    const drawn = await Promise.all(
      members.map(
        async member => (await claim(member.token, { client_seed: 'copied' })).data.redpacketmoney,
      ),
    )
    expect(new Set(drawn).size).toBeGreaterThan(1)
  })
  test('a seed of one’s own is letters, digits, - and _; an unknown draw is none', async () => {
    const member = await entitled()
    expect(await claim(member.token, { client_seed: 'a:b' })).toMatchObject({
      code: 400,
      data: { field: 'client_seed' },
    })
    expect((await site.call('POST /api/redpacketproof', { id: 'nobody' })).code).toBe(404)
  })
  test('uniform over the range, both ends included (chi-square over 20,000 draws)', () => {
    const counts = Array.from({ length: 20 }, () => 0)
    for (let nonce = 0; nonce < 20_000; nonce++)
      counts[
        redPacketFen(
          { serverSeed: new Uint8Array(32).fill(7), clientSeed: '100001.', nonce },
          { minFen: 188, maxFen: 207 },
        ) - 188
      ]!++
    expect(Math.min(...counts)).toBeGreaterThan(0)
    const chi = counts.reduce((sum, count) => sum + (count - 1_000) ** 2 / 1_000, 0)
    expect(chi, 'below the 99.9th percentile for 19 degrees of freedom').toBeLessThan(43.8)
  })
})

describe('nobody twice', () => {
  test('a repetition with the same key is the same packet, over two instances', async () => {
    const member = await entitled('2026-11-20', 5_000)
    const answers = await Promise.all(
      [site, twin, site, twin].map(from => claim(member.token, {}, 'one-action-key', from)),
    )
    expect(new Set(answers.map(answer => answer.data.id)).size).toBe(1)
    expect((await info(member.token)).acquirednum).toBe(1)
  })
  test('red_packet_claim_race: sixty-four taps of one member get what the tier gives, no more', async () => {
    const member = await entitled('2026-11-20', 10_000)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => claim(member.token, {}, undefined, n % 2 ? site : twin)),
    )
    expect(
      answers
        .filter(answer => answer.code === 200)
        .map(answer => answer.data.nonce)
        .toSorted(),
    ).toEqual([0, 1, 2, 3, 4])
    expect(
      new Set(answers.filter(answer => answer.code !== 200).map(answer => answer.message)),
    ).toEqual(new Set(['今日5个红包已全部领取']))
  })
  test('a thousand members in the same moment, each tapping twice on two instances, get one packet each; the expense is what they got', async () => {
    const members: Awaited<ReturnType<typeof quick>>[] = []
    // In rows, as they would come: a thousand deposits in one moment are not what is looked at.
    while (members.length < 1_000)
      members.push(
        ...(await Promise.all(Array.from({ length: 8 }, (_, n) => quick(members.length + n)))),
      )
    const started = performance.now()
    const answers = await Promise.all(
      members.flatMap(({ token }) => [claim(token), claim(token, {}, undefined, twin)]),
    )
    console.log(
      `2,000 claims of 1,000 members over two instances: ${Math.round(performance.now() - started)} ms`,
    )
    const won = answers.filter(answer => answer.code === 200)
    expect(won).toHaveLength(1_000)
    expect(
      new Set(answers.filter(answer => answer.code !== 200).map(answer => answer.message)),
    ).toEqual(new Set(['今日1个红包已全部领取']))
    const ids = members.map(member => member.memberId)
    const paid = await theRow(
      owner,
      sql<{ fen: bigint; count: number; most: number }>`
      select sum(fen)::bigint as fen, sum(n)::int as count, max(n)::int as most from (
        select member_id, sum(amount) as fen, count(*) as n from ledger.transaction where code = 'red_packet' and member_id = any(${ids}::bigint[]) group by member_id) each`,
    )
    expect(paid).toEqual({
      fen: won.reduce(
        (sum, answer) => sum + BigInt(Math.round(answer.data.redpacketmoney * 100)),
        0n,
      ),
      count: 1_000,
      most: 1,
    })
  })
  const spentOn = async (day: string) =>
    (
      await theRow(
        owner,
        sql<{
          fen: bigint
        }>`select coalesce(sum(amount_fen), 0)::bigint as fen from redpacket_draw where day = ${day}::date`,
      )
    ).fen
  test('a budget of the day is never passed by claims over two instances, and each packet is whole', async () => {
    const before = await spentOn('2026-11-20')
    const limit = before + 100_00n
    await setRules(site, { dayBudgetFen: Number(limit) })
    const members = await Promise.all(Array.from({ length: 40 }, (_, n) => quick(`budget${n}`)))
    const answers = await Promise.all(
      members.map(({ token }, n) => claim(token, {}, undefined, n % 2 ? site : twin)),
    )
    const won = answers.filter(answer => answer.code === 200)
    const lost = answers.filter(answer => answer.code !== 200)
    expect(new Set(lost.map(answer => [answer.message, answer.data.rule].join()))).toEqual(
      new Set(['今日红包已发完，明天请早,red_packet_budget']),
    )
    const spent = await spentOn('2026-11-20')
    const paid = won.reduce(
      (sum, each) => sum + BigInt(Math.round(each.data.redpacketmoney * 100)),
      0n,
    )
    expect(spent - before).toBe(paid)
    // What is left is less than the greatest packet of the tier.
    expect([spent <= limit, spent + 8_88n > limit]).toEqual([true, true])
  })
  /** What the day is known to have cost, and the version of the row that says it. */
  const kept = () =>
    theRow(
      owner,
      sql<{ spentFen: bigint; written: string }>`
      select spent_fen, xmin::text as written from redpacket_spent where day = '2026-11-20'`,
    )
  test('a budget pays while it holds the greatest packet of the tier, to the fen', async () => {
    const [one, other] = [await quick('edge1'), await quick('edge2')]
    const greatest = (await spentOn('2026-11-20')) + 8_88n
    await setRules(site, { dayBudgetFen: Number(greatest - 1n) })
    expect((await info(one.token)).sendnums).toBe(0)
    expect((await claim(one.token)).message).toBe('今日红包已发完，明天请早')
    await setRules(site, { dayBudgetFen: Number(greatest) })
    expect((await info(one.token)).sendnums).toBe(1)
    expect((await claim(one.token)).code).toBe(200)
    expect((await info(other.token)).sendnums).toBe(0)
    expect((await claim(other.token)).message).toBe('今日红包已发完，明天请早')
    // Packets of an hour without a budget count once there is one again; until then no row of the
    // day is locked or written, so that claims of different members do not wait for each other.
    const before = await kept()
    await setRules(site, { dayBudgetFen: 0 })
    expect((await info(other.token)).sendnums).toBe(1)
    expect((await claim(other.token)).code).toBe(200)
    expect(await kept()).toEqual(before)
    const third = await quick('edge3')
    await setRules(site, { dayBudgetFen: Number((await spentOn('2026-11-20')) + 8_87n) })
    expect((await claim(third.token)).message).toBe('今日红包已发完，明天请早')
    expect((await kept()).spentFen).toBe(await spentOn('2026-11-20'))
  })
  test('a claim that the database refuses does not take those that wait with it', async () => {
    const members = await Promise.all([1, 2, 3].map(n => quick(`poison${n}`)))
    const claiming = (n: number, ownSeed: string) =>
      claimInTurn(db, {
        memberId: members[n]!.memberId,
        ownSeed,
        actionKey: `poison-${n}`,
        now: clock.now(),
      })
    const outcomes = await Promise.allSettled([claiming(0, ''), claiming(1, '\0'), claiming(2, '')])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(
      await Promise.all(members.map(async ({ token }) => (await info(token)).acquirednum)),
    ).toEqual([1, 0, 1])
  })
  test('what was drawn cannot be changed by the server', async () => {
    for (const statement of [
      'update redpacket_draw set amount_fen = 1',
      'delete from redpacket_draw',
      'update redpacket_chain set days = 1',
    ]) {
      await expect(run(db, sql.raw(statement))).rejects.toThrow('permission denied')
    }
    expect(
      await rows(
        owner,
        sql`select 1 from redpacket_day d where claims <> (select count(*) from redpacket_draw w where w.member_id = d.member_id and w.day = d.day)`,
      ),
    ).toEqual([])
  })
})

/** An entitled member with a session, without the cost of hashing passwords a thousand times. */
async function quick(n: number | string): Promise<{ memberId: bigint; token: string }> {
  const { memberId } = await theRow(
    owner,
    sql<{ memberId: bigint }>`
    insert into member (name, realname, password_hash, pay_password_hash, invite_code, created_at)
    values (${`race${n}`}, '测试', '', '', ${`RACE${n}`}, ${clock.now()}) returning member_id`,
  )
  await deposit(site, memberId, 1_000, at('2026-11-20 08:00:00'))
  return {
    memberId,
    token: await site.enter(memberId),
  }
}

test('the rules’ rows carry the documents’ fields', async () => {
  const { rules } = await info((await site.member()).token)
  expect(rules[0]).toEqual({
    start_time: yearRound.startDay,
    end_time: yearRound.endDay,
    day_flow: 1_000,
    flow_money: 4_999.99,
    recharge: 1,
    amount_min: 1.88,
    amount_max: 8.88,
    turnover_times: 1,
  })
  expect(rules.at(-1)!.flow_money).toBe(99_999_999)
})

test('a member on a break claims nothing', async () => {
  const { token } = await entitled()
  const pause = { term: '', days: '1', password: 'secret1' }
  expect((await site.call('POST /api/protection/timeout', pause, { token })).code).toBe(200)
  expect((await claim(token)).message).toBe('您的账户已暂停使用，期间不能领取或申请优惠')
  expect((await info(token)).acquirednum).toBe(0)
})
