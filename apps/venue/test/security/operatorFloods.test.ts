// Strangers who flood the sign-in of operators fill no table and keep nobody out who came in from
// the same network before.
import { rows, run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { DEMO_OPERATOR } from '../../server/operator/operators.ts'
import { enter, OPERATOR_KEY } from '../support/operatorSupport.ts'
import { testVenue } from '../support/support.ts'

const open = () => testVenue({ operatorKey: OPERATOR_KEY, demoOperator: true, proxies: 1 })
type Venue = Awaited<ReturnType<typeof open>>

const from = (address: string) => ({ 'x-forwarded-for': address })
const nobody = (n: number) => ({ name: `nobody-${n}`, password: 'x' })
const status = async (venue: Venue, typed: typeof DEMO_OPERATOR | object, address: string) =>
  (await enter(venue, { ...nobody(0), ...typed }, from(address))).status

test('networks of one /48 share twenty tries, and leave the operator of one of them in', async () => {
  const venue = await open()
  const network = (n: number) => `2001:db8:7:${n.toString(16)}::1`
  expect(await status(venue, DEMO_OPERATOR, '2001:db8:7:1::1')).toBe(200)
  let networks = 1
  do networks += 1
  while (networks < 62 && (await status(venue, nobody(networks), network(networks))) === 401)
  // The sign-in was the first of the twenty, and time gives some back.
  expect(networks).toBeGreaterThan(20)
  expect(networks).toBeLessThan(62)
  expect(await status(venue, DEMO_OPERATOR, '2001:db8:7:1::2'), 'another address of it').toBe(200)
  expect(await status(venue, nobody(30), '2001:db8:8:1::1'), 'another /48').toBe(401)
})

test('a flood under made-up names is cut short, and the operator comes in through it', async () => {
  const venue = await open()
  expect(await status(venue, DEMO_OPERATOR, '198.51.100.7')).toBe(200)
  const flood = Array.from({ length: 160 }, (_, n) =>
    status(venue, nobody(n), `203.0.${n >> 6}.${n & 63}`),
  )
  const through = status(venue, DEMO_OPERATOR, '198.51.100.7')
  const seen = await Promise.all(flood)
  expect(await through).toBe(200)
  for (let n = 200; n < 320; n++)
    seen.push(await status(venue, nobody(n), `203.1.${n >> 6}.${n & 63}`))
  expect(seen).toContain(429)
  expect(await status(venue, DEMO_OPERATOR, '198.51.100.7')).toBe(200)
  const { count } = await theRow(
    venue.db,
    sql<{
      count: number
    }>`select count(*)::int as count from operator_sign_in where name like 'nobody-%'`,
  )
  expect(count).toBeGreaterThan(0)
  // A hundred at once, and those that half a try a second allows while this test runs.
  expect(count).toBeLessThan(200)
})

test('tries under a name that nobody has go after a day, those of an operator stay a year', async () => {
  const venue = await open()
  const old = (name: string, event: string, days: number) =>
    run(
      venue.db,
      sql`insert into operator_sign_in (name, address, network, event, at)
      values (${name}, '203.0.113.9', '203.0.113.9', ${event}, now() - make_interval(days => ${days}))`,
    )
  await old('made-up', 'try', 2)
  await old('still-young', 'try', 0)
  await old(DEMO_OPERATOR.name, 'try', 300)
  await old(DEMO_OPERATOR.name, 'in', 400)
  await venue.sweep()
  const kept = await rows(
    venue.db,
    sql<{ name: string; event: string }>`select name, event from operator_sign_in order by name`,
  )
  expect(kept).toEqual([
    { name: 'still-young', event: 'try' },
    { name: DEMO_OPERATOR.name, event: 'try' },
  ])
})
