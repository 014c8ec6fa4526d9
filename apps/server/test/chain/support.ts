import { randomBytes } from 'node:crypto'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { openRpc, transferData } from '@tianping/evm'
import { expect, vi } from 'vitest'
import { accountOf, writeKeyFile } from '../../../signer/src/keyFile.ts'
import { CHAIN_SETTING, chainSchema } from '../../src/areas/chain/setting.ts'
import { watchChain } from '../../src/areas/chain/chain.ts'
import { present } from '../../src/kernel/present.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { anvilProgram, startAnvil } from '../../../../tooling/chain/anvil.ts'
import { deployToken, issueData, sendFromNode } from '../../../../tooling/chain/token.ts'
import { freePort } from '../../../../tooling/postgres.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'
import { newFolder } from '../../../../tooling/test/ends/folder.ts'

const CHAIN_ID = 31_337
const PASSPHRASE = 'passphrase of a test'
const SECRET = 'secret of a test between server and signer'
const RICH = '0xffffffffffffffffff'
export const USDT = 1_000_000n
/** Confirmations of the tests: three, and six from a thousand USDT on. */
export const DEPTH = 3

const signers: ChildProcess[] = []

/** A chain of the file's own with two tokens, and a site that watches it. */
export async function openChainSite(more: Record<string, string> = {}) {
  const anvil = await startAnvil(present(anvilProgram(), 'anvil for this platform'), {
    chainId: CHAIN_ID,
  })
  const folder = newFolder('signer')
  atEnd(async () => {
    for (const each of signers) each.kill('SIGKILL')
    await anvil.stop()
  })
  const rpc = openRpc([anvil.url])
  const [token, other] = [await deployToken(rpc), await deployToken(rpc)]
  const { xprv, xpub } = accountOf(randomBytes(32))
  const keyFile = join(folder, 'key.json')
  writeKeyFile(keyFile, PASSPHRASE, xprv)
  const { url, open } = await freshDatabase('server')
  const owner = open()
  const clock = new TestClock()
  await seedCashier(owner, clock.now())
  const signerPort = await freePort()
  const chainEnv = {
    ...more,
    CHAIN_ID: String(CHAIN_ID),
    CHAIN_RPC_URLS: anvil.url,
    CHAIN_TOKEN: token,
    SIGNER_SECRET: SECRET,
  }
  const site = await openTestSite(url, {
    clock,
    env: { ...chainEnv, CHAIN_XPUB: xpub, SIGNER_URL: `http://127.0.0.1:${signerPort}` },
  })
  const by = { name: 'test', at: clock.now() }
  const confirmations = [
    { fromUsdt: 0, blocks: DEPTH },
    { fromUsdt: 1_000, blocks: 2 * DEPTH },
  ]
  const sweepFrom = (sweepFromUsdt: number) =>
    writeSetting(owner, CHAIN_SETTING, chainSchema, { confirmations, sweepFromUsdt }, by)
  await sweepFrom(0)
  const mine = (blocks = DEPTH) => rpc.call('anvil_mine', [`0x${blocks.toString(16)}`])
  /** In a block once it answers: the node mines by itself, after it has named the transaction. */
  const mined = async (call: object) => {
    const hash = await sendFromNode(rpc, call)
    await vi.waitFor(
      async () => expect(await rpc.call('eth_getTransactionReceipt', [hash])).not.toBeNull(),
      60_000,
    )
    return hash
  }
  const send = (to: string, units: bigint, of = token) =>
    mined({ to: of, data: transferData(to, units) })
  const [bank] = await rpc.call<string[]>('eth_accounts')
  for (const each of [token, other])
    await mined({ to: each, data: issueData(present(bank, 'account'), 10n ** 15n) })
  await watchChain(site.services)
  const signerEnv = {
    ...chainEnv,
    SIGNER_PORT: String(signerPort),
    SIGNER_KEY_FILE: keyFile,
    SIGNER_JOURNAL: join(folder, 'journal'),
    SIGNER_PASSPHRASE: PASSPHRASE,
    SIGNER_CONFIRMATIONS: '1',
    SIGNER_TICK_MS: '50',
  }
  const fill = async (address: string, units: bigint) => {
    await rpc.call('anvil_setBalance', [address, RICH])
    await mined({ to: token, data: issueData(address, units) })
  }
  return {
    nodeUrl: anvil.url,
    databaseUrl: url,
    site,
    clock,
    owner,
    rpc,
    token,
    other,
    mine,
    mined,
    send,
    fill,
    signerEnv,
    sweepFrom,
  }
}

/** Reads all that there is to read. */
export async function readAll(site: TestSite): Promise<void> {
  for (let turn = 0; (await watchChain(site.services)) > 0; turn += 1)
    if (turn > 50) throw new Error('the watcher finds no end')
}

/** Starts the signer's own program, and waits until it listens. */
export async function startSigner(env: Record<string, string>): Promise<ChildProcess> {
  const script = join(import.meta.dirname, '../../../signer/src/main.ts')
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] ?? '', ...env },
  })
  signers.push(child)
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', chunk => String(chunk).includes('Signer on') && done())
    child.once('exit', code => failed(new Error(`the signer ended with ${code}`)))
  })
  return child
}
