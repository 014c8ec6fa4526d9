// Our server as the operator that the conformance kit examines: the kit is the venue, connected
// from the back office (packages/venue-kit, `--operator`).
import { yuanOf } from '@tianping/money'
import { operatorCases } from '../../../../packages/venue-kit/src/operator/cases.ts'
import { examineOperator } from '../../../../packages/venue-kit/src/operator/examineOperator.ts'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../../tooling/postgres.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { checkPendingTransfers } from '../../src/areas/venues/transfer.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSteps } from '../support/connectVenue.ts'
import { productionEnv } from '../support/production.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { fund } from '../support/venue.ts'

const CODE = 'KIT1'
const KEY = { id: 'kit-1', secret: 'key-of-our-site-at-the-conformance-kit' }
const MERCHANT = 'our-site'
const port = await freePort()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, {
  clock,
  env: { ...productionEnv, VENUE_HOSTS: `127.0.0.1:${port}` },
})
const { memberId } = await site.member({ paypassword: '748201' })
await fund(owner, memberId, 1_000_00n)
afterAll(() => assertBooksHold(owner))

const venueHere = async () => {
  const found = await site.services.venues.named(CODE)
  if (!found) throw new Error(`no venue ${CODE}`)
  return found
}
/** Calls of the member, whose session is a new one: the test's clock walks for an hour. */
const call = async <T>(name: string, body: object) =>
  site.call<T>(name as never, body, {
    token: await site.enter(memberId),
    key: crypto.randomUUID(),
  })
/** When a transfer of unknown outcome is asked about, and at last finalized. */
const ASKED_AFTER_MS = [2_000, 5_000, 15_000, 35_000, 65_000]

const driver = {
  bring: async (fen: number) => {
    const amount = String(yuanOf(BigInt(fen)))
    await call('POST /api/transfer', { sourcetype: 'userbalance', targettype: CODE, amount })
  },
  takeHome: async () => void (await call('POST /api/transall', {})),
  cash: async () => Number((await balances(owner, memberId)).cashAvailableFen),
  open: async () => {
    const asked = { plat_name: CODE, game_type: 0, game_code: 'kit-game', is_mobile_url: 1 }
    const opened = await call<{ url: string }>('POST /api/getGameUrl', {
      ...asked,
      brought: 1,
      top_up: '100',
    })
    expect(opened.code, opened.message).toBe(200)
    return opened.data.url
  },
  later: async () => {
    for (const ms of ASKED_AFTER_MS) {
      clock.advance(ms)
      await checkPendingTransfers(site.services)
    }
  },
  readFeed: async () => void (await readFeed(site.services, await venueHere())),
}

test('our server passes every case of the kit for operators, connected from the back office', async () => {
  const listening = async (endpoint: string) => {
    const steps = await connectSteps(site, clock, {
      code: CODE,
      endpoint,
      merchant: MERCHANT,
      key: KEY,
    })
    for (const step of Object.values(steps)) await step()
  }
  const key = { merchant: MERCHANT, keyId: KEY.id, secret: KEY.secret }
  const { results } = await examineOperator(key, driver, { port, listening })
  const others = results.filter(({ outcome }) => outcome !== 'passed')
  expect(others.map(({ id, why }) => `${id}: ${why}`)).toEqual([])
  expect(results).toHaveLength(operatorCases.length)
})
