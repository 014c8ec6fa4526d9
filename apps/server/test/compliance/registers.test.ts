import { transaction } from '@tianping/database'
import { beijingDay, addDays } from '@tianping/money/day'
import { expect, test } from 'vitest'
import { addBlock, setLimit } from '../../src/areas/protection/protection.ts'
import { consoleCall, desk } from '../console/support.ts'
import { openCompliance } from './support.ts'

const { site, clock } = await openCompliance()
const { db } = site.services
const DAY_MS = 86_400_000
const hours = (n: number) => new Date(clock.now().getTime() + n * 3_600_000)
const auditor = () => desk(site, 'auditor')

test('breaks and exclusions are listed by what counts now, kind, member and day, and leave as a file', async () => {
  const [one, other] = [await site.member(), await site.member()]
  await transaction(db, async tx => {
    const own = { reason: '', setBy: '', setAt: clock.now() }
    const short = { ...own, memberId: one.memberId, kind: 'timeout', term: '24h' } as const
    await addBlock(tx, { ...short, until: hours(24) })
    const long = { ...own, memberId: other.memberId, kind: 'exclusion', term: '6m' } as const
    await addBlock(tx, { ...long, until: new Date(clock.now().getTime() + 182 * DAY_MS) })
  })
  const day = beijingDay(clock.now())
  const none = { state: 'now', kind: '', q: '', from: '', to: '' } as const
  const names = async (change: object) =>
    (
      await (await auditor()).call('POST /api/console/blocks/list', { ...none, ...change })
    ).data.data.map(each => each.username)
  expect((await names({})).toSorted()).toEqual([one.name, other.name].toSorted())
  expect(await names({ kind: 'exclusion' })).toEqual([other.name])
  expect(await names({ q: one.name })).toEqual([one.name])
  expect(await names({ from: addDays(day, 1) })).toEqual([])
  expect(await names({ to: addDays(day, -1) })).toEqual([])
  expect((await names({ from: day, to: day })).length).toBe(2)
  clock.advance(25 * 3_600_000)
  expect(await names({})).toEqual([other.name])
  expect(await names({ state: 'over' })).toEqual([one.name])
  const by = await auditor()
  const asked = await by.call('POST /api/console/exports/begin', {
    list: 'POST /api/console/blocks/list',
    filters: none,
    columns: ['username', 'kind', 'until'],
  })
  expect(asked.code).toBe(200)
  const file = await site.app.inject({
    url: `/api/console/export/${asked.data.ticket}`,
    headers: { cookie: by.cookie },
  })
  expect(file.body).toContain(`${other.name},自我排除,`)
})

test('limits are listed as they count, with what waits and every change before', async () => {
  const { name, memberId } = await site.member()
  await transaction(db, async tx => {
    const limit = { memberId, now: clock.now(), by: '' }
    await setLimit(tx, { ...limit, kind: 'deposit_day', amount: 500_00n })
    await setLimit(tx, { ...limit, kind: 'deposit_day', amount: 900_00n })
    await setLimit(tx, { ...limit, kind: 'time_day', amount: 120n })
    await setLimit(tx, { ...limit, kind: 'loss_week', amount: 700_00n, by: 'support' })
  })
  const by = await auditor()
  const none = { kind: '', source: '', q: name, from: '', to: '' }
  const list = async (change: object) =>
    (await by.call('POST /api/console/limits/list', { ...none, ...change })).data.data
  expect(await list({ kind: 'deposit_day' })).toMatchObject([
    { source: 'member', limit_amount: '500.00', next_amount: '900.00' },
  ])
  expect(await list({ kind: 'time_day' })).toMatchObject([{ limit_amount: '120 分钟' }])
  expect(await list({ source: 'operator' })).toMatchObject([{ set_by: 'support' }])
  expect(await list({})).toHaveLength(3)
  expect(await list({ from: addDays(beijingDay(clock.now()), 1) })).toEqual([])
  const { data } = await by.call('POST /api/console/limits/history', {
    member_id: Number(memberId),
  })
  expect(
    data
      .filter(each => each.kind === 'deposit_day')
      .map(({ act, before, amount }) => [act, before, amount])
      .toReversed(),
  ).toEqual([
    ['limit', '', '500.00'],
    ['limit_raise', '500.00', '900.00'],
  ])
  const support = await desk(site, 'support')
  const refused = await consoleCall(
    site,
    'POST /api/console/limits/list',
    {},
    { cookie: support.cookie },
  )
  expect(refused.json()).toMatchObject({ code: 403 })
})
