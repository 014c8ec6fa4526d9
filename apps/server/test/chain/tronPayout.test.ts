// Payouts and sweeps over TRC20: a site, the signer's own program, and a node that reads the signed
// bytes. No chain runs (docs/usdt.md).
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rows, run, sql } from '@tianping/database'
import type { Given } from '@tianping/contract'
import { base58, fromBase58 } from '@tianping/tron'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { Book } from '../../../signer/src/book.ts'
import { take } from '../../../signer/src/desk.ts'
import { accountOf, writeKeyFile } from '../../../signer/src/keyFile.ts'
import type { Line } from '../../../signer/src/journal.ts'
import { readSignerSettings } from '../../../signer/src/settings.ts'
import { TronSender } from '../../../signer/src/tronSender.ts'
import { startStub } from '../../../../tooling/providers/start.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { freePort } from '../../../../tooling/postgres.ts'
import {
  CHAIN_SETTING,
  chainSchema,
  checkChain,
  runSigner,
  watchChain,
} from '../../src/areas/chain/chain.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { examine } from '../../src/ledger/reconcile.ts'
import { assertBooksHold } from '../support/books.ts'
import { balanceOf, bind, give, order, PAY_PASSWORD, usdtAddress } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'
import { readAll, startSigner, USDT } from './support.ts'
import { newFolder } from '../../../../tooling/test/ends/folder.ts'

const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const token = fromBase58(TOKEN) ?? ''
const SECRET = 'secret of a test between server and signer'
const PASSPHRASE = 'passphrase of a test'
const BROADCAST = '/wallet/broadcasthex'
const TRX = 1_000_000
/** Blocks until one is solid, and until a transaction has expired on a solid block. */
const SOLID = 3
const EXPIRED = 104

const node = await startStub('tronNode', { solid: SOLID - 1 })
const mine = (blocks = SOLID) => node.chain('/_mine', { blocks, at: Date.now() })
await mine(2 * SOLID)
const { xprv, xpub } = accountOf(randomBytes(32))
const folder = newFolder('tron')
const keyFile = join(folder, 'key.json')
writeKeyFile(keyFile, PASSPHRASE, xprv)
const port = await freePort()
const chainEnv = {
  CHAIN_KIND: 'tron',
  CHAIN_ID: '728126428',
  CHAIN_RPC_URLS: node.url,
  CHAIN_TOKEN: TOKEN,
  SIGNER_SECRET: SECRET,
}
const signerEnv = {
  ...chainEnv,
  SIGNER_PORT: String(port),
  SIGNER_KEY_FILE: keyFile,
  SIGNER_JOURNAL: join(folder, 'journal'),
  SIGNER_PASSPHRASE: PASSPHRASE,
  SIGNER_TICK_MS: '50',
}
const { url, open } = await freshDatabase('server')
const owner = open()
// The signer goes by the time of day.
const clock = systemClock
await seedCashier(owner, clock.now())
const site = await openTestSite(url, {
  clock,
  env: { ...chainEnv, CHAIN_XPUB: xpub, SIGNER_URL: `http://127.0.0.1:${port}` },
})
const setting = (sweepFromUsdt: number) =>
  writeSetting(
    owner,
    CHAIN_SETTING,
    chainSchema,
    { confirmations: [{ fromUsdt: 0, blocks: 1 }], sweepFromUsdt },
    { name: 'test', at: clock.now() },
  )
await setting(0)
await watchChain(site.services)
const payer = { from: `0x${'a1'.repeat(20)}`, token }
const hot = site.services.chain?.hot ?? ''
await node.chain('/_sun', { address: hot, sun: 5_000 * TRX })
await node.chain('/_send', { ...payer, to: hot, units: String(10_000n * USDT) })
await mine()
let signer = await startSigner(signerEnv)
async function killed() {
  const gone = once(signer, 'exit')
  signer.kill('SIGKILL')
  await gone
}
/** Begins anew with its journal; its memory of a node that failed is gone as well. */
async function restarted() {
  await killed()
  signer = await startSigner(signerEnv)
}
afterAll(async () => {
  signer.kill('SIGKILL')
  await assertBooksHold(owner)
  node.close()
})

