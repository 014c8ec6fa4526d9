// Payouts through a provider that is a process of its own: three outcomes, every fault, and the
// money in exactly one place (docs/payments.md).
import { rows, run, sql, theRow } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { payoutSchema, PAYOUT_SETTING } from '../../src/areas/cashier/sending/setting.ts'
import { MOST_TRIES, runPayouts } from '../../src/areas/cashier/sending/send.ts'
import { configHash, providerKey, providerSchema } from '../../src/areas/providers/setting.ts'
import { noteTested } from '../../src/areas/providers/store/provider.sql.ts'
import { readVersioned, writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'
import { desk, type Desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { poison } from '../support/poison.ts'
import { formStub, listening, openProvider } from './providerSupport.ts'
import { bankCard, bind, give, openCashier } from './support.ts'

const { site, owner, clock } = await openCashier()
const stub = await formStub()
const origin = await listening(site)
await openProvider(site, owner, { code: 'outer', stub })
const [anna, bert] = [await desk(site, 'finance'), await desk(site, 'finance')]
await run(owner, sql`update operator_session set method = 'totp'`)
afterAll(async () => {
  stub.close()
  await assertBooksHold(owner)
})

const rule = (change: object) =>
  writeSetting(owner, PAYOUT_SETTING, payoutSchema, payoutSchema.parse(change), {
    name: 'test',
    at: clock.now(),
  })
const said = async (answer: Promise<{ code: number; message: string }>) => {
  const { code, message } = await answer
  return code === 200 ? 'ok' : message
}

type Member = { token: string; memberId: bigint; bank: number }
let cards = 0
async function newMember(): Promise<Member> {
  const member = await site.member()
  await give(site, member.memberId, 9_000_00n)
  const bank = await bind(
    site,
    member.token,
    bankCard(`62220200111${String(++cards).padStart(5, '0')}`),
  )
  return { ...member, bank }
}
async function asked({ token, bank }: Member, amount = 1_400): Promise<string> {
  const { data } = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount, bank, password: '888888' },
    { token },
  )
  return data.out_trade_no
}
async function approved(amount = 1_400) {
  const member = await newMember()
  const no = await asked(member, amount)
  const call = anna.call('POST /api/console/withdrawals/approve', { out_trade_no: no })
  expect(await said(call)).toBe('ok')
  return { ...member, no, payoutNo: `${no}A1` }
}
const send = (no: string, who: Desk = bert, attempt = 1) =>
  said(who.call('POST /api/console/payouts/send', { out_trade_no: no, attempt }))
const turn = () => runPayouts(site.services)
/** Turns until the provider has an answer for everything; on a slow machine one may come late. */
async function settled() {
  for (let turns = 0; turns < 30; turns += 1) {
    await turn()
    const { open } = await theRow(
      owner,
      sql<{
        open: number
      }>`select count(*)::int as open from provider_payout where state in ('queued', 'sent')`,
    )
    if (open === 0) return
    clock.advance(10_000)
  }
}
/** How a payout stands after a turn in which it was due, asked about so many times before. */
async function askedAfter(payoutNo: string, before: number) {
  await run(
    owner,
    sql`update provider_payout set tries = ${before}, next_at = ${clock.now()} where payout_no = ${payoutNo}`,
  )
  await turn()
  const { tries, nextAt } = await theRow(
    owner,
    sql<{ tries: number; nextAt: Date }>`
    select tries, next_at from provider_payout where payout_no = ${payoutNo}`,
  )
  return { tries, waitSeconds: (nextAt.getTime() - clock.now().getTime()) / 1_000 }
}
const shown = async (no: string) =>
  (await anna.call('POST /api/console/payouts/show', { out_trade_no: no })).data

/** What is owed and what is paid out, in fen: together always the withdrawal. */
async function money(memberId: bigint) {
  const { owed, paid } = await theRow(
    owner,
    sql<{ owed: bigint; paid: bigint }>`
    select coalesce(sum(amount) filter (where account_code = 210), 0)::bigint as owed,
      coalesce(sum(amount) filter (where account_code = 220), 0)::bigint as paid
    from ledger.entry where member_id = ${memberId} and layer = 'posted'`,
  )
  return [owed, paid]
}
const OWED = [1_400_00n, 0n]
const PAID = [0n, 1_400_00n]

