// A member gives a bonus up: what is shown is what is taken, and its turnover ends with it.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { parseYuan } from '@tianping/money'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { balances, post } from '../../src/ledger/ledger.ts'
import { awayFromHome, lookEverywhere } from '../../src/areas/venues/venues.ts'
import { contribute, openRequirement } from '../../src/ledger/wagering.ts'
import { bind, PAY_PASSWORD } from '../cashier/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { setAside } from '../support/aside.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
afterAll(() => assertBooksHold(owner))

const byActivity = { account: 'activityBonus', code: 'activity_bonus' } as const
const paid = {
  red_packet: { prefix: 'red_packet', account: 'redPacketExpense', code: 'red_packet' },
  activity_bonus: { prefix: 'activity', ...byActivity },
  free_rounds: { prefix: 'free_rounds', ...byActivity },
  tournament: { prefix: 'tournament', ...byActivity },
  campaign: { prefix: 'campaign', ...byActivity },
  code: { prefix: 'code', ...byActivity },
  mission: { prefix: 'mission', ...byActivity },
  adjustment: { prefix: 'adjustment', account: 'adjustment', code: 'adjustment' },
} as const
type Kind = keyof typeof paid
let numbered = 0

/** A bonus of ¥100 with five times turnover, as its area pays it. */
async function bonus(memberId: bigint, kind: Kind) {
  const id = `b${++numbered}`
  const { prefix, account, code } = paid[kind]
  const posted = await post(site.services.db, {
    memberId,
    key: `${prefix}:${id}`,
    code,
    from: { name: account },
    to: { name: 'memberCash' },
    amountFen: 100_00n,
    source: { type: kind, id },
    actor: { type: 'system', id: 'test' },
  })
  expect(posted.kind).toBe('done')
  await openRequirement(site.services.db, {
    memberId,
    sourceType: kind,
    sourceId: id,
    requiredFen: 500_00n,
    openedAt: site.services.clock.now(),
  })
  return { source: kind, source_no: id }
}

type Audit = {
  missing: number
  requirements: {
    source: string
    source_no: string
    missing: number
    bonus: { amount: number; takes: number } | null
  }[]
}
const audit = async (token: string) =>
  (await site.call<Audit>('POST /api/wageringaudit', {}, { token })).data
const giveUp = (token: string, asked: object, key?: string) =>
  site.call<{ taken: number; freed: number }>('POST /api/wageringaudit/giveup', asked, {
    token,
    ...(key ? { key } : {}),
  })
const cash = async (token: string) =>
  (await site.call<{ balance: number }>('POST /api/balance', {}, { token })).data.balance
const letters = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{
        content: string
      }>`select content from message where member_id = ${memberId} and title = '彩金已放弃'`,
    )
  ).map(each => each.content)
/** Leaves that much in the wallet, as play would. */
async function lose(memberId: bigint, yuan: string) {
  const posted = await post(site.services.db, {
    memberId,
    key: `lost:${++numbered}`,
    code: 'fee',
    from: { name: 'memberCash' },
    to: { name: 'feeIncome' },
    amountFen: parseYuan(yuan) ?? 0n,
    source: { type: 'test', id: String(numbered) },
    actor: { type: 'system', id: 'test' },
  })
  expect(posted.kind).toBe('done')
}

