// What ends or begins at a moment, a millisecond before it, at it and after it.
import { run, sql } from '@tianping/database'
import { monthsLater } from '@tianping/money/day'
import { describe, expect, test } from 'vitest'
import { noteChange } from '../../src/areas/account/store/change.sql.ts'
import { adjustedBy, holdsOn, payoutWait } from '../../src/areas/holds/holds.ts'
import { FUNDS_SETTING, fundsSchema } from '../../src/areas/protection/protection.ts'
import { fundsDue } from '../../src/areas/protection/funds.ts'
import { dropStretches, playedSince } from '../../src/areas/protection/store/play.sql.ts'
import { takeUnknown } from '../../src/areas/protection/store/register.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { bankCard, bind, openCashier, usdtAddress } from '../cashier/support.ts'

const { site, clock, owner } = await openCashier()

const HOUR_MS = 3_600_000
const WAIT_MS = 24 * HOUR_MS
const at = (moment: Date, ms = 0) => new Date(moment.getTime() + ms)
const around = (moment: Date) => [-1, 0, 1].map(ms => at(moment, ms))
/** Whether something holds a millisecond before a moment, at it and after it. */
const seen = (moment: Date, ask: (now: Date) => Promise<boolean>) =>
  Promise.all(around(moment).map(ask))

describe('the wait of a payout ends with its last millisecond', () => {
  const waits = (memberId: bigint, cardId: bigint) => async (now: Date) =>
    (await payoutWait(owner, { memberId, cardId, waitMs: WAIT_MS, now })) !== undefined

  test('after a change of the account', async () => {
    const { memberId } = await site.member()
    const changed = clock.now()
    await noteChange(owner, { memberId, kind: 'pay_password_reset', at: changed, address: '' })
    const until = at(changed, WAIT_MS)
    expect(await seen(until, waits(memberId, 0n))).toEqual([true, false, false])
    expect(await payoutWait(owner, { memberId, cardId: 0n, waitMs: 0, now: changed })).toBe(
      undefined,
    )
  })

  test('an order that keeps its wait is held until then', async () => {
    const { memberId } = await site.member()
    const until = clock.now()
    const held = async (now: Date) =>
      (
        await holdsOn(owner, {
          memberId,
          now,
          subject: 'withdrawal:W1',
          pays: 'payout',
          wait: { until, reasons: ['password'] },
        })
      ).length > 0
    expect(await seen(until, held)).toEqual([true, false, false])
  })

  const boundAt = (cardId: bigint, moment: Date, known = true) =>
    run(
      owner,
      sql`update card set bound_at = ${moment}, known_device = ${known} where card_id = ${cardId}`,
    )

  test('after an address of USDT, and after a card of a strange device', async () => {
    const member = await site.member()
    const bound = clock.now()
    const until = at(bound, WAIT_MS)
    await bind(site, member.token, bankCard('6222020011112201'))
    const card = BigInt(await bind(site, member.token, bankCard('6222020011112202')))
    await boundAt(card, bound, false)
    expect(await seen(until, waits(member.memberId, card))).toEqual([true, false, false])
    const address = BigInt(await bind(site, member.token, usdtAddress()))
    await boundAt(address, bound)
    expect(await seen(until, waits(member.memberId, address))).toEqual([true, false, false])
  })

  test('after another card together with another device, which is new for a week more', async () => {
    const member = await site.member()
    const { memberId } = member
    await bind(site, member.token, bankCard('6222020011112203'))
    const card = BigInt(await bind(site, member.token, bankCard('6222020011112204')))
    const bound = clock.now()
    const came = (device: string, first: Date) =>
      run(
        owner,
        sql`
        insert into device_trace (member_id, device, address, agent, first_at, last_at)
        values (${memberId}, ${device.repeat(32)}, '', '', ${first}, ${first})`,
      )
    const forget = () => run(owner, sql`delete from device_trace where member_id = ${memberId}`)
    await boundAt(card, bound)
    const until = at(bound, WAIT_MS)
    await forget()
    await came('a', at(bound, -7 * 24 * HOUR_MS))
    expect(await seen(until, waits(memberId, card))).toEqual([false, false, false])
    // Both first came at once: neither is another one.
    await forget()
    await came('a', bound)
    await came('b', bound)
    expect(await waits(memberId, card)(bound)).toBe(false)
    await forget()
    await came('a', at(bound, -30 * 24 * HOUR_MS))
    await came('b', bound)
    expect(await seen(until, waits(memberId, card))).toEqual([true, false, false])
    // A device is another one for a week before the wait, whenever the card was bound.
    await boundAt(card, at(bound, 8 * 24 * HOUR_MS - HOUR_MS))
    expect(await seen(at(bound, 8 * 24 * HOUR_MS), waits(memberId, card))).toEqual([
      true,
      false,
      false,
    ])
    await boundAt(card, bound)
    // The device alone is forgotten with the week that follows the wait.
    const firstAt = at(bound, -7 * 24 * HOUR_MS)
    await run(
      owner,
      sql`
      update device_trace set first_at = ${firstAt}
      where member_id = ${memberId} and device = ${'b'.repeat(32)}`,
    )
    expect(await seen(until, waits(memberId, card))).toEqual([true, false, false])
  })
})

