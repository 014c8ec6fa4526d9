import { run, sql, theRow, transaction } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { runClosing } from '../../src/areas/closing/job.ts'
import { closedOf } from '../../src/areas/closing/closing.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { openRequirement } from '../../src/ledger/wagering.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { bind, give, order } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, openTestVenue } from '../support/venue.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
await addVenues(owner)
await seedCashier(owner, new Date())
const venue = await openTestVenue()
const site = await openTestSite(url, { venueUrl: venue.url })

const ask = (token: string, change: object = {}) =>
  site.call(
    'POST /api/closing/ask',
    { password: 'secret1', paypassword: '888888', reason: '不再需要', ...change },
    { token },
  )
/** Has the job look at once, however lately it did. */
const look = async () => {
  await run(owner, sql`update member set closing_checked_at = null where closing_at is not null`)
  return runClosing(site.services)
}
const closedAt = async (memberId: bigint) => (await closedOf(owner, memberId))?.closedAt ?? null

describe('closing an account', () => {
  test('takes both passwords', async () => {
    const { token, memberId } = await site.member()
    expect((await ask(token, { password: 'wrong-one' })).message).toBe('登录密码错误')
    expect((await ask(token, { paypassword: '111222' })).code).not.toBe(200)
    expect(await closedOf(owner, memberId)).toBeUndefined()
  })

  test('is seen by staff on the member’s page, from the request on', async () => {
    const { token, memberId } = await site.member()
    const support = await desk(site, 'support')
    const shown = async () =>
      (await support.call('POST /api/console/members/show', { id: Number(memberId) })).data
    expect(await shown()).toMatchObject({ closing_at: '', closed_at: '' })
    await give(site, memberId, 10_00n)
    expect((await ask(token)).code).toBe(200)
    expect(await shown()).toMatchObject({
      closing_at: expect.stringMatching(/^\d{4}-/),
      closed_at: '',
    })
  })

  test('ends deposits and play at once, recalls the venues, pays out what is left, then closes', async () => {
    const { token, memberId, name } = await site.member()
    const card = await bind(site, token)
    await give(site, memberId, 150_50n)
    const moved = { sourcetype: 'userbalance', targettype: 'AG', amount: 100 }
    const { data: venues } = await site.call<{ platname: string }[]>(
      'POST /api/balancelist',
      {},
      { token },
    )
    moved.targettype = venues[0]!.platname
    expect((await site.call('POST /api/transfer', moved, { token })).code).toBe(200)
    // Turnover that nobody can play off any more does not hold the money back.
    await transaction(owner, tx =>
      openRequirement(tx, {
        memberId,
        sourceType: 'test',
        sourceId: 'closing',
        requiredFen: 1_000_00n,
        openedAt: new Date(),
      }),
    )
    const turnover = async () =>
      (await site.call<object>('POST /api/getBetAmount', {}, { token })).data
    expect(await turnover()).toMatchObject({ leaves: 0 })
    expect((await ask(token)).code).toBe(200)
    expect(await turnover(), 'what is missing stands in no way').toMatchObject({ leaves: 1 })
    expect((await ask(token)).message).toBe('您已申请注销账户')
    const refused = '您已申请注销账户，不能再存款与游戏，余额可以取出'
    expect((await site.call('POST /api/transfer', moved, { token })).message).toBe(refused)
    await expect(order(site, token, 100)).rejects.toThrow(refused)
    const shown = await site.call('POST /api/closing', {}, { token })
    expect(shown.data).toMatchObject({ cash: 150.5, venues: 0, pending: [] })

    expect(await look(), 'money is left').toBe(0)
    const bank = { bank: card, password: '888888' }
    const out = (amount: number) =>
      site.call<{ out_trade_no: string }>('POST /api/withdraw', { ...bank, amount }, { token })
    const small = await out(0.5)
    expect(small.code, small.message).toBe(200)
    const rest = await out(150)
    expect(rest.code, rest.message).toBe(200)
    expect(await look(), 'withdrawals wait').toBe(0)
    const [finance, other] = [await desk(site, 'finance'), await desk(site, 'admin')]
    for (const { data } of [small, rest]) {
      const id = data.out_trade_no
      // Turnover that came with a gift is looked at by a second person.
      const release = { out_trade_no: id, remark: '赠金已核对' }
      expect((await other.call('POST /api/console/withdrawals/release', release)).code).toBe(200)
      const approved = await finance.call('POST /api/console/withdrawals/approve', {
        out_trade_no: id,
        remark: '',
      })
      expect(approved.code, approved.message).toBe(200)
    }
    const payouts = (state: string) =>
      run(owner, sql`update payout_attempt set state = ${state} where member_id = ${memberId}`)
    await payouts('open')
    expect(await look(), 'payouts are open').toBe(0)
    await payouts('paid')
    const { held } = await theRow(
      owner,
      sql<{
        held: bigint
      }>`select posted_balance::bigint as held from ledger.account where member_id = ${memberId} and account_code = 100`,
    )
    expect(held).toBe(0n)
    expect(await look()).toBe(1)
    expect(await closedAt(memberId)).not.toBeNull()
    expect((await site.call('POST /api/user', {}, { token })).code).toBe(401)
    const entering = { name, password: 'secret1', code: 'abcd' }
    expect((await site.call('POST /api/login', entering)).message).toMatch(
      /^该账户已于 \d{4}-\d\d-\d\d 注销，不能再登录$/,
    )
    const wrong = { ...entering, password: 'not-this' }
    expect((await site.call('POST /api/login', wrong)).message, 'only after the password').toBe(
      '账号或密码错误',
    )
    await assertBooksHold(owner)
  })

  test('waits for complaints, statements and adjustments that may still bring money, and says so', async () => {
    const { token, memberId } = await site.member()
    const complaint = { kind: 'other', content: '存款没有到账，请核查处理', order_no: '' }
    const made = await site.call<{ complaint_no: string }>(
      'POST /api/complaints/new',
      { ...complaint, event_day: '' },
      { token },
    )
    expect(made.code, made.message).toBe(200)
    const waiting = [
      sql`insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, levels, members, active, base_fen, carried_in_fen,
          commissionable_fen, hundredths, commission_fen, carried_out_fen, state, made_at)
        values (${memberId}, '2026-10', '2026-10-01', '2026-11-01', 0, '{}', 1, 1, 1, 100, 0, 100, 100, 1, 0, 1, now())`,
      sql`insert into adjustment (adjustment_id, member_id, amount_fen, reason, proposed_by, proposed_at) values ('J-closing', ${memberId}, 100, 'x', 'x', now())`,
    ]
    for (const statement of waiting) await run(owner, statement)
    expect((await ask(token)).code).toBe(200)
    const pending = async () =>
      (await site.call<{ pending: { what: string }[] }>('POST /api/closing', {}, { token })).data
        .pending
    expect(await look()).toBe(0)
    expect((await pending()).map(({ what }) => what)).toEqual([
      '处理中的投诉',
      '待审核的佣金账单',
      '待复核的余额调整',
    ])
    const { complaint_no } = made.data
    expect(
      (await site.call('POST /api/complaints/withdraw', { complaint_no }, { token })).code,
    ).toBe(200)
    await run(
      owner,
      sql`update adjustment set state = 3, decided_at = now() where member_id = ${memberId}`,
    )
    expect(await look(), 'the statement waits').toBe(0)
    expect(await pending()).toEqual([{ what: '待审核的佣金账单', count: 1 }])
    await run(
      owner,
      sql`update agent_statement set state = 3, decided_by = 'x', decided_at = now() where agent_id = ${memberId}`,
    )
    expect(await look()).toBe(1)
  })

  test('staff cannot open it again, nor can the server', async () => {
    const { token, memberId } = await site.member()
    await ask(token)
    expect(await look()).toBe(1)
    const support = await desk(site, 'support')
    const id = Number(memberId)
    await support.call('POST /api/console/members/lock', { id, remark: 'x' } as never)
    await support.call('POST /api/console/members/unlock', { id, remark: 'x' } as never)
    await expect(site.enter(memberId)).rejects.toThrow('session')
    const server = open({ role: 'tianping_app' })
    for (const change of [
      sql`update member set closed_at = null where member_id = ${memberId}`,
      sql`update member set closing_at = null where member_id = ${memberId}`,
    ])
      await expect(run(server, change)).rejects.toThrow('not opened again')
  })
})
