// The conformance kit (packages/venue-kit) against the venue that was written from the page alone:
// it passes under a code that the product never saw, and each planted mistake is caught.
import { examine } from '../../../packages/venue-kit/src/examine.ts'
import { describe, expect, test } from 'vitest'
import { mistakes, type Mistake } from '../../../examples/second-venue/mistakes.ts'
import { startSecondVenue } from '../../venues/secondVenue.ts'

const KEY = { keyId: 'k1', secret: 'key-of-the-kit-and-of-nothing-else-at-all' }
const merchants = { kit: { keys: { [KEY.keyId]: KEY.secret } } }

/** The cases that a mistake fails; some fail others too. */
const caughtBy: Record<Mistake, string[]> = {
  'applies-twice': ['transfer-twice', 'transfer-at-once'],
  'changed-body': ['transfer-other-body'],
  'no-tombstone': ['finalize'],
  overdraft: ['transfer-overdraft'],
  'nonce-reused': ['nonce'],
  'clock-ignored': ['clock'],
  'signature-ignored': ['signature-wrong', 'signature-body', 'signature-target'],
  'answer-unsigned': ['health'],
  'feed-loses-records': ['feed-pages'],
  'old-version': ['resettled', 'voided'],
  'framed-by-all': ['frame-ancestors'],
  'token-twice': ['token-once'],
  'limit-ignored': ['stake-limit', 'net-limit', 'reality-check'],
  'forgets-signals': ['signal-left'],
}

async function examined(planted: readonly Mistake[], only: readonly string[]) {
  const venue = await startSecondVenue({ merchants, mistakes: planted })
  try {
    const driver = venue.driver('kit')
    return (await examine({ url: venue.url, merchant: 'kit', ...KEY }, driver, { only })).results
  } finally {
    await venue.close()
  }
}
const failedIn = (results: Awaited<ReturnType<typeof examined>>) =>
  results.filter(({ outcome }) => outcome === 'failed')

test('without mistakes every case that a mistake fails is passed', async () => {
  const results = await examined([], Object.values(caughtBy).flat())
  expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
})

describe('a planted mistake is caught, with the requests that show it', () => {
  test.each(mistakes)('%s', async mistake => {
    const only = caughtBy[mistake]
    const failed = failedIn(await examined([mistake], only))
    expect(failed.map(({ id }) => id)).toEqual(only)
    for (const { why, evidence } of failed) {
      expect(why).not.toBe('')
      expect(evidence.length).toBeGreaterThan(0)
      expect(JSON.stringify(evidence)).not.toContain(KEY.secret)
    }
  })
})
