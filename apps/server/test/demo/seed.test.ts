import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedDemo } from '../../src/demo/seed.ts'
import { demoMember } from '../../src/kernel/demoLogins.ts'
import { missingTurnover } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite } from '../support/site.ts'
import { openTestVenue } from '../support/venue.ts'

test('a first start shows a complete site; the demo member has ¥10,000.00, can withdraw, and has a past', async () => {
  const database = await freshDatabase('server')
  const owner = database.open()
  const venue = await openTestVenue()
  const at = { venue: { url: venue.url, clock: null }, publicUrl: 'http://127.0.0.1:1' }
  expect(await seedDemo(database.url, at)).toBe(true)
  expect(await seedDemo(database.url, at), 'a second start adds nothing').toBe(false)

  const site = await openTestSite(database.url, { venueUrl: venue.url })
  const token = (
    await site.call<{ api_token: string }>('POST /api/login', {
      name: demoMember.name,
      password: demoMember.password,
      code: 'x',
    })
  ).data.api_token
  const me = (
    await site.call<{ id: number; balance: number; vip: number }>('POST /api/user', {}, { token })
  ).data
  expect(me).toMatchObject({ balance: 10_000, vip: 3, username: 'demo888' })
  expect(await missingTurnover(owner, BigInt(me.id))).toBe(0n)
  const total = async (name: string, body: object) =>
    (await site.call<{ total: number }>(name, body, { token })).data.total
  expect(await total('POST /api/gettransrecord', { type: 1 })).toBe(5)
  expect(await total('POST /api/gettransrecord', { type: 2 })).toBe(2)
  expect(await total('POST /api/gettransrecord', { type: 3 })).toBe(2)
  expect((await site.call<unknown[]>('POST /api/bannerList', { type: 2 })).data).toHaveLength(4)
  for (const type of [1, 2, 3, 4, 5, 6, 7, 8])
    expect((await site.call('POST /api/article', { type })).code, `article ${type}`).toBe(200)
  for (const category of ['realbet', 'sport', 'gaming', 'joker', 'concise', 'lottery']) {
    expect(
      (await site.call<unknown[]>('GET /api/game/list', { category })).data.length,
      category,
    ).toBeGreaterThan(0)
  }
  for (const [name, password] of [
    ['admin', 'admin888'],
    ['finance', 'finance888'],
  ]) {
    expect(
      (
        await site.call(
          'POST /api/console/login',
          { name, password },
          { headers: { 'x-tianping-console': '1' } },
        )
      ).code,
    ).toBe(200)
  }
  expect(await rows(owner, sql`select 1 from venue_transfer where state = 2`)).toEqual([])
  type Talks = { list: { data: { ticket_no: string; topic: string }[] }; unread: number }
  const { list, unread } = (await site.call<Talks>('POST /api/tickets', { page: 1 }, { token }))
    .data
  expect([list.data.map(({ topic }) => topic), unread]).toEqual([['withdrawal', 'deposit'], 1])
  type Lines = { lines: { author: string; attached: { amount: number } | null }[] }
  const { lines } = (
    await site.call<Lines>(
      'POST /api/tickets/show',
      { ticket_no: list.data[1]?.ticket_no },
      { token },
    )
  ).data
  expect(lines.map(({ author }) => author)).toEqual([
    'member',
    'staff',
    'staff',
    'member',
    'system',
  ])
  expect(lines[0]?.attached?.amount).toBe(800)
  expect(
    await rows(
      owner,
      sql`select m.name from ticket t join member m using (member_id) where t.waits_for = 'staff' order by t.waits_since`,
    ),
  ).toEqual([{ name: 'linxia90' }, { name: 'chenmo88' }])
  await assertBooksHold(owner)
})