const payee = () => base58(`0x${randomBytes(20).toString('hex')}`)
/** A withdrawal of 710 yuan, which are 99 USDT after the fee, that an operator has approved. */
async function approved(to = payee()) {
  const member = await site.member()
  await give(site, member.memberId, 1_000_00n)
  const bank = await bind(site, member.token, usdtAddress(to))
  const { data, message } = await site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount: 710, bank, password: PAY_PASSWORD },
    { token: member.token },
  )
  expect(message).toBe('提交成功，请等待审核')
  const finance = await desk(site, 'finance')
  await run(owner, sql`update operator_session set method = 'totp'`)
  const { out_trade_no } = data
  const done = await finance.call('POST /api/console/withdrawals/approve', { out_trade_no })
  expect(done.message).toBe('已通过')
  await runSigner(site.services)
  return { ...member, no: out_trade_no, to }
}
const attempts = (no: string) =>
  rows(
    owner,
    sql<{ provider: string; state: string; reference: string; reason: string }>`
    select provider, state, reference, reason from payout_attempt where withdrawal_no = ${no} order by attempt_no`,
  )
const handed = () => node.chain<{ ids: string[]; times: number }>('/_pool', {})
const pool = async () => (await handed()).ids
const journal = () =>
  readFileSync(join(folder, 'journal'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)
/** What was signed for a withdrawal. */
const versions = (no: string) =>
  journal().flatMap(line => {
    if (line.type === 'send') return line.send.taskId === `payout:${no}` ? [line.version] : []
    return line.type === 'bump' && line.taskId === `payout:${no}` ? [line.version] : []
  })
const until = (check: () => Promise<void> | void) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 })
const untilSent = (no: string, n = 1) =>
  until(async () => {
    const hash = versions(no)[n - 1]?.hash.slice(2)
    expect(await pool()).toContain(hash)
  })
const untilSettled = (no: string) =>
  until(async () => {
    await readAll(site)
    await runSigner(site.services)
    expect((await attempts(no)).some(({ state }) => state !== 'open')).toBe(true)
  })
/** What the token's contract says that an address holds. */
async function unitsOf(address: string): Promise<bigint> {
  const owned = address.startsWith('T') ? (fromBase58(address) ?? '') : address
  const answer = await fetch(`${node.url}/wallet/triggerconstantcontract`, {
    method: 'POST',
    body: JSON.stringify({
      owner_address: `41${owned.slice(2)}`,
      contract_address: `41${token.slice(2)}`,
      data: `70a08231${owned.slice(2).padStart(64, '0')}`,
    }),
  })
  const { constant_result: found } = (await answer.json()) as { constant_result: string[] }
  return BigInt(`0x${found[0]}`)
}
/** The ledger, the tasks and the chain say the same, to the unit. */
async function allAgrees() {
  await readAll(site)
  await assertBooksHold(owner)
  const differing = (await checkChain(site.services)(owner, await examine(owner))).filter(
    ({ differences }) => differences.length > 0,
  )
  expect(differing).toEqual([])
}
/** Ends paid: once at the payee, once in the ledger, under one transaction. */
async function paidOnce({ no, to }: { no: string; to: string }) {
  const [paid, ...more] = await attempts(no)
  expect(paid).toMatchObject({ provider: 'chain', state: 'paid' })
  expect(more).toEqual([])
  expect(versions(no).map(({ hash }) => hash)).toContain(paid?.reference)
  expect(await unitsOf(to)).toBe(99n * USDT)
  await allAgrees()
}

