import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { seedPromotions } from '../../src/areas/redpacket/demo.ts'
import { assertBooksHold } from '../support/books.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { deposit } from './support.ts'

test('a first start has rules, packets that the demo member’s own deposits earned, activities and letters; a second one adds nothing', async () => {
  const database = await freshDatabase('server')
  const owner = database.open()
  const clock = new TestClock('2026-11-18T04:00:00Z')
  const site = await openTestSite(database.url, { clock })
  await seedSite(owner, clock.now())
  const { token, memberId } = await site.member()
  // 20:00 of the 18th in Beijing: it counts for the morning of the 19th.
  await deposit(site, memberId, 6_000, new Date('2026-11-18T12:00:00Z'))
  clock.advance(2 * 86_400_000)
  // Noon of the 20th in Beijing: a packet that was earned for this morning is left to be claimed.
  await deposit(site, memberId, 1_000, new Date('2026-11-19T12:00:00Z'))
  for (let time = 0; time < 2; time++) await seedPromotions(owner, memberId, clock.now())
  const info = (
    await site.call<{
      rules: unknown[]
      data: { usetime: string; money: number }[]
      total: number
    }>('GET /api/userredpacket', {}, { token })
  ).data
  expect(info.rules).toHaveLength(4)
  expect(info.data).toMatchObject([{ usetime: '2026-11-19 10:30:00', money: 6_000 }])
  expect(
    (await site.call<{ total: number }>('POST /api/activitylist', {}, { token })).data.total,
  ).toBe(8)
  const letters = (
    await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })
  ).data.data.map(letter => letter.title)
  expect(letters).toEqual(expect.arrayContaining(['红包已到账', '存款已到账', '红包活动提醒']))
  await assertBooksHold(owner)
})