describe('giving a bonus up', () => {
  test.each(Object.keys(paid) as Kind[])(
    'a %s: the figures shown are taken, the turnover ends, winnings stay and a letter says so',
    async kind => {
      const { token, memberId } = await site.member()
      await fund(owner, memberId, 1_000_00n)
      const asked = await bonus(memberId, kind)
      expect(await audit(token)).toMatchObject({
        missing: 500,
        requirements: [{ ...asked, missing: 500, bonus: { amount: 100, takes: 100 } }],
      })
      expect(await giveUp(token, { ...asked, takes: 100 })).toMatchObject({
        code: 200,
        message: '已放弃，扣除100.00元',
        data: { taken: 100, freed: 500 },
      })
      expect(await audit(token)).toMatchObject({ missing: 0, requirements: [] })
      expect(await cash(token)).toBe(1_000)
      expect(await letters(memberId)).toEqual([
        expect.stringMatching(/中心钱包扣除 ¥100\.00，剩余流水要求 ¥500\.00 已取消/),
      ])
      const { given } = await theRow(
        owner,
        sql<{
          given: bigint
        }>`select sum(amount)::bigint as given from ledger.entry where member_id = ${memberId} and layer = 'posted' and account_code in (300, 320, 900)`,
      )
      expect(given, 'what the house gave came back').toBe(0n)
    },
  )

  test('never more than the wallet holds: a bonus that is lost is given up for what is left', async () => {
    const { token, memberId } = await site.member()
    const asked = await bonus(memberId, 'red_packet')
    await lose(memberId, '69.50')
    expect((await audit(token)).requirements[0]?.bonus).toEqual({ amount: 100, takes: 30.5 })
    expect((await giveUp(token, { ...asked, takes: 30.5 })).data).toEqual({
      taken: 30.5,
      freed: 500,
    })
    const other = await bonus(memberId, 'activity_bonus')
    await lose(memberId, '100')
    expect((await giveUp(token, { ...other, takes: 0 })).data).toEqual({ taken: 0, freed: 500 })
    expect(await cash(token)).toBe(0)
  })

  test('an amount that was not shown is refused and nothing is taken', async () => {
    const { token, memberId } = await site.member()
    const asked = await bonus(memberId, 'red_packet')
    for (const takes of [0, 99.99, 100.01])
      expect(await giveUp(token, { ...asked, takes })).toMatchObject({
        code: 400,
        message: '余额或流水已变化，放弃将扣除100.00元，请重新确认',
        data: { rule: 'changed', takes: 100 },
      })
    expect(await cash(token)).toBe(100)
    expect((await audit(token)).missing).toBe(500)
  })

  test('two taps at once take it once, and a repeated key gets its first answer', async () => {
    const { token, memberId } = await site.member()
    const asked = { ...(await bonus(memberId, 'red_packet')), takes: 100 }
    await fund(owner, memberId, 900_00n)
    const answers = await Promise.all([
      giveUp(token, asked, 'first-tap'),
      giveUp(token, asked, 'second-tap'),
    ])
    expect(answers.map(each => each.code).toSorted()).toEqual([200, 404])
    const won = answers[0]?.code === 200 ? 'first-tap' : 'second-tap'
    expect(await giveUp(token, asked, won)).toMatchObject({ code: 200, data: { taken: 100 } })
    expect(await cash(token)).toBe(900)
    expect(await letters(memberId)).toHaveLength(1)
  })

  test('a repetition after the first answer was lost takes nothing more', async () => {
    const { token, memberId } = await site.member()
    const asked = { ...(await bonus(memberId, 'red_packet')), takes: 100 }
    await giveUp(token, asked, 'lost-answer')
    await run(owner, sql`delete from call_once where member_id = ${memberId}`)
    expect(await giveUp(token, asked, 'lost-answer')).toMatchObject({
      code: 200,
      data: { taken: 100, freed: 500 },
    })
    expect(await cash(token)).toBe(0)
  })

  test('what the ledger does not post frees no turnover and tells nobody', async () => {
    const { token, memberId } = await site.member()
    const asked = await bonus(memberId, 'red_packet')
    // Another posting has the key of this one.
    const posted = await post(site.services.db, {
      memberId,
      key: `bonus_given_up:${asked.source}:${asked.source_no}`,
      code: 'fee',
      from: { name: 'memberCash' },
      to: { name: 'feeIncome' },
      amountFen: 1n,
      source: { type: 'test', id: asked.source_no },
      actor: { type: 'system', id: 'test' },
    })
    expect(posted.kind).toBe('done')
    expect((await giveUp(token, { ...asked, takes: 99.99 })).code).not.toBe(200)
    expect(await cash(token)).toBe(99.99)
    expect((await audit(token)).missing).toBe(500)
    expect(await letters(memberId)).toEqual([])
  })

  test('a deposit, a rebate and another member’s bonus cannot be given up', async () => {
    const { token, memberId } = await site.member()
    const other = await site.member()
    const theirs = await bonus(other.memberId, 'red_packet')
    await fund(owner, memberId, 500_00n)
    for (const sourceType of ['deposit', 'rebate'])
      await openRequirement(site.services.db, {
        memberId,
        sourceType,
        sourceId: 'x',
        requiredFen: 100_00n,
        openedAt: site.services.clock.now(),
      })
    expect((await audit(token)).requirements.map(each => each.bonus)).toEqual([null, null])
    for (const asked of [
      { source: 'deposit', source_no: 'x' },
      { source: 'rebate', source_no: 'x' },
      theirs,
    ])
      expect(await giveUp(token, { ...asked, takes: 100 })).toMatchObject({
        code: 404,
        message: '该项彩金没有未完成的流水要求，无需放弃',
      })
    expect((await audit(token)).missing).toBe(200)
  })
})

