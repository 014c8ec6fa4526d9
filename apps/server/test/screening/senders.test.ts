// A deposit in USDT names the address it was paid from. From an address of a list it is not
// credited: compliance decides first, and then a person about the order.
import { depositState } from '@tianping/contract/cashier/facts'
import { hitState } from '@tianping/contract/screening/facts'
import { row, rows, sql } from '@tianping/database'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { gatherAlerts } from '../../src/areas/cases/gather.ts'
import {
  balanceOf,
  callBack,
  ETHER,
  openCashier,
  order,
  payment,
  TRON,
} from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { activate, hitsOf, listFile } from './support.ts'

const { site, owner } = await openCashier()
const [rita, alice, bob, fred] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'admin', 'alice'),
  await desk(site, 'admin', 'bob'),
  await desk(site, 'finance', 'fred'),
]
const wallets = listFile('ofac.xml').toString().replace('TInventedWa11etAddressForTestsOnly1', TRON)
await activate(site, rita, alice, {
  list: 'ofac',
  format: 'ofac_xml',
  content: Buffer.from(wallets),
})
afterAll(() => assertBooksHold(owner))

const usdt = { paytype: 'usdt', catepay: 'TRC20' }
const OTHER = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const remark = '已核对链上记录'

/** A member's order of 100 yuan, paid from the address; answers what the callback came to. */
async function paidFrom(from_address: string) {
  const { token, memberId } = await site.member()
  const deposit_no = await order(site, token, 100, usdt)
  const told = await callBack(site, payment(site, deposit_no, { from_address }))
  const [hit] = await hitsOf(owner, memberId)
  return { token, memberId, deposit_no, verdict: told.verdict, hit_id: Number(hit?.hitId) }
}
const stateOf = (memberId: bigint) =>
  row(
    owner,
    sql<{ state: number; waitsFor: string }>`
    select state, waits_for from deposit_order where member_id = ${memberId}`,
  )

test('a deposit from an address of a list is held and becomes a case; another address is credited', async () => {
  const clean = await paidFrom(OTHER)
  expect(clean.verdict).toBe('credited')
  expect(await balanceOf(site, clean.token)).toBe(100)
  const { token, memberId, verdict } = await paidFrom(TRON)
  expect(verdict).toBe('sender_listed')
  expect(await balanceOf(site, token)).toBe(0)
  expect(await stateOf(memberId)).toEqual({ state: depositState.waiting, waitsFor: 'person' })
  expect(await hitsOf(owner, memberId)).toMatchObject([{ list: 'ofac', score: 100 }])
  await gatherAlerts(site.services)
  expect(
    await rows(owner, sql`select 1 from aml_case_member where member_id = ${memberId}`),
  ).toHaveLength(1)
  expect(await hitsOf(owner, clean.memberId)).toEqual([])
})

test('no one of finance decides before compliance; a dismissed match lets the order be credited', async () => {
  const { token, deposit_no, hit_id } = await paidFrom(TRON)
  const open = '付款地址与名单相同，须先由合规人员核对'
  const asked = { deposit_no, remark }
  expect((await fred.call('POST /api/console/deposits/approve', asked)).message).toBe(open)
  expect((await fred.call('POST /api/console/deposits/reject', asked)).message).toBe(open)
  expect(await balanceOf(site, token)).toBe(0)
  expect((await rita.call('POST /api/console/screening/dismiss', { hit_id, remark })).code).toBe(
    200,
  )
  expect((await fred.call('POST /api/console/deposits/approve', asked)).code).toBe(200)
  expect(await balanceOf(site, token)).toBe(100)
})

test('a confirmed match is never credited: the order is rejected, or another person takes the match back', async () => {
  const [kept, freed] = [await paidFrom(TRON), await paidFrom(TRON)]
  for (const { hit_id } of [kept, freed])
    await alice.call('POST /api/console/screening/confirm', { hit_id, remark })
  for (const { deposit_no } of [kept, freed])
    expect(
      (await fred.call('POST /api/console/deposits/approve', { deposit_no, remark })).message,
    ).toBe('付款地址已确认在名单上，不能入账')
  const rejected = { deposit_no: kept.deposit_no, remark: '原路退回' }
  expect((await fred.call('POST /api/console/deposits/reject', rejected)).code).toBe(200)
  expect(await stateOf(kept.memberId)).toMatchObject({ state: depositState.rejected })
  const match = { hit_id: freed.hit_id, remark }
  expect((await alice.call('POST /api/console/screening/release', match)).code).toBe(409)
  expect((await bob.call('POST /api/console/screening/release', match)).code).toBe(200)
  const { deposit_no } = freed
  expect((await fred.call('POST /api/console/deposits/approve', { deposit_no, remark })).code).toBe(
    200,
  )
  expect(await balanceOf(site, kept.token)).toBe(0)
  expect(await balanceOf(site, freed.token)).toBe(100)
})

test('each payment asks anew after a dismissal, and an address of ERC20 is the same in either case', async () => {
  const { token, memberId, deposit_no, hit_id } = await paidFrom(TRON)
  await rita.call('POST /api/console/screening/dismiss', { hit_id, remark })
  await fred.call('POST /api/console/deposits/approve', { deposit_no, remark })
  const again = await order(site, token, 100, usdt)
  const paid = payment(site, again, { from_address: TRON })
  expect((await callBack(site, paid)).verdict).toBe('sender_listed')
  expect((await callBack(site, paid)).verdict, 'told twice').toBe('duplicate')
  expect(await hitsOf(owner, memberId)).toMatchObject([{ state: hitState.open }])
  await activate(site, rita, alice, {
    list: 'ofac',
    format: 'ofac_xml',
    content: Buffer.from(wallets.replace(TRON, ETHER)),
  })
  expect((await paidFrom(ETHER.toLowerCase())).verdict).toBe('sender_listed')
  expect((await paidFrom(TRON)).verdict, 'no longer on the list').toBe('credited')
})

test('the sandbox cashier pays USDT from the address that a tester names', async () => {
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.app.server.address() as AddressInfo
  const { token } = await site.member()
  const page = (no: string) => `http://127.0.0.1:${port}/sandbox-pay/${no}`
  const deposit_no = await order(site, token, 100, usdt)
  expect(await (await fetch(page(deposit_no))).text()).toContain('name="sender"')
  const byWallet = await order(site, token, 100)
  expect(await (await fetch(page(byWallet))).text()).not.toContain('名单地址付款')
  const body = new URLSearchParams({ action: 'listed', sender: ETHER })
  const answer = await fetch(page(deposit_no), { method: 'POST', body })
  expect(await answer.text()).toContain('data-verdict="sender_listed"')
})
