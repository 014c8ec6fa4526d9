// The conformance kit (packages/venue-kit) against the sandbox venue.
import { run, sql } from '@tianping/database'
import { venueBaseUrl } from '@tianping/venue-protocol'
import type { Driver, Opened } from '../../../../packages/venue-kit/src/driver.ts'
import { cases, examine } from '../../../../packages/venue-kit/src/examine.ts'
import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { gamePage, KEY, MERCHANT, testVenue } from '../support/support.ts'

const venue = await testVenue({ faults: true })

/** As if the least time between two spins had passed. */
const rested = () => run(venue.db, sql`delete from pace`)

const pageOf = (game: Opened) => game['page'] as ReturnType<typeof gamePage>
const done = ({ code, message }: { code: number; message: string }) => {
  if (code !== 0) throw new Error(`${code} ${message}`)
}
const driver: Required<Driver> = {
  open: async url => {
    const page = gamePage(venue.url)
    done(await page.enter(url))
    return { page }
  },
  bet: async (game, stake) => {
    await rested()
    done(await pageOf(game).bet(stake))
  },
  playFree: async (game, free, stake) => {
    await rested()
    const client_bet_id = `kit-${randomBytes(8).toString('hex')}`
    done(await pageOf(game).call('POST', '/api/bets', { client_bet_id, stake, free }))
  },
  answerCheck: async game => done(await pageOf(game).call('POST', '/api/reality')),
  leave: async game => done(await pageOf(game).call('POST', '/api/leave')),
  askMoney: async (game, amount) => {
    const ref = randomBytes(16).toString('hex')
    done(await pageOf(game).call('POST', '/api/money', { ref, amount }))
  },
  correct: async (bet_id, payout) => {
    const fault = { venue: 'FG', bet_id }
    await venue.admin.fault(
      payout === null ? { ...fault, kind: 'void' } : { ...fault, kind: 'resettle', payout },
    )
  },
}

test('the sandbox venue passes every case of the conformance kit', async () => {
  const account = {
    url: venueBaseUrl(venue.url, 'FG'),
    merchant: MERCHANT,
    keyId: KEY.id,
    secret: KEY.secret,
    game: 'fortune3',
  }
  const { results } = await examine(account, driver)
  const others = results.filter(({ outcome }) => outcome !== 'passed')
  expect(others.map(({ id, why }) => `${id}: ${why}`)).toEqual([])
  expect(results).toHaveLength(cases.length)
})