test('who proposed an adjustment since, in whatever letters, and was not refused', async () => {
  const { memberId } = await site.member()
  const proposed = clock.now()
  await run(
    owner,
    sql`
    insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at)
    values ('A-moment', ${memberId}, 100, '测试', 'Anna', ${proposed})`,
  )
  const since = (moment: Date) => adjustedBy(owner, memberId, 'anna', moment)
  expect(await seen(proposed, since)).toEqual([true, false, false])
  expect(await adjustedBy(owner, memberId, 'bert', at(proposed, -1))).toBe(false)
})

test('six months to the moment after it was read, it is told again that money is unprotected', async () => {
  const { memberId } = await site.member()
  const read = clock.now()
  const by = { name: 'test', at: read }
  await writeSetting(
    owner,
    FUNDS_SETTING,
    fundsSchema,
    { fundsNotice: true, level: 'unprotected' },
    by,
  )
  const version = (await fundsDue(owner, memberId, read))?.version ?? 0
  await run(
    owner,
    sql`
    insert into funds_notice (member_id, version, at, held_fen) values (${memberId}, ${version}, ${read}, 0)`,
  )
  const again = async (now: Date) => (await fundsDue(owner, memberId, now))?.why === 'reminder'
  expect(await seen(monthsLater(read, 6), again)).toEqual([false, true, true])
})

test('play is counted since a moment with it, and forgotten before one without it', async () => {
  const { memberId } = await site.member()
  const last = clock.now()
  await run(
    owner,
    sql`
    insert into play_stretch (member_id, began_at, last_at, ends_at)
    values (${memberId}, ${at(last, -HOUR_MS)}, ${last}, ${last})`,
  )
  expect(await seen(last, since => playedSince(owner, memberId, since))).toEqual([
    true,
    true,
    false,
  ])
  expect(await dropStretches(owner, last, 10)).toBe(0)
  expect(await dropStretches(owner, at(last, 1), 10)).toBe(1)
})

test('the register is asked again at the very moment that is due', async () => {
  const { memberId } = await site.member()
  const nextAt = clock.now()
  await run(
    owner,
    sql`
    insert into register_check (member_id, asked_at, answered_at, outcome, next_at)
    values (${memberId}, ${nextAt}, null, 'unknown', ${nextAt})`,
  )
  const later = at(nextAt, HOUR_MS)
  expect(await takeUnknown(owner, { now: at(nextAt, -1), nextAt: later, limit: 5 })).toEqual([])
  expect(await takeUnknown(owner, { now: nextAt, nextAt: later, limit: 5 })).toEqual([memberId])
})

test('the question for a limit of deposits is put off once, and then it rests', async () => {
  const { token } = await site.member()
  const asked = async () =>
    (await site.call<{ prompt: boolean }>('POST /api/protection/show', {}, { token })).data.prompt
  const skip = () => site.call('POST /api/protection/prompt', { answer: 'skip' }, { token })
  const answers = [await asked()]
  for (const _ of [1, 2]) {
    expect((await skip()).code).toBe(200)
    answers.push(await asked())
  }
  expect(answers).toEqual([true, true, false])
})
