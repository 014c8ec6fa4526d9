// The rule by which games count towards gifts, from its proposal to what the member reads.
import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { rollUpFacts } from '../../src/areas/figures/figures.ts'
import { applyBets } from '../../src/areas/venues/feed.ts'
import {
  openGift,
  WAGERING_SETTING,
  wageringSchema,
  weightsCost,
  type WageringSetting,
} from '../../src/areas/wagering/wagering.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { bet } from '../promotions/turnoverSupport.ts'
import { pastHorizon } from '../support/horizon.ts'
import { openSlotSite } from '../support/slotSite.ts'

const { owner, clock, site, chief, other } = await openSlotSite()
const fg = (await site.services.venues.named('FG'))!

const full = wageringSchema.parse({})
const configure = (value: Partial<WageringSetting>) =>
  writeSetting(
    owner,
    WAGERING_SETTING,
    wageringSchema,
    { ...full, ...value },
    { name: 'test', at: clock.now() },
  )
let numbered = 0
/** A settled bet at FG, a second after the last. */
function play(memberId: bigint, fen: bigint, game_code = 'fortune3') {
  clock.advance(1_000)
  return applyBets(site.services, fg, [
    bet(memberId, { at: clock.now(), game_code, stake: fen, valid_amount: fen, net: -fen }),
  ])
}
/** A gift and a deposit that ask for turnover, in this order. */
async function owing(giftFen: bigint, depositFen: bigint) {
  const { memberId, token } = await site.member()
  const at = { memberId, openedAt: clock.now() }
  const sourceId = `w${++numbered}`
  await openGift(owner, {
    ...at,
    sourceType: 'code',
    sourceId,
    amountFen: giftFen,
    turnoverTimes: 1,
  })
  await openRequirement(owner, {
    ...at,
    sourceType: 'deposit',
    sourceId,
    requiredFen: depositFen,
  })
  return { memberId, token }
}
const audit = async (token: string) =>
  (
    await site.call<{
      missing: number
      requirements: { source: string; counted: number; gift: boolean }[]
      weights: { label: string; counts: number }[]
      bets: {
        data: {
          counted: number
          verdict: string
          reason: string
          parts: { source: string; amount: number; weight: number }[]
        }[]
      }
    }>('POST /api/wageringaudit', {}, { token })
  ).data

test('while everything counts in full nobody is told of weights', async () => {
  await configure({})
  const { memberId, token } = await owing(100_00n, 50_00n)
  await play(memberId, 120_00n)
  expect(await audit(token)).toMatchObject({
    missing: 30,
    weights: [],
    requirements: [{ source: 'deposit', counted: 20, gift: false }],
    bets: {
      data: [
        {
          counted: 120,
          verdict: 'counted',
          reason: '已计入流水',
          parts: [{ weight: 100 }, { weight: 100 }],
        },
      ],
    },
  })
})

test('a bet counts by its game, then its venue, then its kind, and the member reads why', async () => {
  const weights = { ...full.weights, [fg.category]: 10 }
  await configure({ weights })
  const { memberId, token } = await owing(100_00n, 50_00n)
  await play(memberId, 100_00n)
  expect((await audit(token)).requirements).toMatchObject([
    { source: 'code', counted: 10, gift: true },
    { source: 'deposit', counted: 0 },
  ])
  await configure({ weights, overrides: [{ venue: 'fg', game: '', counts: 20 }] })
  await play(memberId, 100_00n)
  await configure({
    weights,
    overrides: [
      { venue: 'FG', game: '', counts: 20 },
      { venue: 'FG', game: 'fortune3', counts: 0 },
    ],
  })
  await play(memberId, 40_00n)
  await play(memberId, 50_00n, 'other')
  const read = await audit(token)
  expect(read.requirements).toMatchObject([
    { source: 'code', counted: 40 },
    { source: 'deposit', counted: 40 },
  ])
  expect(read.weights).toContainEqual({ label: `${fg.name} · 招财进宝`, counts: 0 })
  expect(read.weights).toContainEqual({ label: fg.name, counts: 20 })
  expect(read.bets.data.map(each => [each.verdict, each.counted, each.reason])).toEqual([
    ['counted', 10, '彩金流水按该游戏的 20% 计入'],
    ['counted', 40, '已计入流水'],
    ['counted', 20, '彩金流水按该游戏的 20% 计入'],
    ['counted', 10, '彩金流水按该游戏的 10% 计入'],
  ])
  await play(memberId, 10_00n)
  await play(memberId, 10_00n)
  const last = (await audit(token)).bets.data[0]
  expect([last?.verdict, last?.counted, last?.reason]).toEqual([
    'weighed',
    0,
    '该游戏按比例计入彩金流水，这一注没有计入',
  ])
  const shown = await chief.call('POST /api/console/members/show', { id: Number(memberId) })
  expect(shown.data).toMatchObject({
    weights: read.weights,
    requirements: expect.arrayContaining([expect.objectContaining({ gift: true })]),
  })
})

