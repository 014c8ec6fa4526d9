import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, arm, fund, openTestVenue } from '../support/venue.ts'

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })
const check = async () => {
  const { checks } = await reconcile(site.services.db, {
    extraChecks: [checkVenues(site.services)],
  })
  return Object.fromEntries(
    checks.filter(each => each.name.startsWith('venue')).map(each => [each.name, each.differences]),
  )
}

test('venue by venue, the wallets are what our own rows say; a fen too much is named', async () => {
  const { token, memberId } = await site.member()
  await fund(owner, memberId, 100_00n)
  const move = (from: string, to: string, amount: string) =>
    site.call('POST /api/transfer', { sourcetype: from, targettype: to, amount }, { token })
  await move('userbalance', 'FG', '60')
  await move('FG', 'userbalance', '15.5')
  await move('userbalance', 'PP', '10')
  expect(await check()).toEqual({ 'venue-wallets': [], 'venues-answer': [] })

  arm(venue, { kind: 'drop_after', endpoint: 'transfer', count: 1 })
  await move('userbalance', 'PP', '1')
  expect((await check())['venue-wallets'], 'a transfer in flight is nobody’s difference').toEqual(
    [],
  )

  await run(venue.venue.db, sql`update wallet set available = available + 1 where available = 4450`)
  expect((await check())['venue-wallets']).toEqual([
    { memberId, subject: 'FG', expected: '4450', found: '4451' },
  ])
})

test('a venue that does not answer is something to look at, not a mismatch', async () => {
  arm(venue, { kind: 'maintenance', venue: 'FG', endpoint: 'balances' })
  const found = await check()
  expect(found['venues-answer']).toMatchObject([{ subject: 'FG' }])
  venue.venue.faults!.clear()
})
