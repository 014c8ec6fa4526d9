import { rows, run, sql, transaction } from '@tianping/database'
import { afterAll, describe, expect, test } from 'vitest'
import { firstBrokenAudit } from '../../src/kernel/operator/audit.sql.ts'
import {
  BANK_LAYOUTS,
  bankLayoutsSchema,
  eraseLines,
  openLines,
} from '../../src/areas/bankLines/bankLines.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { assertBooksHold } from '../support/books.ts'
import { desk } from '../console/support.ts'
import { balanceOf, bankTransfer, configure, openCashier, order } from './support.ts'

const { site, owner, clock } = await openCashier()
afterAll(async () => {
  await assertBooksHold(owner)
  expect(await firstBrokenAudit(owner)).toBeNull()
})
const [anna, bert] = [await desk(site, 'finance', 'anna'), await desk(site, 'finance', 'bert')]

const ACCOUNT = '6222020011112222'
const HEAD = '日期,金额,方向,付款人,付款账号,流水号,附言'
type Given = { no: string; amount: string; payer?: string; note?: string; way?: string }
const csvOf = (lines: Given[]) =>
  [
    HEAD,
    ...lines.map(
      ({ no, amount, payer = '测试员', note = '', way = '贷' }) =>
        `2026-11-20,"${amount}",${way},${payer},6222000000001234,${no},${note}`,
    ),
  ].join('\r\n')

const bring = (text: string, more: object = {}) =>
  anna.call('POST /api/console/bank-lines/import', {
    account: ACCOUNT,
    layout: 'csv',
    filename: '流水.csv',
    content: Buffer.from(text).toString('base64'),
    ...more,
  })

async function deposit(amount: number) {
  const member = await site.member()
  return { ...member, deposit_no: await order(site, member.token, amount, bankTransfer) }
}

/** The line under a number of the bank, as the room shows it. */
async function lineOf(no: string) {
  const { data } = await anna.call('POST /api/console/bank-lines/list', {
    page: 1,
    state: '',
    day: '',
    q: no,
  })
  return data.data[0]!
}
const assign = (who: typeof anna, line_id: number, deposit_no: string, remark = '') =>
  who.call('POST /api/console/bank-lines/assign', { line_id, deposit_no, remark })

/** Changes the layout that files are read by, a second after what was imported before. */
async function layOut(change: object) {
  clock.advance(1_000)
  const value = structuredClone(bankLayoutsSchema.parse({}))
  Object.assign(value.layouts[0]!, change)
  const by = { name: 'test', at: clock.now() }
  await writeSetting(owner, BANK_LAYOUTS, bankLayoutsSchema, value, by)
  clock.advance(1_000)
}
const stored = async () =>
  (await rows(owner, sql<{ reference: string }>`select reference from bank_line`)).length
const spell = (account: string) =>
  transaction(owner, async tx => {
    await run(tx, sql`update bank_import set account = ${account}`)
    await run(tx, sql`update bank_line set account = ${account}`)
  })

