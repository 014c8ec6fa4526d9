// What the guard itself answers: what is left to lose, to stake and to play, and why nothing is.
import type { LimitKind } from '@tianping/contract/protection/facts'
import { run, sql, transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { PLAY_SETTING, playSchema } from '../../src/areas/protection/playSwitch.ts'
import {
  mayBenefit,
  mayDeposit,
  mayEarn,
  mayPlay,
  mayPractise,
  meetsDemands,
  PROTECTION_SETTING,
  protectionSchema,
  visitorMayPractise,
} from '../../src/areas/protection/protection.ts'
import { resetsAt, spansAt } from '../../src/areas/protection/spans.ts'
import { insertBlock } from '../../src/areas/protection/store/block.sql.ts'
import { noteLink } from '../../src/areas/protection/store/helpLink.sql.ts'
import { writeLimit } from '../../src/areas/protection/store/limit.sql.ts'
import { notePlay } from '../../src/areas/protection/store/play.sql.ts'
import type { Refusal } from '../../src/kernel/http/refusal.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { enable, prove } from '../profiles/support.ts'
import { ask } from '../verification/support.ts'
import { addVenues } from '../support/venue.ts'

const { site, clock, owner } = await openCashier()
await addVenues(owner)
const now = clock.now()
const MINUTE_MS = 60_000
const by = { name: 'test', at: now }

const noRaise = { nextAmount: null, nextFrom: null, nextUntil: null }
const own = { source: 'member', setBy: '', setAt: now, ...noRaise } as const
/** Fen, and minutes of time. */
const limit = (memberId: bigint, kind: LimitKind, amount: bigint) =>
  writeLimit(owner, { memberId, kind, amount, ...own })

/** Who staked 40 yuan today, lost 30 of them and played for ten minutes. */
async function player() {
  const { memberId } = await site.member()
  await run(
    owner,
    sql`
    insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
    select ${memberId}, ${spansAt(now).day.day}::date, min(venue_id), 'concise', 1, 4000, 0, 1000 from venue`,
  )
  await notePlay(owner, { memberId, from: new Date(now.getTime() - 10 * MINUTE_MS), to: now })
  return memberId
}

test('of several limits the nearest is what is left, with the first span of losses that ends', async () => {
  const memberId = await player()
  const none = { lossFen: null, stakeFen: null, minutes: null, lossUntil: null }
  expect(await mayPlay(owner, memberId, now)).toEqual(none)
  const limits: [LimitKind, bigint][] = [
    ['loss_day', 100_00n],
    ['loss_week', 80_00n],
    ['loss_month', 90_00n],
    ['stake_day', 50_00n],
    ['stake_week', 60_00n],
    ['stake_month', 55_00n],
    ['time_day', 30n],
    ['time_week', 25n],
    ['time_month', 20n],
    // It is asked about when money comes, not when it is played with.
    ['deposit_day', 0n],
  ]
  for (const [kind, amount] of limits) await limit(memberId, kind, amount)
  expect(await mayPlay(owner, memberId, now)).toEqual({
    lossFen: 50_00n,
    stakeFen: 10_00n,
    minutes: 10n,
    lossUntil: resetsAt('day', now),
  })
  const later = await player()
  await limit(later, 'stake_day', 50_00n)
  expect((await mayPlay(owner, later, now)).lossUntil).toBeNull()
  await limit(later, 'stake_day', 10_000_00n)
  await limit(later, 'loss_month', 90_00n)
  const month = resetsAt('month', now)
  const room = { ...none, lossFen: 60_00n, stakeFen: 9_960_00n, lossUntil: month }
  expect(await mayPlay(owner, later, now)).toEqual(room)
  await limit(later, 'loss_week', 90_00n)
  expect((await mayPlay(owner, later, now)).lossUntil).toEqual(resetsAt('week', now))
})

test.each([
  ['loss_day', 30_00n, { lossFen: 1n }, 30, '每日净输限额 ¥30.00'],
  ['stake_day', 40_00n, { stakeFen: 1n }, 40, '每日投注额限额 ¥40.00'],
  ['time_day', 10n, { minutes: 1n }, 10, '每日游戏时长限额 10 分钟'],
] as const)('%s is used up at its amount, not one before', async (kind, used, left, size, says) => {
  const memberId = await player()
  await limit(memberId, kind, used + 1n)
  expect(await mayPlay(owner, memberId, now)).toMatchObject(left)
  await limit(memberId, kind, used)
  await expect(mayPlay(owner, memberId, now)).rejects.toMatchObject({
    message: expect.stringContaining(says),
    said: { reason: `protection.${kind.split('_')[0]}_limit` },
    data: { rule: kind, limit: size, left: 0, resets_at: '2026-11-21 00:00:00' },
  })
  await limit(memberId, kind, used - 1n)
  await expect(mayPlay(owner, memberId, now)).rejects.toMatchObject({ data: { left: 0 } })
})

test('while the switch is off nobody plays, for money or without', async () => {
  const memberId = await player()
  const visitor = { ofAge: true, device: '', now }
  const doors = () =>
    Promise.allSettled([
      mayPlay(owner, memberId, now),
      mayPractise(owner, memberId, now),
      visitorMayPractise(owner, visitor),
    ])
  const turn = (open: boolean) => writeSetting(owner, PLAY_SETTING, playSchema, { open }, by)
  expect((await doors()).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'))
  await turn(false)
  const stopped = { status: 'rejected', reason: { data: { rule: 'play_stopped' } } }
  expect(await doors()).toMatchObject(Array(3).fill(stopped))
  await turn(true)
})

test('who is blocked is told until when, and neither rewarded nor paid as an agent', async () => {
  const { memberId } = await site.member()
  await mayBenefit(owner, memberId, now)
  await mayEarn(owner, memberId, now)
  const until = new Date(now.getTime() + 2 * DAY_MS)
  const block = { memberId, kind: 'timeout', term: '48h', reason: '', setBy: '' } as const
  await insertBlock(owner, { ...block, until, setAt: now })
  await expect(mayPlay(owner, memberId, now)).rejects.toMatchObject({
    data: { rule: 'excluded', until: '2026-11-22 12:00:00' },
  })
  const excluded = { rule: 'excluded', rule_version: 0 }
  await expect(mayBenefit(owner, memberId, now)).rejects.toMatchObject({ data: excluded })
  await expect(mayEarn(owner, memberId, now)).rejects.toMatchObject({ data: excluded })
  await insertBlock(owner, { ...block, kind: 'exclusion', term: 'ever', until: null, setAt: now })
  await expect(mayPlay(owner, memberId, now)).rejects.toMatchObject({
    message: '您已自我排除，期间不能存款与游戏',
    data: { rule: 'excluded', until: null },
  })
})

test('who is too young neither deposits nor plays, a visitor who does not say so neither', async () => {
  const { memberId } = await site.member()
  const born = (birthday: string) =>
    run(owner, sql`update member set birthday = ${birthday}::date where member_id = ${memberId}`)
  const deposits = () =>
    transaction(owner, tx => mayDeposit(tx, { memberId, amountFen: 100_00n, now }))
  await born('2008-11-20')
  await Promise.all([deposits(), mayPlay(owner, memberId, now)])
  await born('2008-11-21')
  const young = { message: '未满 18 周岁不能存款与游戏', data: { rule: 'age', age: 18 } }
  await expect(deposits()).rejects.toMatchObject(young)
  await expect(mayPlay(owner, memberId, now)).rejects.toMatchObject(young)
  await expect(mayPractise(owner, memberId, now)).rejects.toMatchObject(young)
  const visitor = { ofAge: false, device: '', now }
  await expect(visitorMayPractise(owner, visitor)).rejects.toMatchObject({
    data: { rule: 'age', age: 18 },
  })
})

test('while help cannot be found nobody plays, for money or without', async () => {
  const { memberId } = await site.member()
  const change = (deadHelpDays: number) =>
    writeSetting(owner, PROTECTION_SETTING, protectionSchema, { deadHelpDays }, by)
  const doors = async (at: Date) => {
    const all = await Promise.allSettled([
      mayPlay(owner, memberId, at),
      mayPractise(owner, memberId, at),
      visitorMayPractise(owner, { ofAge: true, device: '', now: at }),
    ])
    return all.map(({ status }) => status)
  }
  await noteLink(owner, { url: 'https://help.example', at: now, error: 'HTTP 404' })
  const dead = new Date(now.getTime() + DAY_MS)
  const [open, shut] = [Array(3).fill('fulfilled'), Array(3).fill('rejected')]
  await change(0)
  expect(await doors(dead)).toEqual(open)
  await change(1)
  expect(await doors(new Date(dead.getTime() - 1))).toEqual(open)
  expect(await doors(dead)).toEqual(shut)
  await change(0)
})

test('where an identity, or the word of the national register, is asked for, all doors ask for it', async () => {
  const { memberId } = await site.member()
  const refused = async (doors: Promise<unknown>[]) =>
    (await Promise.allSettled(doors)).map(each =>
      each.status === 'rejected' ? (each.reason as Refusal).said.reason : 'open',
    )
  const doors = () =>
    refused([
      mayPlay(owner, memberId, now),
      mayPractise(owner, memberId, now),
      visitorMayPractise(owner, { ofAge: true, device: '', now }),
    ])
  await ask(site, { playTier: 1 })
  const tier = 'verification.tier_missing'
  expect(await doors()).toEqual([tier, tier, 'protection.practice_members'])
  await ask(site, {})
  expect(await doors()).toEqual(['open', 'open', 'open'])
  expect(await meetsDemands(owner, memberId)).toBe(true)
  await enable(site, 'GB')
  await prove(owner, memberId, 2)
  const unknown = 'protection.register_unknown'
  expect((await doors()).slice(0, 2)).toEqual([unknown, unknown])
  expect(await meetsDemands(owner, memberId)).toBe(false)
  await expect(mayBenefit(owner, memberId, now)).rejects.toMatchObject({
    data: { rule: 'excluded', rule_version: 0 },
  })
  await enable(site)
})
