// Venues of the operator API in processes of their own, connected to a test's site from the back
// office.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { expect } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'
import { desk } from '../console/support.ts'
import type { TestClock, TestSite } from './site.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

export const OPERATOR = 816
export const GAME = 'stub-wheel'

export const rsaPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
type Pair = ReturnType<typeof rsaPair>

export type Played = { status: string; bet: string }
export type Steer = <T>(path: string, asked: object) => Promise<T>

export const startSeamlessStub = () => startStub('seamlessWallet')
export const startTransferStub = () => startStub('transferWallet')

/** The process of a file of tooling/venues, with both pairs of keys. */
async function startStub(file: string) {
  const ours = rsaPair()
  const theirs = rsaPair()
  const config = {
    operatorKey: ours.publicKey,
    privateKey: theirs.privateKey,
    operatorId: OPERATOR,
  }
  const stub = spawn(
    process.execPath,
    [inRoot(`tooling/venues/${file}.ts`), JSON.stringify(config)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  atEnd(() => void stub.kill())
  const [line] = (await once(stub.stdout, 'data')) as [Buffer]
  const url = line.toString('utf8').trim()
  const steer: Steer = async <T>(path: string, asked: object) =>
    (await (
      await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(asked) })
    ).json()) as T
  return { url, steer, ours, theirs }
}
export type Stub = Awaited<ReturnType<typeof startStub>>

/** Connects, tries and opens it as docs/venues.md says. */
export async function connectSeamless(
  site: TestSite,
  {
    stub,
    clock,
    code,
    adapter = 'seamless',
  }: {
    stub: Stub
    clock: TestClock
    code: string
    adapter?: 'seamless' | 'transfer-wallet'
  },
) {
  const [maker, checker] = [await desk(site, 'admin'), await desk(site, 'admin')]
  const ok = async <T extends { code: number; message: string }>(asked: Promise<T>) => {
    const answer = await asked
    expect(answer.code, answer.message).toBe(200)
    clock.advance(6_000)
    return answer
  }
  const approve = async () => {
    const { data } = await checker.call('POST /api/console/rules/show', { key: `venue:${code}` })
    const id = data.proposal?.id ?? 0
    await ok(checker.call('POST /api/console/rules/approve', { id, remark: '' }))
  }
  const connect = {
    code,
    version: 0,
    adapter,
    endpoint: stub.url,
    merchant: `${OPERATOR}/main`,
    feed_seconds: 60,
    max_transfer: '0',
    exposure: '0',
    window_day: 0,
    window_from: '00:00',
    window_until: '00:00',
    remark: '接入',
  } as const
  await ok(maker.call('POST /api/console/venues/connect', connect))
  await approve()
  const keys = { code, key_id: '', remark: '密钥', sign_key: stub.ours.privateKey }
  if (adapter === 'seamless') {
    const wrong = { ...keys, verify_key: stub.theirs.privateKey }
    const refused = await maker.call('POST /api/console/venues/keys', wrong)
    expect(refused.message).toBe('场馆公钥须为 RSA 2048 位以上的 PEM')
  }
  const verify_key = adapter === 'seamless' ? stub.theirs.publicKey : ''
  await ok(maker.call('POST /api/console/venues/keys', { ...keys, verify_key }))
  await approve()
  const { data } = await ok(maker.call('POST /api/console/venues/try', { code }))
  expect(data.trial?.steps.filter(({ ok: done }) => !done)).toEqual([])
  const added = { platname: code, name: '幸运馆', category: 'concise', slot_tab: '', rank: 1 }
  await ok(maker.call('POST /api/console/venues/add', added as never))
  const venue = await site.services.venues.named(code)
  const venue_id = venue?.venueId ?? 0
  await ok(maker.call('POST /api/console/games/sync', { venue_id }))
  const games = await ok(
    maker.call('POST /api/console/games/list', { page: 1, venue_id, shown: 0, q: '' }),
  )
  for (const { game_code, seen, rank } of games.data.data)
    await ok(
      maker.call('POST /api/console/games/save', {
        venue_id,
        game_code,
        seen,
        rank,
        shown: 1,
        on_home: 0,
        image: '/art/tile-slots.webp',
      }),
    )
  await setState('open')
  async function setState(state: 'open' | 'maintenance') {
    const rows = (await maker.call('POST /api/console/venues/list')).data
    const found = rows.find(each => each.platname === code)
    const change = {
      venue_id,
      seen: found?.seen ?? '',
      name: '幸运馆',
      rank: 1,
      state,
      note: '测试',
    }
    await ok(maker.call('POST /api/console/venues/save', change))
  }
  return { venueId: venue_id, maker, checker, approve, setState }
}

/** One signed call of the venue, as it comes in. */
export async function walletCall(
  site: TestSite,
  {
    code,
    key,
    path,
    fields,
  }: { code: string; key: Pair['privateKey']; path: string; fields: object },
) {
  const payload = JSON.stringify({ request_uuid: randomUUID(), ...fields })
  const signature = sign('RSA-SHA256', Buffer.from(payload), key).toString('base64')
  const answer = await site.app.inject({
    method: 'POST',
    url: `/api/wallet/${code}/${path}`,
    payload,
    headers: { 'content-type': 'application/json', 'x-hub88-signature': signature },
  })
  return answer.json<{
    status: string
    balance: number
    user: string
    currency: string
    request_uuid: string
  }>()
}