describe('a statement of the bank', () => {
  test('is stored line by line once, and the one order that fits is credited by confirming', async () => {
    const { token, deposit_no, memberId } = await deposit(1_234)
    const first = csvOf([
      { no: 'A1', amount: '1,234.00', note: `TP${memberId}` },
      { no: 'A2', amount: '900.00', way: '借' },
    ])
    expect((await bring(first)).data).toEqual({ lines: 1, fresh: 1, outgoing: 1, matched: 1 })
    expect((await bring(first)).data).toMatchObject({ lines: 1, fresh: 0 })
    const overlapping = csvOf([
      { no: 'A1', amount: '1234.00' },
      { no: 'A3', amount: '7.77', payer: '利息' },
    ])
    expect((await bring(overlapping)).data).toMatchObject({ lines: 2, fresh: 1, matched: 0 })
    expect(await bring(csvOf([{ no: 'A1', amount: '99.00' }]))).toMatchObject({
      code: 409,
      message: '流水号 A1 已导入过，但金额不同，文件未导入',
    })
    expect(await balanceOf(site, token)).toBe(0)
    const line = await lineOf('A1')
    expect(line).toMatchObject({ match: 'one', deposit_no, payer: '测**', payer_no: '1234' })
    expect(await assign(anna, line.line_id, deposit_no)).toMatchObject({ message: '已归单' })
    expect(await balanceOf(site, token)).toBe(1_234)
    expect(await assign(bert, line.line_id, deposit_no, '再次')).toMatchObject({
      code: 409,
      message: '该流水已由 anna 处理：已归单',
    })
    expect(await balanceOf(site, token)).toBe(1_234)
    expect((await bert.call('POST /api/console/deposits/show', { deposit_no })).data).toMatchObject(
      { state: 2, decided_by: 'anna', provider_ref: `${ACCOUNT}:A1`, paid_amount: 1_234 },
    )
  })

  test('is confirmed in bulk where one order alone fits, within the caps, line by line', async () => {
    const [one, two, large] = [await deposit(411), await deposit(412), await deposit(6_000)]
    await bring(
      csvOf([
        { no: 'BU1', amount: '411.00' },
        { no: 'BU2', amount: '412.00', payer: '路人' },
        { no: 'BU3', amount: '6000.00' },
      ]),
    )
    const lines = []
    for (const [no, { deposit_no }] of [
      ['BU1', one],
      ['BU2', two],
      ['BU3', large],
    ] as const)
      lines.push({ line_id: (await lineOf(no)).line_id, deposit_no })
    const before = await openLines(owner)
    await configure(site, setting => void (setting.review.bulk.mostFen = 5_000_00))
    const { data } = await anna.call('POST /api/console/bank-lines/bulk', { lines })
    expect(data.items.map(({ outcome, why }) => [outcome, why])).toEqual([
      ['approved', ''],
      ['left', '不是唯一匹配'],
      ['left', '超过单笔 ¥5,000.00'],
    ])
    expect(data).toMatchObject({ count: 1, total: 411 })
    expect(await balanceOf(site, one.token)).toBe(411)
    expect(await balanceOf(site, large.token)).toBe(0)
    expect(await openLines(owner)).toBe(before - 1)
    expect((await anna.call('POST /api/console/counts')).data.bank_lines_open).toBe(before - 1)
    expect((await anna.call('POST /api/console/bank-lines/bulk', { lines })).message).toBe(
      '所选流水都须逐笔处理',
    )
    // The caps of a day are those of all bulk work.
    await configure(site, setting => void (setting.review.bulk.dayFen = 500_00))
    const more = await deposit(415)
    await bring(csvOf([{ no: 'BU4', amount: '415.00' }]))
    const beyond = [{ line_id: (await lineOf('BU4')).line_id, deposit_no: more.deposit_no }]
    expect((await anna.call('POST /api/console/bank-lines/bulk', { lines: beyond })).code).not.toBe(
      200,
    )
    expect(await balanceOf(site, more.token)).toBe(0)
  })

  test('proposes nothing where two lines, another name, number or amount leave a doubt', async () => {
    const [twice, other, short, over] = [
      await deposit(311),
      await deposit(312),
      await deposit(313),
      await deposit(314),
    ]
    await bring(
      csvOf([
        { no: 'B1', amount: '311.00' },
        { no: 'B2', amount: '311.00' },
        { no: 'B3', amount: '312.00', payer: '路人', note: `TP${other.memberId}` },
        { no: 'B4', amount: '300.00', note: `TP${short.memberId}` },
        { no: 'B5', amount: '313.00', note: `TP${other.memberId}` },
        { no: 'B6', amount: '314.01', note: `TP${over.memberId}` },
      ]),
    )
    const matches = []
    for (const no of ['B1', 'B2', 'B3', 'B4', 'B5', 'B6']) matches.push((await lineOf(no)).match)
    expect(matches).toEqual(['many', 'many', 'payer', 'amount', 'amount', 'amount'])
    // Another amount is counted for the order and waits for review; nothing is credited.
    for (const [no, { token, memberId, deposit_no }, credits] of [
      ['B4', short, 300],
      ['B6', over, 314.01],
    ] as const) {
      const { line_id } = await lineOf(no)
      expect(await assign(anna, line_id, deposit_no)).toMatchObject({
        code: 400,
        message: '该流水不是唯一匹配，请填写归单依据',
      })
      expect(await assign(anna, line_id, deposit_no, '附言相符')).toMatchObject({ code: 200 })
      expect(await balanceOf(site, token)).toBe(0)
      const { data } = await bert.call('POST /api/console/deposits/show', { deposit_no })
      expect(data).toMatchObject({ stage: 'wrong_amount', credits })
      const letters = await rows(
        owner,
        sql`select 1 from message where member_id = ${memberId} and title = '存款金额不符'`,
      )
      expect(letters).toHaveLength(1)
    }
    // Of two payments for one order the second goes back.
    const [b1, b2] = [await lineOf('B1'), await lineOf('B2')]
    await assign(anna, b1.line_id, twice.deposit_no, '同名同额')
    await assign(anna, b2.line_id, twice.deposit_no, '重复付款')
    expect(await balanceOf(site, twice.token)).toBe(311)
    expect(
      (await bert.call('POST /api/console/deposits/show', { deposit_no: twice.deposit_no })).data
        .refunds,
    ).toMatchObject([{ amount: 311, state: 1 }])
  })

  test('takes two persons where an approval takes two, and for money that is sent back', async () => {
    const large = await deposit(50_000)
    await bring(
      csvOf([
        { no: 'C1', amount: '50000' },
        { no: 'C2', amount: '66', payer: '路人' },
      ]),
    )
    const line = await lineOf('C1')
    expect((await assign(anna, line.line_id, large.deposit_no)).message).toContain('须由另一位复核')
    expect(await balanceOf(site, large.token)).toBe(0)
    const approve = (who: typeof anna) =>
      who.call('POST /api/console/deposits/approve', { deposit_no: large.deposit_no, remark: '' })
    expect(await approve(anna)).toMatchObject({ code: 409 })
    expect(await approve(bert)).toMatchObject({ code: 200, message: '已通过' })
    expect(await balanceOf(site, large.token)).toBe(50_000)

    const { line_id } = await lineOf('C2')
    const back = { line_id, voucher: 'V-1' }
    await anna.call('POST /api/console/bank-lines/return', back)
    expect(await anna.call('POST /api/console/bank-lines/returned', back)).toMatchObject({
      code: 409,
      message: '退汇须由登记人以外的另一位复核',
    })
    expect(
      await bert.call('POST /api/console/bank-lines/returned', { line_id, voucher: 'V-2' }),
    ).toMatchObject({ code: 409 })
    expect(await bert.call('POST /api/console/bank-lines/returned', back)).toMatchObject({
      code: 200,
    })
    expect(await lineOf('C2')).toMatchObject({ state: 'returned', decided_by: 'bert' })
    expect(
      await anna.call('POST /api/console/bank-lines/reopen', { line_id, remark: '有误' }),
    ).toMatchObject({ code: 409 })
  })

  test('is refused whole where it cannot be read, and gives way to erasure', async () => {
    const broken = await bring(`${csvOf([{ no: 'D1', amount: '5' }])}\r\n2026-13-01,5,贷,x,1,D2,`)
    expect(broken).toMatchObject({ code: 400, message: '第 3 行无法读取：日期' })
    const evil = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>'
    expect(await bring(evil, { layout: 'camt053' })).toMatchObject({
      code: 400,
      message: '文件含有 DTD 或实体声明，不予读取',
    })
    expect(await lineOf('D1')).toBeUndefined()
    const support = await desk(site, 'support')
    expect(
      await support.call('POST /api/console/bank-lines/dismiss', { line_id: 1, remark: 'x' }),
    ).toMatchObject({ code: 403 })
    const { line_id } = await lineOf('A3')
    await anna.call('POST /api/console/bank-lines/dismiss', { line_id, remark: '利息' })
    expect(await lineOf('A3')).toMatchObject({ state: 'not_ours', decided_by: 'anna' })
    const named = () =>
      rows(
        owner,
        sql<{ memberId: bigint; payerName: string; note: string }>`
        select member_id, payer_name, note from bank_line where reference = 'A1'`,
      )
    const { memberId } = (await named())[0]!
    await transaction(owner, tx => eraseLines(tx, memberId))
    expect(await named()).toEqual([{ memberId, payerName: '', note: '' }])
  })
})

