// What the site knows of the beacon that shared rounds of a venue wait for.
import { newBeaconSecret } from '@tianping/fairness/beaconSignature'
import { afterAll, expect, test } from 'vitest'
import { startLocalBeacon, type BeaconFault } from '../../../../tooling/beacon/localBeacon.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { readBeacon } from '../../../venue/server/beacon/beaconSettings.ts'
import { activateBeacon } from '../../../venue/server/beacon/beacon.sql.ts'
import { BEACON_LATE_S, lookAtBeacons } from '../../src/areas/venues/beacons.ts'
import { venueReading } from '../../src/areas/venues/measures.ts'
import { works } from '../../src/jobs.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { addVenues, openTestVenue } from '../support/venue.ts'

const state = { fault: null as BeaconFault }
const local = await startLocalBeacon({ secret: newBeaconSecret(), fault: () => state.fault })
afterAll(() => local.close())
const settings = readBeacon(local.settings)!
const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
const clock = new TestClock()
const venue = await openTestVenue({ beacon: settings, clock: () => clock.now().getTime() })
const site = await openTestSite(database.url, { venueUrl: venue.url, clock, venueClock: clock })
const admin = await desk(site, 'admin')

type Beacon = { local: boolean; round: number; age_seconds: number; late: boolean } | null
const shown = async () =>
  Object.fromEntries(
    (await admin.call('POST /api/console/venues/list', {})).data.map(
      (each: { platname: string; beacon: Beacon }) => [each.platname, each.beacon],
    ),
  ) as Record<string, Beacon>
const ready = async () => {
  const answer = await site.app.inject({ method: 'GET', url: '/readyz' })
  return { code: answer.statusCode, ...answer.json<{ degraded?: string[] }>() }
}

test('the room shows the round that was published last', async () => {
  await expect
    .poll(async () => {
      await lookAtBeacons(site.services)
      return (await shown())['VR']?.round ?? 0
    })
    .toBeGreaterThan(0)
})

test('where nothing happens every work beside the calls comes to rest', async () => {
  const TURNS = 20
  const restless: string[] = []
  for (const [name, , work] of works) {
    let turns = 0
    while (turns < TURNS && (await work(site.services)) > 0) turns++
    if (turns === TURNS) restless.push(name)
  }
  expect(restless).toEqual([])
})

test('room, metrics and readiness say whose beacon rounds wait for, and that it is late', async () => {
  const known = await shown()
  expect(known['VR']).toMatchObject({ local: true, late: false })
  await lookAtBeacons(site.services)
  // Slots wait for no beacon.
  expect(known['FG']).toBeNull()
  expect((await ready()).degraded).toBeUndefined()
  const { tianping_beacon_local: whose } = await venueReading.read(owner, clock.now())
  expect(whose).toContainEqual([['VR'], 1])
  state.fault = 'down'
  clock.advance((BEACON_LATE_S + 60) * 1_000)
  await lookAtBeacons(site.services)
  expect((await shown())['VR']).toMatchObject({ late: true })
  const degraded = await ready()
  expect(degraded).toMatchObject({ code: 200, status: 'ok' })
  expect(degraded.degraded).toContain('beacon:VR')
  const { tianping_beacon_age_seconds: ages } = await venueReading.read(owner, clock.now())
  expect(new Map(ages!.map(([[code], age]) => [code, age])).get('VR')).toBeGreaterThan(
    BEACON_LATE_S,
  )
  await activateBeacon(venue.venue.db, null)
  await lookAtBeacons(site.services)
  expect((await shown())['VR']).toBeNull()
  expect((await ready()).degraded ?? []).not.toContain('beacon:VR')
})
