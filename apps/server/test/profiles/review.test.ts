// The half-yearly look through activity and limits: when it is due, and that its answer is kept.
import type { Given } from '@tianping/contract'
import { sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { protectionSchema, PROTECTION_SETTING } from '../../src/areas/protection/protection.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { enable } from './support.ts'

const { site, clock, owner } = await openCashier()

test('half a year after the last answer activity and limits are to be looked through again', async () => {
  const { memberId } = await site.member()
  const joined = clock.now()
  const call = async <T = unknown>(name: string) =>
    (await site.call<T>(name, {}, { token: await site.enter(memberId) })).data
  const review = async () =>
    (await call<Given<'POST /api/protection/due'>>('POST /api/protection/due')).review
  expect(await review()).toBeNull()
  clock.advance(new Date('2027-05-20T03:00:00Z').getTime() - clock.now().getTime())
  expect(await review(), 'an hour before').toBeNull()
  clock.advance(2 * 3_600_000)
  expect(await review()).toMatchObject({ since: '2026-11-20', stake: 0, net: 0 })
  await call('POST /api/protection/reviewed')
  expect(await review(), 'answered').toBeNull()
  const { answered } = await theRow(
    owner,
    sql<{ answered: number }>`
    select count(*)::int as answered from protection_log where member_id = ${memberId} and act = 'reviewed' and at > ${joined}`,
  )
  expect(answered).toBe(1)
  clock.advance(184 * 86_400_000)
  expect(await review()).toMatchObject({ since: '2027-05-20' })
})

test('an operator’s longer interval gives way to the profile’s', async () => {
  const { memberId } = await site.member()
  await writeSetting(
    owner,
    PROTECTION_SETTING,
    protectionSchema,
    { reviewMonths: 12 },
    { name: 'test', at: clock.now() },
  )
  clock.advance(200 * 86_400_000)
  const review = async () =>
    (
      await site.call<Given<'POST /api/protection/due'>>(
        'POST /api/protection/due',
        {},
        { token: await site.enter(memberId) },
      )
    ).data.review
  expect(await review()).toBeNull()
  await enable(site, 'MT')
  expect(await review()).not.toBeNull()
})
