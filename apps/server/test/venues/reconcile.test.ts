import { run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { observe } from '../../src/areas/venues/observe.ts'
import { checkVenues } from '../../src/areas/venues/reconcile.ts'
import { venuePlayer } from '../../src/areas/venues/store/transfer.sql.ts'
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

test('a wallet that agrees is asked about once, a difference three times before it counts', async () => {
  const ASKED = 100
  const asked = async () => {
    arm(venue, { kind: 'delay', endpoint: 'balances', venue: 'FG', count: ASKED, delay_ms: 0 })
    const differences = (await check())['venue-wallets']
    const [fault] = venue.venue.faults!.list()
    venue.venue.faults!.clear()
    return [ASKED - (fault?.count ?? 0), differences?.length]
  }
  await run(venue.venue.db, sql`update wallet set available = 4450 where available = 4451`)
  expect(await asked()).toEqual([1, 0])
  const freeze = (fen: number) =>
    run(
      venue.venue.db,
      sql`update wallet set available = available - ${fen}, frozen = frozen + ${fen} where available + frozen = 4450`,
    )
  await freeze(50)
  expect(await asked(), 'money that the venue has frozen is there').toEqual([1, 0])
  await freeze(-50)
  await run(venue.venue.db, sql`update wallet set available = available + 1 where available = 4450`)
  expect(await asked()).toEqual([3, 1])
})

test('more members than one question may name are compared page by page; a hundred are listed', async () => {
  // Members whom the venue does not know hold nothing there.
  const MEMBERS = 101
  await run(
    owner,
    sql`insert into venue_player (member_id, venue_id)
      select 900000 + n, venue_id from venue, generate_series(1, ${MEMBERS}::int) n where platname = 'OB'`,
  )
  const differences = async () => {
    const found = await check()
    expect(found['venues-answer']).toEqual([])
    return found['venue-wallets']?.filter(({ subject }) => subject === 'OB')
  }
  const moveIn = (after: number) =>
    run(
      owner,
      sql`insert into venue_transfer (member_id, tx_id, request_key, venue_id, direction, amount_fen, moved_fen, state, created_at)
        select member_id, 'IN' || member_id, '', venue_id, 'IN', 1, 1, 1, now() from venue_player join venue using (venue_id)
        where platname = 'OB' and member_id > ${900_000 + after} on conflict do nothing`,
    )
  expect(await differences()).toEqual([])
  await moveIn(MEMBERS - 2)
  expect(await differences()).toMatchObject([
    { memberId: 900_100n, expected: '1', found: '0' },
    { memberId: 900_101n, expected: '1', found: '0' },
  ])
  await moveIn(0)
  expect(await differences()).toHaveLength(100)
})

test('a look that finds the wallet as it was counts as a look', async () => {
  const { memberId, token } = await site.member()
  await fund(owner, memberId, 10_00n)
  const body = { sourcetype: 'userbalance', targettype: 'FG', amount: '10' }
  await site.call('POST /api/transfer', body, { token })
  const fg = await site.services.venues.named('FG')
  if (!fg) throw new Error('no venue')
  const look = async () => {
    expect(await observe(site.services, memberId, fg)).toEqual({
      kind: 'seen',
      availableFen: 10_00n,
    })
    return (await venuePlayer(owner, memberId, fg.venueId))?.seenAt
  }
  await look()
  const long = new Date(0)
  await run(owner, sql`update venue_player set seen_at = ${long} where member_id = ${memberId}`)
  expect(await look()).not.toEqual(long)
})
