// Our wallet as the conformance kit examines it: the kit is a seamless venue that is connected from
// the back office (packages/venue-kit, `--wallet`).
import { afterAll, expect, test } from 'vitest'
import { walletCases } from '../../../../packages/venue-kit/src/wallet/cases.ts'
import { examineWallet } from '../../../../packages/venue-kit/src/wallet/examineWallet.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { assertBooksHold } from '../support/books.ts'
import { connectSeamless, GAME, rsaPair, startSeamlessStub } from '../support/seamless.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { fund } from '../support/venue.ts'

const CODE = 'SW'
const stub = await startSeamlessStub()
const { url, open } = await freshDatabase('server')
const owner = open()
const strangers = rsaPair()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
await connectSeamless(site, { stub, clock, code: CODE })
const here = await site.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => assertBooksHold(owner))

const driver = {
  open: async () => {
    const { memberId, token } = await site.member()
    await fund(owner, memberId, 10_000n)
    const asked = { plat_name: CODE, game_type: 0, game_code: GAME, is_mobile_url: 1 }
    const opened = await site.call<{ url: string }>('POST /api/getGameUrl', asked, { token })
    expect(opened.code, opened.message).toBe(200)
    const { data } = opened
    const ticket = new URL(data.url).searchParams.get('token') ?? ''
    return { user: memberId.toString(), token: ticket, game_code: GAME }
  },
}
const account = { url: `${here}/api/wallet/${CODE}`, currency: 'CNY' }

test('our wallet passes every case of the kit', async () => {
  const { results } = await examineWallet({ ...account, key: stub.theirs.privateKey }, driver)
  const others = results.filter(({ outcome }) => outcome !== 'passed')
  expect(others.map(({ id, why }) => `${id}: ${why}`)).toEqual([])
  expect(results).toHaveLength(walletCases.length)
})

test('a venue with another key is refused, and the report shows the request', async () => {
  const stranger = { ...account, key: strangers.privateKey }
  const { results } = await examineWallet(stranger, driver, { only: ['bet-win'] })
  const [failed] = results
  expect(failed).toMatchObject({ outcome: 'failed' })
  expect(failed?.why).toContain('RS_ERROR_INVALID_SIGNATURE')
  expect(failed?.evidence[0]?.request).toContain('/user/balance')
})