test('a bet that settles as a gift opens, in a game that counts nothing, was weighed', async () => {
  await configure({ weights: { ...full.weights, [fg.category]: 0 } })
  const { memberId, token } = await site.member()
  clock.advance(1_000)
  const sourceId = `w${++numbered}`
  const openedAt = clock.now()
  await openGift(owner, {
    memberId,
    sourceType: 'code',
    sourceId,
    amountFen: 100_00n,
    turnoverTimes: 1,
    openedAt,
  })
  clock.advance(-1_000)
  await play(memberId, 10_00n)
  expect(clock.now()).toEqual(openedAt)
  expect((await audit(token)).bets.data).toMatchObject([{ verdict: 'weighed', counted: 0 }])
})

test('a correction counts by the weight of the first count, whatever the rule says since', async () => {
  await configure({ weights: { ...full.weights, [fg.category]: 50 } })
  const { memberId, token } = await owing(100_00n, 10_00n)
  clock.advance(1_000)
  const made = bet(memberId, {
    at: clock.now(),
    game_code: 'fortune3',
    stake: 60_00n,
    valid_amount: 60_00n,
    net: -60_00n,
  })
  await applyBets(site.services, fg, [made])
  await configure({})
  await applyBets(site.services, fg, [
    { ...made, version: made.version + 1n, revision: 2, valid_amount: 40_00n },
  ])
  expect((await audit(token)).requirements).toMatchObject([{ counted: 20 }, { counted: 0 }])
})

const shown = async () =>
  (await chief.call('POST /api/console/rules/show', { key: WAGERING_SETTING })).data
const propose = async (value: unknown) =>
  chief.call('POST /api/console/rules/propose', {
    key: WAGERING_SETTING,
    version: (await shown()).version,
    value,
    note: '按游戏计入',
  })

test('two persons set the weights, beside what thirty days would have counted', async () => {
  await configure({})
  await pastHorizon(owner)
  while ((await rollUpFacts(site.services)) > 0);
  const [{ fen }] = (await rows<{ fen: bigint }>(
    owner,
    sql`select coalesce(sum(valid_fen), 0)::bigint as fen from play_game_day`,
  )) as [{ fen: bigint }]
  expect(fen).toBeGreaterThan(0n)
  const [last] = await rows<{ day: string; next: string; fen: bigint }>(
    owner,
    sql`select day::text as day, (day + 1)::text as next, sum(valid_fen)::bigint as fen from play_game_day group by 1, 2 order by 1 desc limit 1`,
  )
  const since = (day = '') => weightsCost(owner, day, full)
  expect(await since(last?.day), 'from the day itself on').toEqual([
    { category: fg.category, fen: last?.fen },
  ])
  expect(await since(last?.next)).toEqual([])
  const value = { ...full, weights: { ...full.weights, [fg.category]: 25 } }
  const { lines } = (
    await chief.call('POST /api/console/rules/cost', { key: WAGERING_SETTING, value })
  ).data
  const all = Number(fen) / 100
  expect(lines[0]).toEqual({
    label: '计入彩金流水的有效投注',
    unit: 'yuan',
    before: all,
    after: all / 4,
  })
  expect(lines).toHaveLength(2)
  expect(await propose(value)).toMatchObject({ code: 200 })
  const id = (await shown()).proposal?.id ?? 0
  expect(await chief.call('POST /api/console/rules/approve', { id, remark: '' })).toMatchObject({
    code: 409,
  })
  expect(await other.call('POST /api/console/rules/approve', { id, remark: '' })).toMatchObject({
    code: 200,
  })
  expect((await shown()).value).toEqual(value)
})

test('a venue or a game that does not exist is refused when it is proposed', async () => {
  const with_ = (...overrides: WageringSetting['overrides']) => propose({ ...full, overrides })
  expect(await with_({ venue: 'NOPE', game: '', counts: 5 })).toMatchObject({
    code: 400,
    message: '没有场馆 NOPE',
  })
  expect(await with_({ venue: 'FG', game: 'nope', counts: 5 })).toMatchObject({
    code: 400,
    message: 'FG没有游戏 nope',
  })
  expect(
    await with_({ venue: 'FG', game: '', counts: 5 }, { venue: 'fg', game: '', counts: 6 }),
  ).toMatchObject({
    code: 400,
    data: { issues: [{ path: 'overrides', message: '每个场馆或游戏只能写一次' }] },
  })
})
