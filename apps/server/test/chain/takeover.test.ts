// Who reads the chain when the server that did was killed, or stops (docs/usdt.md). The node stands
// behind a server that can keep a question, so that a turn lasts.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql, theRow } from '@tianping/database'
import { openRpc } from '@tianping/evm'
import { afterAll, expect, test, vi } from 'vitest'
import { launchService } from '../../../../tooling/stack.ts'
import { leaveChain, watchChain } from '../../src/areas/chain/chain.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { present } from '../../src/kernel/present.ts'
import { DEPTH, openChainSite } from './support.ts'

/** More than a lease of six seconds, and less than a minute. */
const PATIENCE = { timeout: 30_000, interval: 100 }
const { site, owner, mine, nodeUrl, databaseUrl } = await openChainSite()

const waiting: (() => void)[] = []
let keeping = false
const node = createServer((request, reply) => {
  const answer = async () => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (keeping) await new Promise<void>(done => waiting.push(done))
    const headers = { 'content-type': 'application/json' }
    const told = await fetch(nodeUrl, { method: 'POST', headers, body })
    reply.writeHead(200, headers).end(await told.text())
  }
  answer().catch(() => reply.destroy())
})
await new Promise<void>(done => node.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
afterAll(() => {
  node.closeAllConnections()
  node.close()
})

const own = present(site.services.chain, 'chain of the site')
/** Another instance on this database. */
const instance = (holder: string, rpc = own.rpc) => ({
  ...site.services,
  clock: systemClock,
  chain: { ...own, holder, rpc },
})
const cursor = () =>
  theRow(
    owner,
    sql<{ holder: string; until: number }>`
    select holder, extract(epoch from leased_until)::float8 as until from chain_cursor`,
  )

test('a turn that waits for its node keeps its lease, and one that stops gives it back', async () => {
  const [slow, other] = [instance('slow', openRpc([url], 300_000)), instance('other')]
  await leaveChain(site.services)
  keeping = true
  const turn = watchChain(slow)
  await vi.waitFor(() => expect(waiting).toHaveLength(1), PATIENCE)
  const { until } = await cursor()
  await vi.waitFor(async () => expect((await cursor()).until).toBeGreaterThan(until), PATIENCE)
  await mine()
  expect(await watchChain(other)).toBe(0)
  keeping = false
  for (const go of waiting.splice(0)) go()
  expect(await turn).toBe(DEPTH)
  await leaveChain(slow)
  await mine()
  expect(await watchChain(other)).toBe(DEPTH)
  await leaveChain(other)
})

test('what a killed server was reading is read on by another within its short lease', async () => {
  const { child } = await launchService('apps/server/src/main.ts', {
    PATH: process.env['PATH'] ?? '',
    LOG_LEVEL: 'fatal',
    TIANPING_MODE: 'sandbox',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    CHAIN_ID: own.chainId.toString(),
    CHAIN_TOKEN: own.token,
    CHAIN_XPUB: own.xpub,
    CHAIN_RPC_URLS: url,
  })
  const ended = once(child, 'exit')
  try {
    // The server, by a name of its own.
    await vi.waitFor(async () => expect((await cursor()).holder).toHaveLength(36), PATIENCE)
    keeping = true
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThan(0), PATIENCE)
    await mine()
  } finally {
    child.kill('SIGKILL')
  }
  await ended
  const heir = instance('heir')
  await vi.waitFor(async () => expect(await watchChain(heir)).toBe(DEPTH), PATIENCE)
  expect((await cursor()).holder).toBe('heir')
})
