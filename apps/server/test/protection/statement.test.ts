// A member's statement, its files and the stretches of play: every figure is one of the books.
import { rows, run, sql, theRow } from '@tianping/database'
import type { Given } from '@tianping/contract'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { account } from '../../src/ledger/accounts.ts'
import { post, type Posting } from '../../src/ledger/ledger.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import { bankCard, bind, openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { bet } from '../promotions/turnoverSupport.ts'
import { assertBooksHold } from '../support/books.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
await addVenues(owner)
afterAll(() => assertBooksHold(owner))

type Member = Awaited<ReturnType<typeof site.member>>
type Shown = Given<'POST /api/protection/statement'>
type Sessions = Given<'POST /api/protection/sessions'>

const stand = (beijing: string) =>
  clock.advance(new Date(`${beijing}+08:00`).getTime() - clock.now().getTime())
const at = (beijing: string) => new Date(`${beijing}+08:00`)
const statement = ({ token }: Member, from: string, to: string) =>
  site.call<Shown>('POST /api/protection/statement', { from, to }, { token })
const sessions = async ({ token }: Member, page = 1) =>
  (await site.call<Sessions>('POST /api/protection/sessions', { page }, { token })).data
const file = ({ token }: { token: string }, format: string, from: string, to: string) =>
  site.app.inject({
    method: 'GET',
    url: `/api/protection/statement/file/${format}`,
    query: { from, to },
    headers: { authorization: `Bearer ${token}` },
  })

let posted = 0
/** Books one movement between the house and the member's wallet. */
async function book(
  { memberId }: Member,
  p: Pick<Posting, 'code' | 'amountFen'> & { house: keyof typeof account; at: string; out?: true },
) {
  const house = { name: p.house } as const
  const wallet = { name: 'memberCash' } as const
  const outcome = await post(site.services.db, {
    memberId,
    key: `statement:${++posted}`,
    code: p.code,
    from: p.out ? wallet : house,
    to: p.out ? house : wallet,
    amountFen: p.amountFen,
    source: { type: 'test', id: String(posted) },
    actor: { type: 'system', id: 'test' },
    effectiveAt: at(p.at),
  })
  expect(outcome.kind).toBe('done')
}
const play = (venueId: number, ...bets: Parameters<typeof applyBets>[2]) =>
  applyBets(site.services, { venueId }, bets)

/** What the house gave and took, by its own side of the books. */
const houseOf = async (memberId: bigint, name: keyof typeof account): Promise<number> => {
  const { fen } = await theRow(
    owner,
    sql<{ fen: bigint }>`
    select coalesce(sum(amount), 0)::bigint as fen from ledger.entry where member_id = ${memberId} and layer = 'posted' and account_code = ${account[name]}`,
  )
  return Number(fen) / 100
}
const cents = (yuan: number) => Math.round(yuan * 100)
const sum = <K extends string>(list: readonly Record<K, number>[], key: K) =>
  list.reduce((total, each) => total + cents(each[key]), 0)

/** The member in a new session; the old one ended while the clock went on. */
const again = async (member: Member): Promise<Member> => ({
  ...member,
  token: await site.enter(member.memberId),
})