const tell = (payout: string, told: object = {}) =>
  stub.tellPayout({ payout, to: `${origin}/api/callback/outer`, ...told })
const newestVerdict = async () =>
  (
    await rows(
      owner,
      sql<{
        verdict: string
      }>`select verdict from provider_callback order by callback_id desc limit 1`,
    )
  )[0]?.verdict

describe('a payout through a provider', () => {
  test('is sent once with its amount, and booked by the provider’s word', async () => {
    const { no, payoutNo, memberId } = await approved()
    expect(await money(memberId)).toEqual(OWED)
    expect(await send(no)).toBe('ok')
    expect(await send(no)).toContain('已交通道')
    const byHand = { out_trade_no: no, attempt: 1, reference: 'BANK1' }
    expect(await said(anna.call('POST /api/console/payouts/pay', byHand))).toContain('已交通道')
    const back = { out_trade_no: no, attempt: 1, remark: '退回' }
    expect(await said(anna.call('POST /api/console/payouts/return', back))).toContain('已交通道')
    await settled()
    expect((await stub.payouts())[payoutNo]).toMatchObject({ fen: 1_400_00, state: 'SUCCESS' })
    expect(await money(memberId)).toEqual(PAID)
    expect(await shown(no)).toMatchObject({
      state: 2,
      provider: 'outer',
      reference: `PO${payoutNo}`,
      sending: { state: 'paid', payout_no: payoutNo },
    })
    const told = await tell(payoutNo)
    expect([told.text, await newestVerdict()]).toEqual(['success', 'duplicate'])
    await turn()
    expect(await money(memberId)).toEqual(PAID)
  })

  test('that is refused waits for a person, and the next attempt is another payout', async () => {
    const { no, payoutNo, memberId } = await approved()
    await stub.fault('refuse')
    await send(no)
    await settled()
    expect(await money(memberId)).toEqual(OWED)
    expect(await shown(no)).toMatchObject({ state: 1, attempt: 2, provider: 'by hand' })
    expect(await stub.payouts()).not.toHaveProperty(payoutNo)
    expect(await send(no, bert, 2)).toBe('ok')
    await settled()
    expect(await stub.payouts()).toHaveProperty(`${no}A2`)
    expect(await money(memberId)).toEqual(PAID)
  })

  test.each(['truncated', 'done-error', 'silent'] as const)(
    'whose answer is lost (%s) stays owed until the provider says what became of it',
    async fault => {
      const { no, payoutNo, memberId } = await approved()
      await stub.fault(fault)
      await send(no)
      await turn()
      expect(await money(memberId)).toEqual(OWED)
      expect(await shown(no)).toMatchObject({ state: 1, attempt: 1, sending: { state: 'sent' } })
      clock.advance(60_000)
      await settled()
      expect(await money(memberId)).toEqual(PAID)
      const all = Object.keys(await stub.payouts()).filter(each => each.startsWith(no))
      expect(all).toEqual([payoutNo])
    },
  )

  test('that the provider never heard of is asked for again under its number', async () => {
    const { no, payoutNo, memberId } = await approved()
    await stub.fault('error')
    await send(no)
    await turn()
    expect(await stub.payouts()).not.toHaveProperty(payoutNo)
    clock.advance(60_000)
    await settled()
    expect(await money(memberId)).toEqual(PAID)
  })

  test('of unknown outcome goes nowhere but where its provider was tested', async () => {
    const elsewhere = await formStub()
    atEnd(() => elsewhere.close())
    const key = providerKey('outer')
    const moveTo = async (endpoint: string, tested = false) => {
      const { value: present } = await readVersioned(owner, key, providerSchema)
      const value = { ...present, endpoint }
      const by = { name: 'test', at: clock.now() }
      await writeSetting(owner, key, providerSchema, value, by)
      const test = { code: 'outer', hash: configHash(value), at: clock.now() }
      if (tested) await noteTested(owner, test)
      clock.advance(60_000)
      await turn()
      return (await shown(no)).sending?.said
    }
    const { no, payoutNo, memberId } = await approved()
    await stub.fault('silent')
    await send(no)
    await turn()
    expect(await moveTo(elsewhere.url)).toContain('通过测试的配置')
    // Nor does a test there make it known there.
    expect(await moveTo(elsewhere.url, true)).toContain('新地址没有该付款')
    expect(await elsewhere.payouts()).toEqual({})
    expect(await money(memberId)).toEqual(OWED)
    await moveTo(stub.url, true)
    expect([await money(memberId), Object.keys(await stub.payouts())]).toEqual([
      PAID,
      expect.arrayContaining([payoutNo]),
    ])
  })

  test('under way ends by notice; forged, changed and foreign notices change nothing', async () => {
    const { no, payoutNo, memberId } = await approved()
    await stub.nextPayouts('PROCESSING')
    await send(no)
    await turn()
    expect(await shown(no)).toMatchObject({ sending: { state: 'sent', says: 'pending' } })
    for (const wrong of ['secret', 'body', 'cut'] as const) {
      const { status } = await tell(payoutNo, { wrong, state: 'SUCCESS' })
      expect([status, await newestVerdict()]).toEqual([403, 'forged'])
    }
    for (const amount of [1, 1_399_99, 1_400_01]) {
      await tell(payoutNo, { amount })
      expect(await newestVerdict()).toBe('wrong_amount')
    }
    await tell('W000000000000000000000A1', { amount: 100 })
    expect(await newestVerdict()).toBe('unknown_order')
    expect(await money(memberId)).toEqual(OWED)
    await tell(payoutNo)
    expect([await newestVerdict(), await money(memberId)]).toEqual(['payout_paid', PAID])
  })

  test('is asked about so many times and then waits for its notice', async () => {
    const { no, payoutNo, memberId } = await approved()
    await stub.nextPayouts('PROCESSING')
    await send(no)
    await turn()
    for (const tries of [MOST_TRIES - 1, MOST_TRIES])
      expect((await askedAfter(payoutNo, tries)).tries).toBe(MOST_TRIES)
    await tell(payoutNo, { state: 'SUCCESS' })
    expect([await newestVerdict(), await money(memberId)]).toEqual(['payout_paid', PAID])
  })

  test('is asked about after 5 s, after twice as long each time, and at most after ten minutes', async () => {
    const { no, payoutNo } = await approved()
    await stub.nextPayouts('PROCESSING')
    await send(no)
    await turn()
    const waits = []
    for (const tries of [0, 1, 6, 7, 250])
      waits.push((await askedAfter(payoutNo, tries)).waitSeconds)
    expect(waits).toEqual([5, 10, 320, 600, 600])
    await tell(payoutNo, { state: 'SUCCESS' })
  })

  test('that failed is not paid by hand once the provider says it was paid after all', async () => {
    const { no, payoutNo, memberId } = await approved()
    await stub.nextPayouts('FAIL')
    await send(no)
    await settled()
    expect(await shown(no)).toMatchObject({ attempt: 2, state: 1 })
    await tell(payoutNo, { state: 'SUCCESS' })
    expect([await newestVerdict(), await money(memberId)]).toEqual(['payout_changed', OWED])
    const byHand = { out_trade_no: no, attempt: 2 }
    const pay = (reference: string) =>
      said(bert.call('POST /api/console/payouts/pay', { ...byHand, reference }))
    expect(await pay('ANOTHER1')).toContain('后来报告')
    expect(await send(no, bert, 2)).toContain('后来报告')
    const back = { ...byHand, remark: '退回' }
    expect(await said(bert.call('POST /api/console/payouts/return', back))).toContain('后来报告')
    expect(await pay(`PO${payoutNo}`)).toBe('ok')
    expect(await money(memberId)).toEqual(PAID)
  })

  test('that was paid and fails later moves nothing, and is kept for a person', async () => {
    const { no, payoutNo, memberId } = await approved()
    await send(no)
    await settled()
    await tell(payoutNo, { state: 'FAIL' })
    expect([await newestVerdict(), await money(memberId)]).toEqual(['payout_changed', PAID])
    expect(await shown(no)).toMatchObject({ sending: { state: 'paid', says: 'failed' } })
  })

  const judge = (who: Desk, no: string, change: object = {}) =>
    said(
      who.call('POST /api/console/payouts/judge', {
        out_trade_no: no,
        attempt: 1,
        paid: true,
        reference: 'BANK77',
        remark: '银行回单',
        ...change,
      }),
    )
  const sentSince = (no: string, ms: number) =>
    run(
      owner,
      sql`update provider_payout set sent_at = ${new Date(clock.now().getTime() - ms)} where withdrawal_no = ${no}`,
    )
  const HOURS_2 = 2 * 3_600_000
  /** One that its provider never answered for, long enough ago. */
  async function silent() {
    const made = await approved()
    await stub.fault('error', 2)
    await send(made.no)
    await turn()
    await sentSince(made.no, HOURS_2)
    return made
  }
  const judgedOf = (no: string) =>
    rows(
      owner,
      sql<{ action: string; operator: string; by: string; paid: boolean; note: string }>`
      select action, operator, before ->> 'judged_by' as by, (after ->> 'paid')::boolean as paid, note
      from audit_log where subject = ${`payout:${no}`} and action like 'payout.judge%' order by audit_id`,
    )

  test('that nobody answers for is settled by two persons who say the same', async () => {
    const { no, memberId } = await silent()
    await sentSince(no, HOURS_2 - 1)
    expect(await judge(anna, no)).toContain('2 小时')
    await sentSince(no, HOURS_2)
    expect(await shown(no)).toMatchObject({ sending: { judged_by: '', judged_paid: false } })
    expect((await shown(no)).sending?.sent_at).toMatch(/^20/)
    expect((await shown(no)).sending?.next_at).toMatch(/^20/)
    expect(await judge(anna, no)).toBe('ok')
    const heard: string[] = []
    const stop = site.services.bus.subscribe(({ keys }) => heard.push(...keys))
    expect(await judge(anna, no)).toBe('ok')
    expect(heard).toContain(memberId.toString())
    stop()
    expect(await shown(no)).toMatchObject({ sending: { judged_paid: true } })
    expect(await money(memberId)).toEqual(OWED)
    expect(await judge(bert, no, { reference: 'BANK78' })).toContain('不同')
    expect(await judge(bert, no, { paid: false })).toContain('不同')
    expect(await judge(bert, no)).toBe('ok')
    expect(await money(memberId)).toEqual(PAID)
    expect(await shown(no)).toMatchObject({ sending: { judged_by: '', next_at: '' } })
    await turn()
    expect(await stub.payouts()).not.toHaveProperty(`${no}A1`)
  })

  test('that nobody answers for leaves a word of each person, and goes back to a person when it failed', async () => {
    const { no, memberId } = await silent()
    const body = { out_trade_no: no, attempt: 1, paid: false, reference: '', remark: '银行查无' }
    const answer = async (who: Desk) =>
      (await who.call('POST /api/console/payouts/judge', body)).message
    expect(await answer(anna)).toBe('已记录，待另一位同事核实后生效')
    expect(await answer(bert)).toBe('已按两人核实的结果处理')
    const word = { paid: false, note: '银行查无' }
    expect(await judgedOf(no)).toEqual([
      { ...word, action: 'payout.judge', operator: anna.name, by: '' },
      { ...word, action: 'payout.judged', operator: bert.name, by: anna.name },
    ])
    expect(await shown(no)).toMatchObject({ attempt: 2, provider: 'by hand', state: 1 })
    expect(await money(memberId)).toEqual(OWED)
    expect(await judge(anna, no)).toContain('不在通道')
  })

  test('that nobody answers for is no one’s own to settle, nor paid by the word of another payout', async () => {
    const [one, other] = [await silent(), await silent()]
    await run(owner, sql`update operator set member_id = ${one.memberId} where name = ${bert.name}`)
    expect(await judge(bert, one.no)).toContain('本人')
    await run(owner, sql`update operator set member_id = null where name = ${bert.name}`)
    const paidBy = (who: Desk, no: string) => judge(who, no, { reference: 'BANK99' })
    for (const who of [anna, bert]) expect(await paidBy(who, one.no)).toBe('ok')
    expect(await paidBy(anna, other.no)).toBe('ok')
    expect(await paidBy(bert, other.no)).toContain('另一笔取款')
    expect(await money(other.memberId)).toEqual(OWED)
  })

  test('is asked of holds, the card and the second person like one by hand', async () => {
    const { no, memberId } = await approved(60_000 / 100)
    const lock = (locked: boolean) =>
      run(owner, sql`update card set locked = ${locked} where member_id = ${memberId}`)
    await lock(true)
    expect(await send(no)).toContain('锁定')
    await lock(false)
    await run(owner, sql`update member set state = 'locked' where member_id = ${memberId}`)
    expect(await send(no)).toContain('会员已被锁定')
    await run(owner, sql`update member set state = 'active' where member_id = ${memberId}`)
    expect(await send(no)).toBe('ok')
    // What came between the hand-over and the call stops it as well.
    await lock(true)
    await turn()
    expect(await stub.payouts()).not.toHaveProperty(`${no}A1`)
    expect(await shown(no)).toMatchObject({ attempt: 2, provider: 'by hand' })
  })
})