describe('a payout over TRC20', () => {
  test('is signed by the signer, and booked once a solid block has it', async () => {
    const before = await unitsOf(hot)
    const payout = await approved()
    await untilSent(payout.no)
    await mine(1)
    expect(await pool()).toEqual([])
    for (let turn = 0; turn < 3; turn += 1) {
      await readAll(site)
      await runSigner(site.services)
    }
    expect(await attempts(payout.no)).toMatchObject([{ provider: 'chain', state: 'open' }])
    await mine()
    await untilSettled(payout.no)
    await paidOnce(payout)
    expect(await unitsOf(hot)).toBe(before - 99n * USDT)
  })

  test('is paid once when the node takes it and does not answer, answers wrongly, or says no', async () => {
    for (const fault of [
      'silent',
      'done-error',
      'truncated',
      'garbage',
      'error',
      'refuse',
    ] as const) {
      await node.fault(fault, 1, BROADCAST)
      const payout = await approved()
      await untilSent(payout.no)
      await mine()
      await untilSettled(payout.no)
      await paidOnce(payout)
      expect(versions(payout.no), fault).toHaveLength(1)
    }
  })

  test('is the same bytes again when the node forgets it, or its block leaves the chain', async () => {
    await node.chain('/_forgets', { forgets: true })
    const payout = await approved()
    await until(() => expect(versions(payout.no)).toHaveLength(1))
    await mine(SOLID)
    expect(await unitsOf(payout.to)).toBe(0n)
    await node.chain('/_forgets', { forgets: false })
    await untilSent(payout.no)
    await mine(1)
    await readAll(site)
    expect(await unitsOf(payout.to)).toBe(99n * USDT)
    await node.chain('/_reorganise', { depth: 1, keep: false })
    await untilSent(payout.no)
    await mine()
    await untilSettled(payout.no)
    await paidOnce(payout)
    expect(versions(payout.no)).toHaveLength(1)
  })

  test('that expired in no block is signed once more, and never while it could still be taken', async () => {
    await node.chain('/_full', { full: true })
    const payout = await approved()
    await untilSent(payout.no)
    await node.chain('/_drop', {})
    const [first] = versions(payout.no)
    // Expired by the newest block and not by a solid one: another branch could still take it.
    await mine(EXPIRED - SOLID)
    const { times } = await handed()
    await until(async () => expect((await handed()).times).toBeGreaterThan(times + 1))
    expect(versions(payout.no)).toEqual([first])
    await mine(SOLID)
    await untilSent(payout.no, 2)
    const [, second] = versions(payout.no)
    expect(second?.expiry?.at).toBeGreaterThan(first?.expiry?.at ?? 0)
    await node.chain('/_full', { full: false })
    await mine()
    await untilSettled(payout.no)
    await paidOnce(payout)
    expect((await attempts(payout.no))[0]?.reference).toBe(second?.hash)
  })

  test('is not signed again while a block has it, though the node’s index does not know it', async () => {
    await node.chain('/_blind', { blind: true })
    const payout = await approved()
    await untilSent(payout.no)
    await mine(EXPIRED)
    const { times } = await handed()
    await until(async () => expect((await handed()).times).toBeGreaterThan(times + 1))
    expect(versions(payout.no)).toHaveLength(1)
    await node.chain('/_blind', { blind: false })
    await untilSettled(payout.no)
    await paidOnce(payout)
  })

  test('that expired twice has failed without a payment, and waits for a person', async () => {
    await node.chain('/_full', { full: true })
    const payout = await approved()
    for (const n of [1, 2]) {
      await untilSent(payout.no, n)
      await mine(EXPIRED)
    }
    await untilSettled(payout.no)
    await node.chain('/_full', { full: false })
    await mine()
    expect(await attempts(payout.no)).toMatchObject([
      { provider: 'chain', state: 'failed', reason: '链上交易两次过期，均未入块' },
      { provider: 'by hand', state: 'open' },
    ])
    expect(await unitsOf(payout.to)).toBe(0n)
    await allAgrees()
  })

  test('that runs out of energy, or that the token refuses, has failed without a payment', async () => {
    const before = await unitsOf(hot)
    await node.chain('/_full', { full: true })
    const dry = await approved()
    await untilSent(dry.no)
    await node.chain('/_sun', { address: hot, sun: TRX })
    await node.chain('/_full', { full: false })
    await mine()
    await untilSettled(dry.no)
    await node.chain('/_sun', { address: hot, sun: 5_000 * TRX })
    const listed = payee()
    await node.chain('/_listed', { address: fromBase58(listed) })
    const refused = await approved(listed)
    await untilSettled(refused.no)
    for (const [{ no, to }, reason, sent] of [
      [dry, '链上交易失败', 1],
      [refused, '代币合约拒绝转账', 0],
    ] as const) {
      expect(await attempts(no)).toMatchObject([
        { provider: 'chain', state: 'failed', reason },
        { provider: 'by hand', state: 'open' },
      ])
      expect(versions(no)).toHaveLength(sent)
      expect(await unitsOf(to)).toBe(0n)
    }
    expect(await unitsOf(hot)).toBe(before)
    await allAgrees()
  })

  test('is the same bytes again when the signer was killed after it had signed', async () => {
    await node.fault('error', 1_000, BROADCAST)
    const payout = await approved()
    await until(() => expect(versions(payout.no)).toHaveLength(1))
    await killed()
    expect(await pool()).toEqual([])
    await node.calm()
    signer = await startSigner(signerEnv)
    await untilSent(payout.no)
    // And once more, after it was sent.
    await restarted()
    await mine()
    await untilSettled(payout.no)
    await paidOnce(payout)
    expect(versions(payout.no)).toHaveLength(1)
  })
})