test('a list is narrowed to several states by their names, and refuses one it does not know', async () => {
  const asked = (narrowed: { state?: string; states?: string }) =>
    anna.call('POST /api/console/bank-lines/list', { page: 1, per: 100, ...narrowed })
  const statesOf = async (narrowed: { state?: string; states?: string }) => {
    const { data } = await asked(narrowed)
    return { total: data.total, states: [...new Set(data.data.map(each => each.state))].toSorted() }
  }
  const [every, open, assigned] = await Promise.all([
    statesOf({}),
    statesOf({ state: 'open' }),
    statesOf({ state: 'assigned' }),
  ])
  expect([open.states, assigned.states]).toEqual([['open'], ['assigned']])
  const both = await statesOf({ states: 'open,assigned' })
  expect(both).toEqual({ total: open.total + assigned.total, states: ['assigned', 'open'] })
  expect(every.total).toBeGreaterThan(both.total)
  for (const wrong of [
    { state: 'unknown' },
    { states: 'open,unknown' },
    { states: 'open;assigned' },
  ])
    expect(await asked(wrong), JSON.stringify(wrong)).toMatchObject({ code: 400 })
})

describe('a payment that was credited', () => {
  /** A line that is assigned, and a second order that it would fit. */
  async function credited(no: string, amount: number) {
    const first = await deposit(amount)
    await bring(csvOf([{ no, amount: `${amount}.00` }]))
    const line = await lineOf(no)
    expect(line).toMatchObject({ match: 'one', deposit_no: first.deposit_no })
    await assign(anna, line.line_id, first.deposit_no)
    expect(await balanceOf(site, first.token)).toBe(amount)
    return deposit(amount)
  }
  const refusal = (amount: string) => ({
    code: 409,
    message:
      `1 笔流水疑似已按另一格式导入过（首笔 2026-11-20，¥${amount}），` +
      '文件未导入，请改用当时的格式',
  })

  test('is not read again under another layout, and another one beside it is', async () => {
    const second = await credited('L1', 2_001)
    const before = await stored()
    const again = csvOf([
      { no: 'L1', amount: '2001.00' },
      { no: 'L2', amount: '2002.00' },
    ])
    await layOut({ referenceColumn: 0 })
    expect(await bring(again)).toMatchObject(refusal('2,001.00'))
    expect(await stored()).toBe(before)
    // Without a payer nothing tells it apart from the payment that was read with one.
    await layOut({ referenceColumn: 0, payerColumn: 0 })
    expect(await bring(again)).toMatchObject(refusal('2,001.00'))
    // One that finds the same numbers is no reason to refuse; a new name makes no other layout.
    await layOut({ noteColumn: 0 })
    expect((await bring(again)).data).toMatchObject({ fresh: 1 })
    const beside = [{ no: 'L3', amount: '2001.00' }]
    expect(await bring(csvOf(beside))).toMatchObject(refusal('2,001.00'))
    await layOut({ code: 'renamed', name: '改名' })
    expect((await bring(csvOf(beside), { layout: 'renamed' })).data).toMatchObject({ fresh: 1 })
    expect(await lineOf('L3')).toMatchObject({ match: 'one', deposit_no: second.deposit_no })
    expect(await balanceOf(site, second.token)).toBe(0)
    await layOut({})
  })

  test('is not read again under a layout changed since a release that kept no digest', async () => {
    await credited('L4', 2_004)
    await credited('L8', 2_008)
    await run(owner, sql`update bank_import set layout_digest = ''`)
    const beside = csvOf([{ no: 'L5', amount: '2004.00' }])
    expect((await bring(beside)).data).toMatchObject({ fresh: 1, matched: 1 })
    await layOut({ referenceColumn: 0 })
    const again = csvOf([{ no: 'L8', amount: '2008.00' }])
    expect(await bring(again)).toMatchObject(refusal('2,008.00'))
    await layOut({})
  })

  test('is the same however the number of the account is written', async () => {
    const spelled = '6222 0200-1111 2222'
    await credited('L6', 2_006)
    const again = csvOf([{ no: 'L6', amount: '2006.00' }])
    expect((await bring(again, { account: spelled })).data).toMatchObject({ fresh: 0 })
    // What an earlier release stored as it was typed goes on matching, and is known once.
    await spell(spelled)
    expect((await bring(again)).data).toMatchObject({ fresh: 0 })
    await spell(ACCOUNT)
    const shown = (await anna.call('POST /api/console/rules/show', { key: 'receiving_accounts' }))
      .data
    const [account] = shown.value as object[]
    const propose = (value: object[]) =>
      anna.call('POST /api/console/rules/propose', {
        key: 'receiving_accounts',
        version: shown.version,
        value,
        note: '改写账号',
      })
    const respelled = { ...account, bank_no: spelled }
    expect((await propose([{ ...account, bank_no: ACCOUNT }, respelled])).code).toBe(400)
    expect((await propose([respelled])).code).toBe(200)
    const { proposal } = (
      await bert.call('POST /api/console/rules/show', { key: 'receiving_accounts' })
    ).data
    await bert.call('POST /api/console/rules/approve', { id: proposal!.id, remark: '' })
    const kept = await rows(owner, sql<{ bankNo: string }>`select bank_no from receiving_account`)
    expect(kept).toEqual([{ bankNo: ACCOUNT }])
  })

  test('that was stored twice before is proposed for no order', async () => {
    const second = await credited('L7', 2_007)
    const copy = (account: string, reference: string, digest: string) =>
      run(
        owner,
        sql`
        with file as (
          insert into bank_import (account, layout, layout_digest, file_name, file_hash, lines, fresh, outgoing, imported_by, imported_at)
          values (${account}, 'csv', ${digest}, 'x', 'x', 1, 1, 0, 'anna', ${clock.now()}) returning import_id)
        insert into bank_line (import_id, account, reference, booked_at, amount_fen, payer_name, payer_tail, note)
        select file.import_id, ${account}, ${reference}, l.booked_at, l.amount_fen, l.payer_name, l.payer_tail, l.note
        from bank_line l, file where l.reference = 'L7' limit 1`,
      )
    const dismissed = async (no: string) => {
      const { line_id, match } = await lineOf(no)
      await anna.call('POST /api/console/bank-lines/dismiss', { line_id, remark: '重复' })
      return match
    }
    await copy(ACCOUNT, '#L7', 'other')
    expect(await dismissed('#L7')).toBe('many')
    await copy('6222 0200 1111 2222', 'L7', '')
    const { data } = await anna.call('POST /api/console/bank-lines/list', {
      page: 1,
      state: 'open',
      day: '',
      q: 'L7',
    })
    expect(data.data.map(each => each.match)).toEqual(['many'])
    expect(await balanceOf(site, second.token)).toBe(0)
  })
})