/** A member with a year of everything: returned withdrawals, corrected and void bets too. */
async function busy() {
  stand('2026-01-15T12:00:00')
  const member = await site.member()
  await book(member, {
    code: 'deposit',
    house: 'depositClearing',
    amountFen: 100_007n,
    at: '2026-01-16T09:00:00',
  })
  await book(member, {
    code: 'deposit',
    house: 'depositClearing',
    amountFen: 25_000n,
    at: '2026-10-31T23:59:59',
  })
  await book(member, {
    code: 'deposit',
    house: 'depositClearing',
    amountFen: 30_003n,
    at: '2026-11-01T00:00:00',
  })
  await book(member, {
    code: 'rebate',
    house: 'rebateExpense',
    amountFen: 321n,
    at: '2026-11-02T10:00:00',
  })
  await book(member, {
    code: 'red_packet',
    house: 'redPacketExpense',
    amountFen: 888n,
    at: '2026-11-03T10:00:00',
  })
  await book(member, {
    code: 'activity_bonus',
    house: 'activityBonus',
    amountFen: 5_000n,
    at: '2026-11-03T11:00:00',
  })
  await book(member, {
    code: 'agent_commission',
    house: 'agentCommission',
    amountFen: 1_234n,
    at: '2026-11-04T10:00:00',
  })
  await book(member, {
    code: 'adjustment',
    house: 'adjustment',
    amountFen: 700n,
    out: true,
    at: '2026-11-04T11:00:00',
  })
  await book(member, {
    code: 'adjustment',
    house: 'adjustment',
    amountFen: 200n,
    at: '2026-11-04T12:00:00',
  })
  await book(member, {
    code: 'withdrawal',
    house: 'withdrawalPayable',
    amountFen: 4_000n,
    out: true,
    at: '2026-11-05T12:00:00',
  })
  await book(member, {
    code: 'withdrawal',
    house: 'withdrawalPayable',
    amountFen: 4_000n,
    at: '2026-11-06T12:00:00',
  })
  const { memberId } = member
  const first = bet(memberId, { at: at('2026-10-31T23:59:59.999'), stake: 1_001n, payout: 2_500n })
  const late = bet(memberId, { at: at('2026-11-01T00:00:00'), stake: 333n, payout: 0n })
  await play(6, first, late)
  await play(6, bet(memberId, { at: at('2026-11-09T12:00:00'), of: first, payout: 1_999n }))
  const gone = bet(memberId, { at: at('2026-11-02T12:00:00'), stake: 900n, payout: 100n })
  await play(
    4,
    gone,
    bet(memberId, {
      at: at('2026-11-07T12:00:00'),
      stake: 10_050n,
      payout: 7n,
      game_code: 'OTHER',
    }),
  )
  await play(
    4,
    bet(memberId, { at: at('2026-11-08T12:00:00'), of: gone, status: 'VOID', payout: 0n }),
  )
  await play(4, bet(memberId, { at: at('2026-11-08T12:00:00'), stake: 5_000n, status: 'OPEN' }))
  stand('2026-11-20T12:00:00')
  return again(member)
}

