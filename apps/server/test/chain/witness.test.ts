// A second node that has to agree (docs/usdt.md): a server before the real chain that can be away
// or know other blocks.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { rows, run, sql } from '@tianping/database'
import type { Given } from '@tianping/contract'
import { afterAll, expect, test } from 'vitest'
import { assertBooksHold } from '../support/books.ts'
import { balanceOf, order } from '../cashier/support.ts'
import { DEPTH, openChainSite, readAll } from './support.ts'

let says: 'away' | 'other' | 'same' = 'same'
let target = ''
const node = createServer((request, reply) => {
  const answer = async () => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (says === 'away') return reply.writeHead(503).end()
    const headers = { 'content-type': 'application/json' }
    const told = await (await fetch(target, { method: 'POST', headers, body })).text()
    const other = told.replaceAll(/"hash":"0x[0-9a-f]{2}/g, '"hash":"0xff')
    return reply.writeHead(200, headers).end(says === 'other' ? other : told)
  }
  answer().catch(() => reply.destroy())
})
await new Promise<void>(done => node.listen(0, '127.0.0.1', done))
const { site, owner, mine, send, nodeUrl } = await openChainSite({
  CHAIN_WITNESS_URL: `http://127.0.0.1:${(node.address() as AddressInfo).port}`,
})
target = nodeUrl
afterAll(async () => {
  node.close()
  await assertBooksHold(owner)
})
const disagrees = async () =>
  (await rows(owner, sql<{ disagrees: boolean }>`select disagrees from chain_cursor`))[0]?.disagrees

/** A member who has paid an order on the first node's chain, with all its confirmations. */
async function paid() {
  const member = await site.member()
  const no = await order(site, member.token, 730, { paytype: 'usdt', catepay: 'ERC20' })
  const { data } = await site.call<Given<'POST /api/payinfo'>>('POST /api/payinfo', {
    deposit_no: no,
  })
  const units = BigInt(Math.round(data.info.usdt_amount * 100)) * 10_000n
  await send(data.cardlist.mch_id, units)
  await mine(2 * DEPTH)
  await readAll(site)
  return () => balanceOf(site, member.token)
}

test('a node that lies alone credits nobody; once the second one knows the block, the payment counts once', async () => {
  says = 'other'
  const balance = await paid()
  expect(await balance()).toBe(0)
  expect(await disagrees()).toBe(true)
  says = 'same'
  await readAll(site)
  await readAll(site)
  expect(await balance()).toBe(730)
  expect(await disagrees()).toBe(false)
})

test('payments that the second node never confirms keep none behind them', async () => {
  says = 'same'
  await run(
    owner,
    sql`
    insert into chain_transfer (chain_id, tx_hash, log_index, block, block_hash, at, token, from_address, to_address, units, needed, seen_at)
    select chain_id, '0x' || lpad(to_hex(n), 64, '0'), 0, block, '0x' || repeat('0', 64), now(), 'x', 'x', 'x', 1, 1, now()
    from chain_cursor, generate_series(1, 300) n`,
  )
  const balance = await paid()
  await readAll(site)
  await readAll(site)
  expect(await balance()).toBe(730)
  expect(await disagrees(), 'seen again in turn').toBe(true)
  await readAll(site)
  expect(
    await rows(owner, sql`select 1 from chain_transfer where token = 'x' and state = 'seen'`),
  ).toHaveLength(300)
  await run(owner, sql`delete from chain_transfer where token = 'x'`)
  await run(owner, sql`update chain_cursor set disagrees = false`)
})

test('while the second node is away payments wait', async () => {
  says = 'away'
  const balance = await paid()
  expect(await balance()).toBe(0)
  expect(await disagrees()).toBe(false)
})
