// What raises a flag: each rule at its number, by the look at one member.
import { payMethods } from '@tianping/contract/payments'
import { rows, run, sql } from '@tianping/database'
import { beijingDay, beijingMidnight } from '@tianping/money/day'
import { describe } from 'vitest'
import { raiseFlagsOf } from '../../src/areas/risk/flags.ts'
import { past } from '../cases/support.ts'
import { alikeDrives, examine, inDatabase, onFigure } from './examine.ts'
import { riskEdges } from './tables/protection.ts'
import { HOUR_MS, openWorld } from './world.ts'

const { site, owner, clock, nextNoon } = await openWorld()
const { deposit, withdrawal, played } = past(owner, clock)

const members = async (count: number) => {
  const made: bigint[] = []
  for (let n = 0; n < count; n += 1) made.push((await site.member()).memberId)
  return made
}
const member = async () => (await site.member()).memberId
const flagged = async (memberId: bigint, kind: string) => {
  await raiseFlagsOf(site.services, memberId)
  const found = await rows(
    owner,
    sql`select from risk_flag where member_id = ${memberId} and kind = ${kind}`,
  )
  return found.length > 0 ? 'flag' : ''
}
const ago = (ms: number) => new Date(clock.now().getTime() - ms)
/** Hours before now of a moment so many hours and `step` milliseconds ago. */
const hours = (count: number, step: number) => count + step / HOUR_MS

let serial = 0
const logIn = (memberId: bigint, address: string, at: Date) =>
  run(
    owner,
    sql`insert into login_trace (member_id, address, agent, first_at, last_at) values (${memberId}, ${address}, 'x', ${at}, ${at})`,
  )
const onDevice = (memberId: bigint, device: string) =>
  run(
    owner,
    sql`insert into device_trace (member_id, device, address, agent, first_at, last_at) values (${memberId}, ${device}, '', 'x', ${clock.now()}, ${clock.now()})`,
  )
const bindNumber = (memberId: bigint, digest: Buffer) =>
  run(
    owner,
    sql`insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key)
    values (${memberId}, 1, '沙盒商业银行', '测试员', '', 'x', '5678', ${digest}, ${clock.now()}, ${`card${(serial += 1)}`})`,
  )
type Bet = { stake: number; payout?: number; round?: string; side?: string }
const bet = (memberId: bigint, { stake, payout = 0, round = '', side = 'x' }: Bet) =>
  run(
    owner,
    sql`insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness, math_version, placed_at, settled_at, first_settled_at)
    values (${memberId}, 1, ${`b${(serial += 1)}`}, 1, 1, 'baccarat', ${round || `r${serial}`}, ${JSON.stringify({ side })}::jsonb, ${stake}, ${stake}, ${payout}, ${payout - stake}, 1,
      '{}', '1', ${ago(HOUR_MS)}, ${ago(HOUR_MS)}, ${ago(HOUR_MS)})`,
  )
const packet = (memberId: bigint, fen: number) =>
  run(
    owner,
    sql`insert into redpacket_draw (member_id, draw_id, day, nonce, client_seed, amount_fen, draw_min_fen, draw_max_fen, rule_version, counted_fen, last_deposit_at, earned, turnover_times, claimed_at, action_key)
    values (${memberId}, ${`p${(serial += 1)}`}, ${beijingDay(clock.now())}::date, 0, '', ${fen}, 100, 100000000, 1, 1, ${clock.now()}, 9, 1, ${ago(HOUR_MS)}, ${`p${serial}`})`,
  )