describe('the figures', () => {
  test('are the sums of ledger and bet log to the fen, and of their own parts', async () => {
    const member = await busy()
    const { data } = await statement(member, '2025-11-21', '2026-11-20')
    const { memberId } = member
    expect(data).toMatchObject({
      deposits: -(await houseOf(memberId, 'depositClearing')),
      withdrawals: await houseOf(memberId, 'withdrawalPayable'),
      rebates: -(await houseOf(memberId, 'rebateExpense')),
      red_packets: -(await houseOf(memberId, 'redPacketExpense')),
      bonuses: -(await houseOf(memberId, 'activityBonus')),
      commissions: -(await houseOf(memberId, 'agentCommission')),
      adjustments: -(await houseOf(memberId, 'adjustment')),
    })
    expect(data).toMatchObject({ deposits: 1550.1, withdrawals: 0, adjustments: -5, by: 'month' })
    const [log] = await rows(
      owner,
      sql<{ bets: number; stakeFen: bigint; payoutFen: bigint }>`
      select count(*)::int as bets, sum(stake_fen)::bigint as stake_fen, sum(payout_fen)::bigint as payout_fen from bet where member_id = ${memberId} and status = 1`,
    )
    expect(log).toMatchObject({ bets: data.bets, stakeFen: 11_384n, payoutFen: 2_006n })
    expect(data).toMatchObject({ bets: 3, stake: 113.84, payout: 20.06, net: -93.78 })
    for (const parts of [data.bars, data.venues, data.games])
      for (const key of ['stake', 'payout', 'net', 'bets'] as const)
        expect(sum(parts as Record<typeof key, number>[], key)).toBe(cents(data[key]))
    expect(sum(data.bars, 'net_deposit')).toBe(cents(data.net_deposit))
    expect(data.bars.map(({ of }) => of)).toEqual(
      ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'].map(m => `2026-${m}`),
    )
    expect(data.lifetime).toMatchObject({
      since: '2026-01-15',
      deposits: 1550.1,
      net_deposit: 1550.1,
    })
  })

  test('of a span hold its first and its last instant and nothing beside them', async () => {
    const member = await busy()
    const october = (await statement(member, '2026-10-31', '2026-10-31')).data
    expect(october).toMatchObject({
      deposits: 250,
      withdrawals: 0,
      bets: 1,
      stake: 10.01,
      payout: 19.99,
      net: 9.98,
      by: 'day',
    })
    expect(october.games).toEqual([expect.objectContaining({ bets: 1, net: 9.98 })])
    const november = (await statement(member, '2026-11-01', '2026-11-05')).data
    expect(november).toMatchObject({
      deposits: 300.03,
      withdrawals: 40,
      net_deposit: 260.03,
      bets: 1,
      stake: 3.33,
    })
    expect(november.bars.map(each => [each.of, each.deposits, each.withdrawals, each.net])).toEqual(
      [
        ['2026-11-01', 300.03, 0, -3.33],
        ['2026-11-02', 0, 0, 0],
        ['2026-11-03', 0, 0, 0],
        ['2026-11-04', 0, 0, 0],
        ['2026-11-05', 0, 40, 0],
      ],
    )
    expect((await statement(member, '2026-11-06', '2026-11-06')).data.withdrawals).toBe(-40)
    expect(november.lifetime.net_deposit).toBe(1550.1)
  })

  test('count a withdrawal on the day it was approved, whenever it was asked for', async () => {
    stand('2026-11-18T23:00:00')
    const member = await site.member()
    await book(member, {
      code: 'deposit',
      house: 'depositClearing',
      amountFen: 500_00n,
      at: '2026-11-18T22:00:00',
    })
    const bank = await bind(site, member.token, bankCard('6222020011119999'))
    stand('2026-11-20T09:00:00')
    const asked = await site.call<{ out_trade_no: string }>(
      'POST /api/withdraw',
      { bank, amount: 200, password: '888888' },
      { token: member.token },
    )
    expect(asked.code).toBe(200)
    expect((await statement(member, '2026-11-18', '2026-11-20')).data.withdrawals).toBe(0)
    stand('2026-11-22T09:00:00')
    const finance = await desk(site, 'finance')
    expect(
      (
        await finance.call('POST /api/console/withdrawals/approve', {
          out_trade_no: asked.data.out_trade_no,
          remark: '',
        })
      ).code,
    ).toBe(200)
    const { data } = await statement(member, '2026-11-18', '2026-11-22')
    expect(data.bars.map(each => each.withdrawals)).toEqual([0, 0, 0, 0, 200])
    expect(data).toMatchObject({
      withdrawals: 200,
      net_deposit: 300,
      lifetime: { net_deposit: 300 },
    })
  })

  test('are those of the session’s member alone', async () => {
    const member = await busy()
    const other = await site.member()
    const { data } = await statement(other, '2025-11-21', '2026-11-20')
    expect(data).toMatchObject({
      deposits: 0,
      withdrawals: 0,
      bets: 0,
      net: 0,
      games: [],
      lifetime: { net_deposit: 0 },
    })
    expect((await sessions(other)).data).toEqual([])
    expect((await file(other, 'csv', '2025-11-21', '2026-11-20')).body).not.toContain(member.name)
    expect(
      await site.call('POST /api/protection/statement', { from: '2026-11-01', to: '2026-11-20' }),
    ).toMatchObject({ code: 401 })
    expect(
      (await file({ token: 'nobody' }, 'csv', '2026-11-01', '2026-11-20')).json(),
    ).toMatchObject({ code: 401 })
  })
})

test.each([
  ['', '2026-11-20', '请选择开始日期'],
  ['2026-02-30', '2026-11-20', '请选择开始日期'],
  ['2026-11-20', '20261120', '请选择结束日期'],
  ['2026-11-20', '2026-11-19', '开始日期不能晚于结束日期'],
  ['2026-11-20', '2026-11-21', '结束日期不能晚于今天'],
  ['2025-11-19', '2026-11-20', '只能查询近 12 个月，最早 2025-11-20'],
])('a span from %j to %j is refused: %s', async (from, to, text) => {
  const member = await site.member()
  stand('2026-11-20T00:00:00')
  expect(await statement(member, from, to)).toMatchObject({ code: 400, message: text })
  expect((await file(member, 'pdf', from, to)).json()).toMatchObject({ code: 400, message: text })
  expect((await statement(member, '2025-11-20', '2026-11-20')).code).toBe(200)
})

