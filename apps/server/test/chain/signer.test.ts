// The signer on its own, on a real chain: what it replaces, and what it refuses whatever the server
// says (docs/usdt.md).
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRpc, quantity, signedHeaders } from '@tianping/evm'
import { afterAll, describe, expect, test } from 'vitest'
import { anvilProgram, startAnvil } from '../../../../tooling/chain/anvil.ts'
import { deployToken, issueData, sendFromNode } from '../../../../tooling/chain/token.ts'
import { Book } from '../../../signer/src/book.ts'
import { take } from '../../../signer/src/desk.ts'
import { openJournal, type Line } from '../../../signer/src/journal.ts'
import { accountOf } from '../../../signer/src/keyFile.ts'
import { openSigner } from '../../../signer/src/open.ts'
import { readSignerSettings } from '../../../signer/src/settings.ts'
import { present } from '../../src/kernel/present.ts'

const USDT = 1_000_000n
const SECRET = 'secret of a test between server and signer'
const PAYEE = '0x52908400098527886e0f7030069857d2e4169ee7'
const anvil = await startAnvil(present(anvilProgram(), 'anvil for this platform'), {
  chainId: 31_337,
})
const rpc = openRpc([anvil.url])
const token = await deployToken(rpc)
const journalPath = join(mkdtempSync(join(tmpdir(), 'tianping-signer-')), 'journal')
const settings = readSignerSettings({
  SIGNER_PORT: '0',
  SIGNER_SECRET: SECRET,
  SIGNER_KEY_FILE: 'unread',
  SIGNER_JOURNAL: journalPath,
  SIGNER_MAX_USDT: '100',
  SIGNER_DAY_USDT: '150',
  SIGNER_CONFIRMATIONS: '1',
  SIGNER_BUMP_SECONDS: '1',
  SIGNER_TICK_MS: '50',
  CHAIN_ID: '31337',
  CHAIN_RPC_URLS: anvil.url,
  CHAIN_TOKEN: token,
})
const said: string[] = []
const signer = await openSigner(settings, accountOf(randomBytes(32)).xprv, text => said.push(text))
afterAll(async () => {
  await signer.close()
  await anvil.stop()
})
await rpc.call('anvil_setBalance', [signer.hot, '0xffffffffffffffffff'])
await sendFromNode(rpc, { to: token, data: issueData(signer.hot, 1_000n * USDT) })

const ask = async (id: string, units: bigint, to = PAYEE) => {
  const body = JSON.stringify({ id, kind: 'payout', to, units: units.toString() })
  const headers = signedHeaders(SECRET, { method: 'POST', path: '/tasks', body }, new Date())
  const answer = await fetch(`${signer.url}/tasks`, { method: 'POST', body, headers })
  return (await answer.json()) as { state: string; hash: string; reason: string }
}
const lines = () =>
  readFileSync(journalPath, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Line)
/** Waits until something is there; a slow machine takes longer and finds the same. */
async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    const found = await find()
    if (found !== undefined) return found
    await rpc.call('eth_blockNumber')
  }
  throw new Error(`nothing came: ${said.join('; ')}`)
}

describe('the signer', () => {
  test('replaces what no block takes by the same payment at a higher fee, and pays once', async () => {
    await rpc.call('evm_setAutomine', [false])
    expect((await ask('slow', 60n * USDT)).state).toBe('sent')
    const bumps = await until(() => {
      const found = lines().filter(line => line.type === 'bump')
      return found.length >= 2 ? found : undefined
    })
    const first = present(
      lines().find(line => line.type === 'send'),
      'first version',
    )
    const fees = [first, ...bumps].map(({ version }) => BigInt(version.maxFee))
    for (const [n, fee] of fees.entries())
      if (n > 0) expect(fee).toBeGreaterThanOrEqual(((fees[n - 1] ?? 0n) * 9n) / 8n)
    await rpc.call('evm_setAutomine', [true])
    await rpc.call('anvil_mine', ['0x1'])
    const done = await until(async () => {
      const answer = await ask('slow', 60n * USDT)
      return answer.state === 'done' ? answer : undefined
    })
    expect(
      lines()
        .filter(line => line.type === 'bump')
        .map(({ version }) => version.hash),
    ).toContain(done.hash)
    const call = { to: token, data: `0x70a08231${PAYEE.slice(2).padStart(64, '0')}` }
    expect(quantity(await rpc.call<string>('eth_call', [call, 'latest']))).toBe(60n * USDT)
    expect(quantity(await rpc.call('eth_getTransactionCount', [signer.hot, 'latest']))).toBe(1n)
  })

  test('takes no more than its own limits, of one payout and of a UTC day', async () => {
    expect(await ask('large', 101n * USDT)).toMatchObject({ state: 'failed' })
    expect(await ask('home', 1n * USDT, signer.hot)).toMatchObject({ state: 'failed' })
    expect(await ask('beyond', 91n * USDT)).toMatchObject({
      state: 'waits',
      reason: '签名服务今日额度已用完',
    })
    // What waits was not taken: the same task is taken once the day is over, and a smaller one now.
    expect(await ask('within', 90n * USDT)).toMatchObject({ state: 'sent' })
    expect(await ask('last', 1n * USDT)).toMatchObject({ state: 'waits' })
    const book = new Book({ lines: lines(), write: () => {}, close: () => {} })
    const tomorrow = Date.now() + 86_400_000
    const asked = { id: 'last', kind: 'payout', to: PAYEE, units: '1', known: false } as const
    expect(book.paidOn(tomorrow)).toBe(0n)
    expect(take(book, asked, { settings, hot: signer.hot, now: tomorrow })?.state).toBe('sent')
    const reopened = openJournal(journalPath)
    expect(new Book(reopened).paidOn(Date.now())).toBe(150n * USDT)
    reopened.close()
  })
})
