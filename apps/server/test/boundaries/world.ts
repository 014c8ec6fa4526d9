// A site for tables: each figure is asked at noon of a day of its own, so that no sum, count or
// throttle of an earlier one is left.
import { run, sql, transaction } from '@tianping/database'
import { expect } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { countTurnover } from '../../src/areas/turnover/turnover.ts'
import { seedSite } from '../../src/demo/site.ts'
import { contribute } from '../../src/ledger/wagering.ts'
import { bankCard, bind, give, NOON } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { TAKEN } from './edge.ts'
import { openTestSite, TestClock } from '../support/site.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export async function openWorld(env: Record<string, string> = {}) {
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock(NOON)
  await seedSite(owner, clock.now())
  await seedCashier(owner, clock.now())
  const site = await openTestSite(url, { clock, env })

  /** A moment of the day that the clock stands at, by its time in Beijing, and `step` later. */
  const today = (time: string, step = 0) => {
    const day = new Date(clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
    return new Date(new Date(`${day}T${time}:00+08:00`).getTime() + step)
  }
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const standAt = (at: Date) => clock.advance(at.getTime() - clock.now().getTime())
  /** The operators stay at their desks. */
  const staySeated = () =>
    run(
      owner,
      sql`update operator_session set last_seen_at = ${clock.now()}, expires_at = ${new Date(clock.now().getTime() + 8 * HOUR_MS)}, method = 'totp'`,
    )
  let noon = clock.now()
  /** Noon of the next day that no figure was asked on; two days on, for what counts 24 hours. */
  const nextNoon = async () => {
    noon = new Date(noon.getTime() + 2 * DAY_MS)
    standAt(noon)
    await staySeated()
  }

  let cards = 0
  const anotherCard = () => bankCard(`6222020011${String((cards += 1)).padStart(6, '0')}`)
  /** A member with money and a card of their own. */
  const rich = async (amountFen = 100_000_00n, card = anotherCard()) => {
    const member = await site.member()
    await give(site, member.memberId, amountFen)
    return { ...member, bank: await bind(site, member.token, card) }
  }
  type Rich = Awaited<ReturnType<typeof rich>>
  const withdraw = ({ token, bank }: Rich, fen: number) =>
    site.call<{ out_trade_no: string; held_until?: string }>(
      'POST /api/withdraw',
      { amount: fen / 100, bank, password: '888888' },
      { token },
    )
  /** A withdrawal that waits for review; its number. */
  const asked = async (member: Rich, fen: number) => {
    const { code, message, data } = await withdraw(member, fen)
    expect(code, message).toBe(200)
    return data.out_trade_no
  }
  /** What a withdrawal says after so much turnover and `step` fen more. */
  const afterTurnover = async (
    { memberId, token }: { memberId: bigint; token: string },
    turnoverFen: number,
    step: number,
  ) => {
    const bank = await bind(site, token, anotherCard())
    await contribute(site.services.db, {
      memberId,
      venueId: 1,
      betId: 'bet',
      version: 1,
      validFen: BigInt(turnoverFen + step),
      settledAt: new Date(clock.now().getTime() + 1_000),
    })
    const order = { amount: 100, bank, password: '888888' }
    const { code, message } = await site.call('POST /api/withdraw', order, { token })
    if (code === 200) return TAKEN
    return message.startsWith('打码量不足，还需0.01元') ? '打码量不足，还需0.01元' : message
  }
  /** Settled bets of a member at a slot venue on a day, all of their stakes valid and lost. */
  const play = (memberId: bigint, fen: number, day: string) =>
    transaction(owner, tx =>
      countTurnover(tx, {
        memberId,
        venueId: 6,
        settledAt: new Date(`${day}T13:00:00+08:00`),
        before: null,
        after: { stakeFen: BigInt(fen), validFen: BigInt(fen), payoutFen: 0n },
      }),
    )
  const setTier = (memberId: bigint, tier: number) =>
    run(
      owner,
      sql`insert into member_tier (member_id, tier, case_id) values (${memberId}, ${tier}, 1)`,
    )
  return {
    site,
    owner,
    clock,
    today,
    ago,
    standAt,
    staySeated,
    nextNoon,
    anotherCard,
    rich,
    withdraw,
    asked,
    afterTurnover,
    play,
    setTier,
    desk,
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>