describe('the files', () => {
  test('CSV opens in a spreadsheet: marked UTF-8, CRLF, no formula, figures as figures', async () => {
    const member = await busy()
    await run(
      owner,
      sql`insert into game (venue_id, game_code, name, image) values (4, 'OTHER', '=HYPERLINK("x")', '/art/tile-slots.webp')`,
    )
    const answer = await file(member, 'csv', '2026-11-01', '2026-11-20')
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="statement-20261101-20261120.csv"',
    })
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = answer.body.slice(1).split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      '对账单',
      `账号,${member.name}`,
      '期间,2026-11-01 至 2026-11-20',
    ])
    expect(lines).toContain('本期,2,103.83,0.07,-103.76')
    expect(lines).toContain('人工调整,-5.00')
    expect(answer.body).toContain(`,"'=HYPERLINK(""x"")",1,100.50,0.07,-100.43\r\n`)
  })

  test('PDF says the same figures on its pages', async () => {
    const member = await busy()
    const answer = await file(member, 'pdf', '2026-11-01', '2026-11-20')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
    })
    const text = drawn(answer.rawPayload)
    for (const part of [
      '对账单',
      member.name,
      '2026-11-01 ',
      '103.83',
      '-103.76',
      '300.03',
      '-5.00',
      '开户至今',
    ])
      expect(text).toContain(part)
  })

  test('an unknown format is refused, and the thirty-first file of an hour', async () => {
    const member = await site.member()
    stand('2026-11-20T12:00:00')
    expect((await file(member, 'xls', '2026-11-01', '2026-11-20')).json()).toMatchObject({
      code: 400,
    })
    for (let n = 0; n < 30; n++)
      expect(
        (await file(member, 'csv', '2026-11-20', '2026-11-20')).headers['content-type'],
      ).toContain('csv')
    expect((await file(member, 'csv', '2026-11-20', '2026-11-20')).json()).toMatchObject({
      code: 429,
    })
    clock.advance(3_600_000)
    expect((await file(member, 'csv', '2026-11-20', '2026-11-20')).statusCode).toBe(200)
  })
})

/** The texts of a PDF's pages. */
function drawn(pdf: Buffer): string {
  const found: string[] = []
  for (let from = pdf.indexOf('stream\n'); from >= 0; from = pdf.indexOf('stream\n', from + 7)) {
    if (pdf.subarray(from - 3, from).toString() === 'end') continue
    found.push(inflateSync(pdf.subarray(from + 7)).toString('latin1'))
  }
  return found
    .join('\n')
    .replaceAll(/\(([^)]*)\) Tj|<([0-9A-F]+)> Tj/g, (_, latin?: string, hex?: string) =>
      hex ? Buffer.from(hex, 'hex').swap16().toString('utf16le') : (latin ?? ''),
    )
}

describe('the records behind a statement', () => {
  test('go back twelve months by days, a page at a time, and keep their documented ranges', async () => {
    const member = await busy()
    const { token, memberId } = member
    const list = async (name: string, body: object) =>
      (await site.call<{ data: { created_at: string }[]; total: number }>(name, body, { token }))
        .data
    const year = { from: '2025-11-21', to: '2026-11-20' }
    for (let n = 0; n < 11; n++)
      await play(6, bet(memberId, { at: at(`2026-02-${String(10 + n)}T08:00:00`) }))
    expect(await list('POST /api/betrecord', year)).toMatchObject({ total: 16 })
    expect((await list('POST /api/betrecord', { ...year, page: 2 })).data.at(-1)?.created_at).toBe(
      '2026-02-10 08:00:00',
    )
    const day = { from: '2026-10-31', to: '2026-10-31' }
    expect(await list('POST /api/betrecord', day)).toMatchObject({
      total: 1,
      data: [{ created_at: '2026-10-31 23:59:59' }],
    })
    for (const [date, total] of [1, 2, 3, 4].map((each, n) => [each, [0, 0, 2, 5][n]]))
      expect(await list('POST /api/betrecord', { date }), `range ${date}`).toMatchObject({ total })
    for (const date of ['2026-03-01T00:00:00', '2026-03-01T23:59:59.999', '2026-03-02T00:00:00'])
      await run(
        owner,
        sql`insert into deposit_order (member_id, deposit_no, method, amount_fen, waits_for, created_at, action_key)
        values (${memberId}, ${`D${date}`}, 'bank', 10000, 'person', ${at(date)}, ${date})`,
      )
    expect(
      await list('POST /api/gettransrecord', { type: 1, from: '2026-03-01', to: '2026-03-01' }),
    ).toMatchObject({ total: 2 })
    expect(await list('POST /api/gettransrecord', { type: 1, date: 4 })).toMatchObject({ total: 0 })
    for (const type of [1, 2, 3, 4])
      expect(
        await site.call(
          'POST /api/gettransrecord',
          { ...year, from: '2025-11-19', type },
          { token },
        ),
      ).toMatchObject({ code: 400, message: '只能查询近 12 个月，最早 2025-11-20' })
  })
})

