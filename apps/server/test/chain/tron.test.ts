// USDT over TRC20 with the watcher of every chain. The node is a process that answers in the shapes
// of TronGrid; no chain runs (docs/usdt.md).
import { randomBytes } from 'node:crypto'
import type { Given } from '@tianping/contract'
import { rows, sql } from '@tianping/database'
import { fromBase58 } from '@tianping/tron'
import { afterAll, expect, test } from 'vitest'
import { accountOf } from '../../../signer/src/keyFile.ts'
import { startStub } from '../../../../tooling/providers/start.ts'
import { CHAIN_SETTING, chainSchema, checkChain, watchChain } from '../../src/areas/chain/chain.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { assertBooksHold } from '../support/books.ts'
import { balanceOf, openCashier, order } from '../cashier/support.ts'
import { readAll } from './support.ts'

const DEPTH = 3
const USDT = 1_000_000n
const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const OTHER = `0x${'0b'.repeat(20)}`
const PAYER = `0x${'a1'.repeat(20)}`

/** Blocks after which one is solid: two, so that a reorganisation may undo what was credited. */
const node = await startStub('tronNode', { solid: DEPTH - 1 })
const mine = (blocks = DEPTH) => node.chain('/_mine', { blocks, at: Date.now() })
await mine(2)
const { site, owner, clock } = await openCashier({
  CHAIN_KIND: 'tron',
  CHAIN_ID: '728126428',
  CHAIN_RPC_URLS: node.url,
  CHAIN_TOKEN: TOKEN,
  CHAIN_XPUB: accountOf(randomBytes(32)).xpub,
})
afterAll(async () => {
  await assertBooksHold(owner)
  node.close()
})
await writeSetting(
  owner,
  CHAIN_SETTING,
  chainSchema,
  { confirmations: [{ fromUsdt: 0, blocks: DEPTH }] },
  { name: 'test', at: clock.now() },
)
await watchChain(site.services)

const page = async (deposit_no: string, token: string) =>
  (await site.call<Given<'POST /api/payinfo'>>('POST /api/payinfo', { deposit_no }, { token })).data
async function ordered() {
  const member = await site.member()
  const no = await order(site, member.token, 730, { paytype: 'usdt', catepay: 'TRC20' })
  const { cardlist } = await page(no, member.token)
  return { ...member, no, shown: cardlist.mch_id, address: fromBase58(cardlist.mch_id) ?? '' }
}
type To = { address: string }
const send = ({ address }: To, units = 100n * USDT, more: object = {}) =>
  node.chain<{ id: string }>('/_send', {
    from: PAYER,
    to: address,
    units: units.toString(),
    token: fromBase58(TOKEN),
    ...more,
  })
const stateOf = async (memberId: bigint) =>
  (
    await rows(
      owner,
      sql<{ state: string }>`
      select state from chain_transfer where member_id = ${memberId} order by block, log_index`,
    )
  ).map(({ state }) => state)
const differing = async () =>
  (await checkChain(site.services)(owner, await examine(owner)))
    .filter(({ differences }) => differences.length > 0)
    .map(({ name }) => name)

test('a payment over TRC20 goes to the member’s own address and counts once, with its confirmations', async () => {
  const [one, two] = [await ordered(), await ordered()]
  expect(one.shown).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/)
  expect(two.shown).not.toBe(one.shown)
  const { id } = await send(one)
  await mine(1)
  await readAll(site)
  expect(await page(one.no, one.token)).toMatchObject({
    cardlist: { content: 'TRC20', payurl: `tron:${one.shown}` },
    chain: [{ tx: `0x${id}`, usdt: 100, confirmations: 1, needed: DEPTH }],
  })
  expect(await balanceOf(site, one.token)).toBe(0)
  await mine(DEPTH - 1)
  await readAll(site)
  await readAll(site)
  expect(await balanceOf(site, one.token)).toBe(730)
  expect(await balanceOf(site, two.token)).toBe(0)
})

test('what failed on the chain, dust and another token are no payments', async () => {
  const member = await ordered()
  await send(member, 100n * USDT, { failed: true })
  await send(member, 10_000n)
  await send(member, 100n * USDT, { token: OTHER })
  await mine()
  await readAll(site)
  expect(await stateOf(member.memberId)).toEqual(['dust', 'wrong_token'])
  expect(await balanceOf(site, member.token)).toBe(0)
})

test('a reorganisation undoes what was seen, and names what was credited', async () => {
  const [seen, credited] = [await ordered(), await ordered()]
  await send(credited)
  await mine()
  await readAll(site)
  expect(await balanceOf(site, credited.token)).toBe(730)
  await send(seen)
  await mine(1)
  await readAll(site)
  await node.chain('/_reorganise', { depth: DEPTH + 1, keep: false })
  await readAll(site)
  expect(await stateOf(seen.memberId)).toEqual(['gone'])
  expect(await stateOf(credited.memberId)).toEqual(['reversed'])
  expect(await balanceOf(site, credited.token)).toBe(730)
  expect(await differing()).toContain('chain-reversed')
})

test('while the node answers wrongly nothing is read, and nothing is lost', async () => {
  const member = await ordered()
  await send(member)
  for (const fault of ['error', 'refuse', 'garbage', 'truncated'] as const) {
    await mine(1)
    await node.fault(fault)
    await expect(watchChain(site.services), fault).rejects.toThrow()
    await readAll(site)
  }
  expect(await balanceOf(site, member.token)).toBe(730)
  expect((await checkChain(site.services)(owner, await examine(owner)))[0]?.differences).toEqual([])
})
