// Deadlines go by the database's clock, however wrong the clocks of the machines are.
import { rows, sql } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedSite } from '../../src/demo/site.ts'
import { arm, fund, openTestVenue } from '../support/venue.ts'
import { ask, endAll, launchServer } from './processes.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
await seedSite(owner, new Date())
const venue = await openTestVenue()
afterAll(endAll)

/** A process whose machine's clock is off by some hours. */
const machineAt = (hours: number) => {
  const shift = `const real = Date; const by = ${hours} * 3600000
    globalThis.Date = class extends real {
      constructor(...at) { at.length === 0 ? super(real.now() + by) : super(...at) }
      static now() { return real.now() + by }
    }`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shift)}` }
}

test('a transfer begun by an instance an hour ahead is settled by one an hour behind', async () => {
  const env = { DATABASE_URL: url, VENUE_URL: venue.url }
  const ahead = await launchServer({ ...env, ...machineAt(1), RUN_JOBS: '0' })
  const form = {
    name: 'clock1',
    password: 'secret1',
    confirmPass: 'secret1',
    realname: '测试员',
    paypassword: '888888',
    code: 'x',
    pid: '',
    birthday: '1990-01-01',
  }
  const { data } = await ask(ahead, '/api/register', form)
  const token = String(data['api_token'])
  const me = await ask(ahead, '/api/user', {}, token)
  await fund(owner, BigInt(Number(me.data['id'])), 100_00n)

  // The venue takes the money and its answers are lost, so that the outcome is unknown.
  arm(venue, { kind: 'drop_after', endpoint: 'transfer' })
  arm(venue, { kind: 'drop_before', endpoint: 'transferState' })
  const sent = { sourcetype: 'userbalance', targettype: 'FG', amount: '40' }
  await ask(ahead, '/api/transfer', sent, token)
  const transfers = () =>
    rows(
      owner,
      sql<{ state: number; waitS: number }>`
      select state, extract(epoch from next_check_at - now())::float8 as wait_s from venue_transfer`,
    )
  const [begun] = await transfers()
  expect(begun?.state).toBe(2)
  expect(Math.abs(begun?.waitS ?? 0)).toBeLessThan(600)

  venue.venue.faults?.clear()
  await launchServer({ ...env, ...machineAt(-1), RUN_JOBS: '1' })
  await expect.poll(async () => (await transfers())[0]?.state).toBe(1)
})