describe('stretches of play', () => {
  test('have their minutes and bets, newest first, each bet in one of them', async () => {
    stand('2026-11-20T12:00:00')
    const member = await site.member()
    const { memberId } = member
    const placed = (
      time: string,
      stake: bigint,
      payout: bigint,
      status: 'SETTLED' | 'OPEN' = 'SETTLED',
    ) => bet(memberId, { at: at(`2026-11-20T${time}`), stake, payout, status })
    await play(6, placed('08:00:00', 100n, 0n), placed('08:14:30', 200n, 500n))
    await play(6, placed('08:40:00', 1_000n, 0n), placed('08:50:00', 1_000n, 0n, 'OPEN'))
    // A venue that sends its bets late: they join the two stretches into one.
    await play(
      4,
      placed('08:20:00', 30n, 0n),
      placed('08:34:00', 40n, 0n),
      placed('08:45:00', 7n, 9n),
    )
    const { data, total } = await sessions(member)
    expect(total).toBe(1)
    expect(data).toEqual([
      {
        begin: '2026-11-20 08:00:00',
        end: '2026-11-20 08:50:00',
        minutes: 50,
        bets: 6,
        stake: 13.77,
        payout: 5.09,
        net: -8.68,
        open_stake: 10,
      },
    ])
    const shown = (await statement(member, '2026-11-20', '2026-11-20')).data
    expect(sum(data, 'net')).toBe(cents(shown.net))
  })

  test('of before they were kept are built from the bets by the migration', async () => {
    const { memberId } = await site.member()
    // One moment for all: two bets exactly a quarter of an hour apart belong together.
    const now = Date.now()
    const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000)
    const placed = [900, 886, 871, 855, 300, 299, 10].map(minutes =>
      bet(memberId, { at: minutesAgo(minutes) }),
    )
    await play(6, ...placed)
    await play(6, bet(memberId, { at: minutesAgo(550_000) }))
    const kept = () =>
      rows(
        owner,
        sql<{ beganAt: Date; lastAt: Date }>`
        select began_at, last_at from play_stretch where member_id = ${memberId} and began_at > now() - interval '12 months' order by began_at`,
      )
    const before = await kept()
    expect(before).toHaveLength(4)
    await run(owner, sql`delete from play_stretch where member_id = ${memberId}`)
    const migration = readFileSync(
      new URL('../../migrations/131_statement.sql', import.meta.url),
      'utf8',
    )
    const insert = migration.slice(migration.indexOf('insert into play_stretch'))
    await run(owner, sql.raw(insert))
    expect(await kept()).toEqual(before)
    await run(owner, sql.raw(insert))
    expect(await kept()).toEqual(before)
  })

  test('go back twelve months, a page at a time', async () => {
    stand('2025-11-01T12:00:00')
    const member = await site.member()
    for (let n = 0; n < 13; n++) {
      await play(6, bet(member.memberId, { at: clock.now(), stake: 100n }))
      clock.advance(3_600_000)
    }
    expect(await sessions(member, 2)).toMatchObject({
      total: 13,
      last_page: 2,
      data: [{}, { begin: '2025-11-01 13:00:00' }, { begin: '2025-11-01 12:00:00' }],
    })
    stand('2026-11-01T13:30:00')
    expect((await sessions(await again(member))).total).toBe(11)
  })
})