describe('a sweep over TRC20', () => {
  const sweeps = () =>
    rows(
      owner,
      sql<{ state: string; units: string }>`
      select state, units from chain_task where kind = 'sweep' order by created_at, task_id`,
    )

  test('gives an address the coin for its energy and empties it into the hot wallet, with faults on the way', async () => {
    const before = await unitsOf(hot)
    const member = await site.member()
    const no = await order(site, member.token, 730, { paytype: 'usdt', catepay: 'TRC20' })
    const { data } = await site.call<Given<'POST /api/payinfo'>>('POST /api/payinfo', {
      deposit_no: no,
    })
    const address = data.cardlist.mch_id
    await node.chain('/_send', { ...payer, to: fromBase58(address), units: String(100n * USDT) })
    await mine()
    await readAll(site)
    await readAll(site)
    expect(await balanceOf(site, member.token)).toBe(730)
    await node.fault('done-error', 1, BROADCAST)
    await setting(50)
    await runSigner(site.services)
    await setting(0)
    const untilHanded = () => until(async () => expect(await pool()).toHaveLength(1))
    await untilHanded()
    await restarted()
    await mine()
    await untilHanded()
    await node.fault('error', 3, BROADCAST)
    await mine(1)
    await node.chain('/_reorganise', { depth: 1, keep: false })
    await untilHanded()
    await mine()
    await until(async () => {
      await runSigner(site.services)
      expect(await sweeps()).toEqual([{ state: 'done', units: String(100n * USDT) }])
    })
    expect(await unitsOf(address)).toBe(0n)
    expect(await unitsOf(hot)).toBe(before + 100n * USDT)
    await allAgrees()
  })
})

describe('the signer of TRON', () => {
  const settings = readSignerSettings({
    ...signerEnv,
    SIGNER_MAX_USDT: '100',
    SIGNER_DAY_USDT: '150',
  })
  const opened = (lines: Line[], of = xprv) => {
    const book = new Book({ lines, write: () => {}, close: () => {} })
    return { book, sender: new TronSender(book, of, settings) }
  }

  test('refuses a wallet that has sent what its journal does not know, and another network', async () => {
    await mine()
    await opened(journal()).sender.prepare()
    await opened([], accountOf(randomBytes(32)).xprv).sender.prepare()
    await expect(opened([]).sender.prepare()).rejects.toThrow('does not know')
    const elsewhere = new TronSender(opened([]).book, xprv, { ...settings, chainId: 1n })
    await expect(elsewhere.prepare()).rejects.toThrow('serves chain 728126428')
  })

  test('takes no more than its limits, and never the same task twice', () => {
    const { book } = opened([])
    const ask = (id: string, units: bigint, to = `0x${'c0'.repeat(20)}`, known = false) =>
      take(
        book,
        { id, kind: 'payout', to, units: units.toString(), known },
        { settings, hot, now: Date.now() },
      )
    expect(ask('large', 101n * USDT)?.state).toBe('failed')
    expect(ask('home', USDT, hot)?.state).toBe('failed')
    expect(ask('one', 100n * USDT)?.state).toBe('sent')
    expect(ask('day', 51n * USDT)).toMatchObject({ state: 'waits' })
    expect(ask('lost', USDT, undefined, true)).toMatchObject({ state: 'waits' })
    expect(ask('one', 99n * USDT)).toBeNull()
    expect([...book.tasks.keys()]).toEqual(['one'])
  })
})