describe('money of the bonus must be home', () => {
  const move = (token: string, from: string, to: string) =>
    site.call('POST /api/transfer', { sourcetype: from, targettype: to, amount: '100' }, { token })

  test('money at a venue refuses, and once it is recalled the bonus is given up', async () => {
    const { token, memberId } = await site.member()
    const asked = { ...(await bonus(memberId, 'red_packet')), takes: 0 }
    expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
    expect(await giveUp(token, asked)).toMatchObject({
      code: 400,
      message: '请先将场馆余额全部转回中心钱包，再放弃彩金',
    })
    expect((await site.call('POST /api/transall', {}, { token })).code).toBe(200)
    expect((await giveUp(token, { ...asked, takes: 100 })).code).toBe(200)
    expect((await audit(token)).missing).toBe(0)
  })

  test('a transfer since the look at the venues makes the look worthless', async () => {
    const { token, memberId } = await site.member()
    await fund(owner, memberId, 500_00n)
    const look = await lookEverywhere(site.services, memberId)
    expect(await awayFromHome(owner, memberId, look)).toBe(null)
    expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
    expect((await move(token, 'FG', 'userbalance')).code).toBe(200)
    expect((await balances(owner, memberId)).cashAvailableFen).toBe(500_00n)
    expect(await awayFromHome(owner, memberId, look)).toBe('at_venue')
    const again = await lookEverywhere(site.services, memberId)
    expect(await awayFromHome(owner, memberId, again)).toBe(null)
  })

  test('an unsettled bet refuses: what it may win is not free of turnover yet', async () => {
    const { token, memberId } = await site.member()
    const asked = { ...(await bonus(memberId, 'red_packet')), takes: 0 }
    await lose(memberId, '100')
    await run(
      owner,
      sql`
      insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
        status, fairness, math_version, placed_at)
      select ${memberId}, venue_id, 'open-bet', 1, 1, 'fortune3', 'r', '{}', 10000, 0, 0, 0, 2, '{}', '1', ${site.services.clock.now()}
      from venue where platname = 'FG'`,
    )
    expect(await giveUp(token, asked)).toMatchObject({
      code: 400,
      message: '您有注单尚未结算，请在结算后再放弃彩金',
    })
    expect((await audit(token)).missing).toBe(500)
  })

  test('a venue that does not answer refuses and is named', async () => {
    const { token, memberId } = await site.member()
    const asked = { ...(await bonus(memberId, 'red_packet')), takes: 100 }
    expect((await move(token, 'userbalance', 'FG')).code).toBe(200)
    expect((await move(token, 'FG', 'userbalance')).code).toBe(200)
    arm(venue, { kind: 'drop_before', endpoint: 'balance', venue: 'FG', count: 1 })
    expect((await giveUp(token, asked)).message).toMatch(/暂时无法连接，请稍后再放弃彩金$/)
    await setAside(owner, { memberId, venueId: 6 })
    expect((await giveUp(token, asked)).message, 'a bet there is not known').toMatch(
      /暂时无法连接，请稍后再放弃彩金$/,
    )
    await run(owner, sql`delete from venue_bet_aside`)
    expect((await giveUp(token, asked)).code).toBe(200)
  })
})

test('once its turnover is done nothing is taken, and a win of any size is withdrawn whole', async () => {
  const { token, memberId } = await site.member()
  const asked = { ...(await bonus(memberId, 'red_packet')), takes: 100 }
  await contribute(site.services.db, {
    memberId,
    venueId: 1,
    betId: 'done',
    version: 1,
    validFen: 500_00n,
    settledAt: site.services.clock.now(),
  })
  await fund(owner, memberId, 39_900_00n)
  expect((await giveUp(token, asked)).code).toBe(404)
  const bank = await bind(site, token)
  const out = await site.call(
    'POST /api/withdraw',
    { amount: 40_000, password: PAY_PASSWORD, bank },
    { token },
  )
  expect(out, out.message).toMatchObject({ code: 200 })
  expect(await cash(token)).toBe(0)
})

test('a bonus of which a fen is left is given up for that fen, and frees what was not played', async () => {
  const { token, memberId } = await site.member()
  const asked = { ...(await bonus(memberId, 'red_packet')), takes: 0.01 }
  const settledAt = site.services.clock.now()
  const played = { memberId, venueId: 1, betId: 'part', version: 1, validFen: 200_00n, settledAt }
  await contribute(site.services.db, played)
  await lose(memberId, '99.99')
  expect(await giveUp(token, asked)).toMatchObject({ code: 200, data: { taken: 0.01, freed: 300 } })
  expect(await cash(token)).toBe(0)
})

test('an excluded member may give a bonus up, which frees the own money', async () => {
  const { token, memberId } = await site.member()
  const asked = { ...(await bonus(memberId, 'activity_bonus')), takes: 100 }
  const now = new Date()
  await transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId,
      kind: 'exclusion',
      term: '6m',
      until: new Date(now.getTime() + 86_400_000),
      reason: '',
      setBy: '',
      setAt: now,
    }),
  )
  expect((await giveUp(token, asked)).code).toBe(200)
})