describe('flags', () => {
  /** So many members, each with the same trace or binding. */
  const sharing =
    (kind: string, share: (memberId: bigint, mark: string) => Promise<unknown>) => () =>
      onFigure(async count => {
        const mark = String((serial += 1))
        const all = await members(count)
        for (const memberId of all) await share(memberId, mark)
        return flagged(all[0]!, kind)
      })
  /** Two who share an address bet on opposite sides, as many rounds and stakes as are said. */
  const against = async (rounds: number, stake: number) => {
    const [one, other] = (await members(2)) as [bigint, bigint]
    const address = `198.51.100.${(serial += 1) % 250}`
    for (const memberId of [one, other]) await logIn(memberId, address, clock.now())
    for (let n = 0; n < rounds; n += 1) {
      const round = `k${(serial += 1)}`
      await bet(one, { round, side: 'banker', stake: 1_000_00 })
      await bet(other, { round, side: 'player', stake })
    }
    return flagged(one, 'opposite_sides')
  }
  type InOut = { fen?: number; out?: number; played?: number; hoursBefore?: number }
  const inAndOut = async ({ fen = 5_000_00, out = fen, played: valid, hoursBefore = 5 }: InOut) => {
    const memberId = await member()
    await deposit(memberId, BigInt(fen), hoursBefore)
    if (valid) await bet(memberId, { stake: valid })
    await withdrawal(memberId, BigInt(out), 0)
    return flagged(memberId, 'rapid_in_out')
  }
  const structured = async (count: number, fen: number, hoursApart = 1) => {
    const memberId = await member()
    for (let n = 1; n < count; n += 1) await deposit(memberId, BigInt(fen), 0)
    await deposit(memberId, BigInt(fen), hoursApart)
    return flagged(memberId, 'structuring')
  }
  const passing = async (count: number, fen: number, valid = 0) => {
    const all = await members(count)
    const device = String((serial += 1)).padStart(32, 'a')
    for (const [n, memberId] of all.entries()) {
      await onDevice(memberId, device)
      await deposit(memberId, BigInt(n === 0 ? fen : 1_00), 40)
      await withdrawal(memberId, BigInt(n === 0 ? fen : 1_00), 20)
    }
    if (valid) await played(all[0]!, BigInt(valid), beijingDay(clock.now()))
    return flagged(all[0]!, 'mule')
  }
  const group = 100_000_00
  examine(
    riskEdges,
    {
      ...alikeDrives(
        ['risk.sharedAddress.members'],
        sharing('shared_address', (id, mark) => logIn(id, `10.9.${mark}.1`, clock.now())),
      ),
      ...alikeDrives(
        ['risk.sharedDevice.members'],
        sharing('shared_device', (id, mark) => onDevice(id, mark.padStart(32, 'b'))),
      ),
      ...alikeDrives(
        ['risk.sharedCard.members'],
        sharing('shared_card', (id, mark) => bindNumber(id, Buffer.from(mark.padStart(32, 'c')))),
      ),
      // The first moment that counts is a midnight of Beijing.
      'risk.lookBackDays': onFigure(async (_days, step) => {
        const all = await members(3)
        const at = new Date(beijingMidnight(clock.now(), 10).getTime() - step)
        for (const memberId of all) await logIn(memberId, `10.8.${(serial += 1) % 250}.1`, at)
        const address = `10.7.${(serial += 1) % 250}.1`
        for (const memberId of all) await logIn(memberId, address, at)
        return flagged(all[0]!, 'shared_address')
      }),
      'risk.bonusAbuse.minFen': onFigure(async fen => {
        const memberId = await member()
        await packet(memberId, fen)
        return flagged(memberId, 'bonus_abuse')
      }),
      'risk.bonusAbuse.percent': onFigure(async (_percent, step) => {
        const memberId = await member()
        await deposit(memberId, 10_000_00n, 5)
        await packet(memberId, 2_500_00 + step)
        return flagged(memberId, 'bonus_abuse')
      }),
      'risk.oppositeSides.rounds': onFigure(rounds => against(rounds, 1_000_00)),
      'risk.oppositeSides.percent': onFigure((_percent, step) => against(3, 700_00 + step)),
      'risk.rapidInOut.hours': onFigure((_hours, step) =>
        inAndOut({ hoursBefore: hours(10, step) }),
      ),
      'risk.rapidInOut.minFen': onFigure(fen => inAndOut({ fen })),
      'risk.rapidInOut.percent': onFigure((_percent, step) => inAndOut({ out: 3_500_00 + step })),
      'risk.rapidInOut.turnoverPercent': onFigure((_percent, step) =>
        inAndOut({ played: 4_500_00 + step }),
      ),
      'risk.changedPayout.hours': onFigure(async (_hours, step) => {
        const memberId = await member()
        await run(
          owner,
          sql`insert into account_change (member_id, kind, operator, at) values (${memberId}, 'password_reset', 'support', ${ago(10 * HOUR_MS + step)})`,
        )
        await withdrawal(memberId, 1_000_00n, 0)
        await run(
          owner,
          sql`update card set bound_at = ${ago(HOUR_MS)} where member_id = ${memberId}`,
        )
        return flagged(memberId, 'changed_payout')
      }),
      'risk.largeWin.dayFen': onFigure(async fen => {
        const memberId = await member()
        await run(
          owner,
          sql`insert into turnover_day (member_id, day, venue_id, category, bets, stake_fen, valid_fen, payout_fen)
          values (${memberId}, ${beijingDay(clock.now())}::date, 1, 'realbet', 1, 100, 100, ${fen + 100})`,
        )
        return flagged(memberId, 'large_win')
      }),
      'risk.largeWin.betFen': onFigure(async payout => {
        const memberId = await member()
        await bet(memberId, { stake: 1_00, payout })
        return flagged(memberId, 'large_win')
      }),
      'risk.largeWin.times': onFigure(async (_times, step) => {
        const memberId = await member()
        await bet(memberId, { stake: 200_00, payout: 10_000_00 + step })
        return flagged(memberId, 'large_win')
      }),
      'risk.largeSum.days': onFigure(async (_days, step) => {
        const memberId = await member()
        await deposit(memberId, 200_000_00n, hours(5 * 24, step))
        return flagged(memberId, 'large_sum')
      }),
      'risk.largeSum.sumFen': onFigure(async fen => {
        const memberId = await member()
        await deposit(memberId, 100_000_00n, 50)
        await deposit(memberId, BigInt(fen) - 100_000_00n, 5)
        return flagged(memberId, 'large_sum')
      }),
      'risk.structuring.limitFen': onFigure(fen => structured(3, fen)),
      'risk.structuring.nearPercent': onFigure((_percent, step) => structured(3, 35_000_00 + step)),
      'risk.structuring.atLeast': onFigure(count => structured(count, 45_000_00)),
      'risk.structuring.hours': onFigure((_hours, step) =>
        structured(3, 45_000_00, hours(10, step)),
      ),
      'risk.thirdParty.minFen': onFigure(async fen => {
        const memberId = await member()
        await deposit(memberId, BigInt(fen), 5, '李四')
        return flagged(memberId, 'third_party')
      }),
      'risk.mule.members': onFigure(count => passing(count, group)),
      'risk.mule.throughFen': onFigure(fen => passing(3, fen - 2_00)),
      'risk.mule.turnoverPercent': onFigure((_percent, step) =>
        passing(3, group - 2_00, (group * 40) / 100 + step),
      ),
      'risk.manyMethods.days': onFigure(async (_days, step) => {
        const memberId = await member()
        for (const method of payMethods.slice(0, 4)) await deposit(memberId, 100_00n, 5, '', method)
        await deposit(memberId, 100_00n, hours(4 * 24, step), '', payMethods[4])
        return flagged(memberId, 'many_methods')
      }),
      'risk.manyMethods.methods': onFigure(async count => {
        const memberId = await member()
        for (const method of payMethods.slice(0, count))
          await deposit(memberId, 100_00n, 5, '', method)
        return flagged(memberId, 'many_methods')
      }),
      'risk.manyMethods.accounts': onFigure(async count => {
        const memberId = await member()
        for (let n = 0; n < count; n += 1) await deposit(memberId, 100_00n, 5, `付款人${n}`)
        return flagged(memberId, 'many_methods')
      }),
      // The member expects up to 5,000 yuan a month.
      'risk.beyondProfile.profileTimes': onFigure(async (_times, step) => {
        const memberId = await member()
        await run(
          owner,
          sql`insert into verification_case (member_id, tier, whole, state, submitted_at, decided_at, expected)
          values (${memberId}, 2, true, 2, ${clock.now()}, ${clock.now()}, 'to_5000')`,
        )
        await deposit(memberId, BigInt(25_000_00 + step), 5)
        return flagged(memberId, 'beyond_profile')
      }),
      'risk.refusedDiligence.aboveFen': onFigure(async fen => {
        const memberId = await member()
        await run(
          owner,
          sql`insert into verification_case (member_id, tier, whole, state, submitted_at, decided_at)
          values (${memberId}, 2, true, 3, ${clock.now()}, ${clock.now()})`,
        )
        await deposit(memberId, BigInt(fen), 5)
        return flagged(memberId, 'refused_diligence')
      }),
    },
    inDatabase({ db: owner, now: () => clock.now(), before: nextNoon }),
  )
})
