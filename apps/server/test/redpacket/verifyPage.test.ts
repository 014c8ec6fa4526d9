import { commitOf, redPacketFen, sha256, toHex } from '@tianping/fairness'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { verifierHtml } from '../../../member/verify/verifier.ts'
import { openTestSite } from '../support/site.ts'

type Judged = { error?: string; amount?: number; checks?: [string, boolean][] }
const html = await verifierHtml()
const arithmetic = /<script id="arithmetic">([\s\S]*?)<\/script>/.exec(html)![1]!
/**
 * The page's own code, as the browser runs it, in a realm where nothing else is: no network, no
 * storage, no page.
 */
const judge = runInNewContext(`${arithmetic}\njudge`, { TextEncoder }) as (proof: object) => Judged

const proofOf = (nonce: number, minFen: number, maxFen: number) => {
  const seed = randomBytes(32)
  const clientSeed = `${100 + nonce}.own-seed_${nonce}`
  const anchor = [0, 1, 2, 3].reduce<Uint8Array>(link => sha256(link), Uint8Array.from(seed))
  const fen = redPacketFen(
    { serverSeed: Uint8Array.from(seed), clientSeed, nonce },
    { minFen, maxFen },
  )
  return {
    server_seed: toHex(seed),
    client_seed: clientSeed,
    nonce,
    amount_min: minFen / 100,
    amount_max: maxFen / 100,
    redpacketmoney: fen / 100,
    commit: commitOf(Uint8Array.from(seed)),
    day: '2026-11-04',
    anchor_day: '2026-11-01',
    anchor: toHex(anchor),
  }
}

test('the page of one file, offline, draws a thousand packets as the server does, and says what holds', () => {
  for (let n = 0; n < 1_000; n++) {
    const proof = proofOf(n % 10, 1 + (n % 7), 1 + (n % 7) + n * 97)
    expect(judge(proof)).toEqual({
      amount: Math.round(proof.redpacketmoney * 100),
      checks: [
        ['种子与领取前公布的哈希一致', true],
        ['种子属于公布过的种子链', true],
        ['与派发金额一致', true],
      ],
    })
  }
})
test('one byte of the seed, another amount or another chain does not pass', () => {
  const proof = proofOf(3, 1_88, 88_88)
  const failing = (change: object) =>
    judge({ ...proof, ...change }).checks!.map(([, holds]) => holds)
  expect(failing({ redpacketmoney: proof.redpacketmoney + 0.01 })).toEqual([true, true, false])
  expect(failing({ anchor: proof.commit })).toEqual([true, false, true])
  expect(failing({ server_seed: `${proof.server_seed.slice(2)}00` })[0]).toBe(false)
  expect(judge({ ...proof, server_seed: '' }).error).toBe(
    '当日种子为 64 位十六进制，领取结束后公布',
  )
})
test('it is served under a policy by which its own two scripts run and nothing else', async () => {
  const { url } = await freshDatabase('server')
  const memberDist = mkdtempSync(join(tmpdir(), 'tianping-verify-'))
  onTestFinished(() => rmSync(memberDist, { recursive: true }))
  const built = { 'verify.html': html, 'index.html': '', 'agent.html': '' }
  for (const [name, content] of Object.entries({ ...built, 'manifest.webmanifest': '{}' }))
    writeFileSync(join(memberDist, name), content)
  const site = await openTestSite(url, { env: { MEMBER_DIST: memberDist } })
  const page = await site.app.inject({ method: 'GET', url: '/verify' })
  expect(page.body).toBe(html)
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; /,
  )
  // Nothing is fetched to show it: a saved copy is the whole page.
  expect(html).not.toMatch(/<(link|img|iframe)|src=|@import|url\(/)
})
