import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { history } from '../../src/ledger/history.ts'
import { hold, post, settle } from '../../src/ledger/ledger.ts'
import { deposit, newMember, system, toVenue } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app' })

test("a member's lines come newest first, with both sides and the balance each left", async () => {
  const m = newMember()
  await post(db, deposit(m, 1_000n, { key: 'd' }))
  await hold(db, toVenue(m, 3, 400n, { key: 'h' }))
  await settle(db, { memberId: m, holdKey: 'h', key: 's', actor: system })
  const page = await history(db, m, { page: 1 })
  expect(page).toMatchObject({ page: 1, perPage: 20, lastPage: 1, total: 7 })
  expect(
    page.rows.map(each => [
      each.key,
      each.phase,
      each.layer,
      each.account.name,
      each.counterAccount.name,
      each.amountFen,
      each.balanceAfterFen,
    ]),
  ).toEqual([
    ['s', 'post', 'posted', 'memberVenue', 'memberCash', 400n, 400n],
    ['s', 'post', 'posted', 'memberCash', 'memberVenue', -400n, 600n],
    ['s', 'post', 'pending', 'memberVenue', 'memberCash', -400n, 0n],
    ['s', 'post', 'pending', 'memberCash', 'memberVenue', 400n, 0n],
    ['h', 'pending', 'pending', 'memberVenue', 'memberCash', 400n, 400n],
    ['h', 'pending', 'pending', 'memberCash', 'memberVenue', -400n, -400n],
    ['d', 'single', 'posted', 'memberCash', 'depositClearing', 1_000n, 1_000n],
  ])
  expect(page.rows[6]).toMatchObject({
    code: 'deposit',
    source: { type: 'test', id: 'd' },
    actor: system,
    createdAt: expect.any(Date),
  })
})

test('pages are bounded, and beyond the last there is nothing', async () => {
  const m = newMember()
  for (let at = 0; at < 25; at += 1) await post(db, deposit(m, 1n))
  const pages = await Promise.all([1, 2, 3, 4].map(page => history(db, m, { page, perPage: 10 })))
  expect(pages.map(each => each.rows.length)).toEqual([10, 10, 5, 0])
  expect(pages[0]).toMatchObject({ lastPage: 3, total: 25 })
  expect((await history(db, m, { page: -1, perPage: 100_000 })).perPage).toBe(100)
  expect(await history(db, newMember(), { page: 1 })).toEqual({
    rows: [],
    page: 1,
    perPage: 20,
    lastPage: 1,
    total: 0,
  })
})