describe('without a person', () => {
  const all = { approveUpToFen: 2_000_00, sendUpToFen: 2_000_00, minTier: 0, memberPerDay: 1 }
  const failedOf = async (no: string) =>
    (
      await rows(
        owner,
        sql<{ failed: string[] }>`select failed from payout_check where withdrawal_no = ${no}`,
      )
    )[0]?.failed

  test('nothing is approved or sent unless the rule says so', async () => {
    const member = await newMember()
    const no = await asked(member)
    await turn()
    expect(await failedOf(no)).toBeUndefined()
  })

  test('payouts that may not go out keep nobody behind them', async () => {
    for (let n = 0; n < 20; n += 1) {
      const { memberId } = await approved(200)
      await run(owner, sql`update card set locked = true where member_id = ${memberId}`)
    }
    const { no } = await approved(200)
    await rule({ sendUpToFen: 200_00 })
    for (const _ of ['the held ones', 'the next']) await turn()
    expect((await shown(no)).provider).toBe('outer')
    await rule({})
  })

  test('one whose work fails keeps back no other, neither from a provider nor from its word', async () => {
    const [first, second] = [await approved(200), await approved(200)]
    const cure = await poison(owner, 'provider_payout', first.memberId)
    await rule({ sendUpToFen: 200_00 })
    await expect(turn()).rejects.toThrow('poisoned')
    const providers = async () => [
      (await shown(first.no)).provider,
      (await shown(second.no)).provider,
    ]
    expect(await providers()).toEqual(['by hand', 'outer'])
    await cure()
    // Others that may not go out are looked at in turn with it.
    for (const _ of ['once', 'twice']) {
      clock.advance(1_000)
      await turn()
    }
    expect(await providers()).toEqual(['outer', 'outer'])
    await rule({})
  })

  test('a withdrawal that fails checks is reviewed as every other, and says which', async () => {
    await rule(all)
    const no = await asked(await newMember())
    await turn()
    expect(await failedOf(no)).toEqual(['new_member', 'new_card', 'first'])
    const { data } = await anna.call('POST /api/console/withdrawals/show', { out_trade_no: no })
    expect(data).toMatchObject({ state: 1, automatic: ['new_member', 'new_card', 'first'] })
    // Looked at once: what changes afterwards is for the person who reviews it.
    await rule({ ...all, memberDays: 0, cardDays: 0, paidBefore: 0 })
    await turn()
    expect(data.state).toBe(1)
  })

  test('one that passes is approved, sent and booked; a second one of the day is not', async () => {
    await rule({ ...all, memberDays: 0, cardDays: 0, paidBefore: 0 })
    const member = await newMember()
    const no = await asked(member)
    await turn()
    expect(await failedOf(no)).toEqual([])
    await settled()
    expect(await money(member.memberId)).toEqual(PAID)
    const [entry] = await rows(
      owner,
      sql<{ operator: string }>`
      select operator from audit_log where subject = ${`withdrawal:${no}`} and action = 'withdrawal.automatic'`,
    )
    expect(entry?.operator).toBe('system')
    const second = await asked(member)
    await turn()
    expect(await failedOf(second)).toEqual(['member_day'])
    expect((await balances(owner, member.memberId)).cashFen).toBe(7_600_00n)
  })

  test('a flag and the sum of the site each keep it back', async () => {
    await rule({ ...all, memberDays: 0, cardDays: 0, paidBefore: 0, siteDayFen: 1_400_00 })
    const flagged = await newMember()
    await run(
      owner,
      sql`
      insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at)
      values (${flagged.memberId}, 'shared_device', 'x', 0, '{}', 10, ${clock.now()}, ${clock.now()})`,
    )
    const no = await asked(flagged)
    await turn()
    expect(await failedOf(no)).toEqual(['flag', 'site_day'])
  })

  test('what a bulk approval leaves is left here as well, and told to who may know it', async () => {
    await rule({ ...all, memberDays: 0, cardDays: 0, paidBefore: 0, memberPerDay: 100 })
    const [watched, staff, sharing, owing] = [
      await newMember(),
      await newMember(),
      await newMember(),
      await newMember(),
    ]
    const { memberId: id } = watched
    await run(
      owner,
      sql`insert into member_watch (member_id, reason, set_by, set_at) values (${id}, '观察', 'risk', ${clock.now()})`,
    )
    await run(
      owner,
      sql`update operator set member_id = ${staff.memberId} where name = ${bert.name}`,
    )
    await run(
      owner,
      sql`update card set number_digest = (select number_digest from card where member_id = ${id}) where member_id = ${sharing.memberId}`,
    )
    const numbers = [
      await asked(watched),
      await asked(staff),
      await asked(sharing),
      await asked(owing),
    ]
    await openRequirement(owner, {
      memberId: owing.memberId,
      sourceType: 'test',
      sourceId: 'between',
      requiredFen: 1_00n,
      openedAt: clock.now(),
    })
    await turn()
    expect(await Promise.all(numbers.map(failedOf))).toEqual([
      ['shared', 'flag', 'watched'],
      ['staff'],
      ['shared', 'flag'],
      ['turnover'],
    ])
    const shownTo = async (who: Desk) =>
      (await who.call('POST /api/console/withdrawals/show', { out_trade_no: numbers[0]! })).data
        .automatic
    expect(await shownTo(anna)).toEqual(['shared', 'flag', 'watched'])
    expect(await shownTo(await desk(site, 'support'))).toEqual(['shared', 'alone'])
    await run(owner, sql`update operator set member_id = null where name = ${bert.name}`)
  })

  test('a rule is costed on what was asked for, within the bounds of each day', async () => {
    const lines = async (value: object) => {
      const key = PAYOUT_SETTING
      const { data } = await anna.call('POST /api/console/rules/cost', {
        key,
        value: payoutSchema.parse({ ...all, memberDays: 0, cardDays: 0, paidBefore: 0, ...value }),
      })
      return Object.fromEntries(data.lines.map(each => [each.label, each.after]))
    }
    const open = await lines({ memberPerDay: 100 })
    expect(open).toMatchObject({ 其中曾被人工拒绝: 0, 因每日上限留给人工的取款: 0 })
    expect(open['可自动通过的金额']).toBe(open['金额最多的一天'])
    const [count, one] = [
      open['可自动通过的取款']!,
      await lines({ memberPerDay: 100, siteDayFen: 3_000_00 }),
    ]
    expect(one['可自动通过的金额']).toBeLessThanOrEqual(3_000)
    expect(one['可自动通过的取款']! + one['因每日上限留给人工的取款']!).toBe(count)
    expect((await lines({ memberPerDay: 100, paidBefore: 99 }))['可自动通过的取款']).toBe(0)
  })
})
