// The demo chain of `npm start`: a node, play USDT and a signer, kept beside the demo's database.
// A chain that is lost is replaced by one with another number, so that nothing of the old one is
// taken for the new.
import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { childAddress, HOT, openRpc, type Rpc } from '@tianping/evm'
import { accountOf, writeKeyFile } from '../../apps/signer/src/keyFile.ts'
import { launchService } from '../stack.ts'
import { anvilProgram, startAnvil } from './anvil.ts'
import { deployToken, issueData, sendFromNode } from './token.ts'

const BLOCK_SECONDS = 2
/** They guard play money. */
const PASSPHRASE = 'play money of the demo chain'
const SECRET = 'sandbox-signer-secret-not-for-production'
const BANK_UNITS = 10n ** 15n
const HOT_UNITS = 100_000_000_000n
const RICH = '0xffffffffffffffff'

export type DemoChain = { env: Record<string, string>; stop(): Promise<void> }
type Known = { chainId: number; token: string; xpub: string }

async function isWhole(rpc: Rpc, token: string): Promise<boolean> {
  return (await rpc.call<string>('eth_getCode', [token, 'latest'])) !== '0x'
}

/** A new chain with its token, its account and what the hot wallet begins with. */
async function furnish(rpc: Rpc, folder: string, chainId: number): Promise<Known> {
  const { xprv, xpub } = accountOf(randomBytes(32))
  writeKeyFile(join(folder, 'key.json'), PASSPHRASE, xprv)
  const token = await deployToken(rpc)
  const hot = childAddress(xpub, HOT)
  const [bank = hot] = await rpc.call<string[]>('eth_accounts')
  await rpc.call('anvil_setBalance', [hot, RICH])
  await sendFromNode(rpc, { to: token, data: issueData(bank, BANK_UNITS) })
  await sendFromNode(rpc, { to: token, data: issueData(hot, HOT_UNITS) })
  return { chainId, token, xpub }
}

/** The chain that is there, if its node still has the token. */
async function resume(program: string, root: string) {
  const file = join(root, 'current.json')
  if (!existsSync(file)) return null
  const known = JSON.parse(readFileSync(file, 'utf8')) as Known
  const folder = join(root, String(known.chainId))
  const state = join(folder, 'state.json')
  if (!existsSync(state)) return null
  const { chainId } = known
  const anvil = await startAnvil(program, { chainId, blockSeconds: BLOCK_SECONDS, state })
  if (await isWhole(openRpc([anvil.url]), known.token)) return { anvil, known, folder }
  await anvil.stop()
  return null
}

async function begin(program: string, root: string) {
  const chainId = randomInt(1_000_000, 2_000_000_000)
  const folder = join(root, String(chainId))
  mkdirSync(folder, { recursive: true })
  const state = join(folder, 'state.json')
  const anvil = await startAnvil(program, { chainId, blockSeconds: BLOCK_SECONDS, state })
  const known = await furnish(openRpc([anvil.url]), folder, chainId)
  writeFileSync(join(root, 'current.json'), JSON.stringify(known))
  return { anvil, known, folder }
}

/** Null, with a word why, where this platform has no node: USDT then goes the sandbox's old way. */
export async function startDemoChain(
  dataDir: string,
  say: (text: string) => void,
): Promise<DemoChain | null> {
  const program = anvilProgram()
  if (program === null) {
    say('No demo chain on this platform: USDT is paid on the sandbox page.')
    return null
  }
  const root = join(dataDir, 'chain')
  const started: ChildProcess[] = []
  try {
    const { anvil, known, folder } = (await resume(program, root)) ?? (await begin(program, root))
    started.push(anvil.child)
    const chain = {
      CHAIN_ID: String(known.chainId),
      CHAIN_RPC_URLS: anvil.url,
      CHAIN_TOKEN: known.token,
      SIGNER_SECRET: SECRET,
    }
    const signer = await launchService(
      'apps/signer/src/main.ts',
      {
        PATH: process.env['PATH'] ?? '',
        ...chain,
        SIGNER_PORT: '0',
        SIGNER_KEY_FILE: join(folder, 'key.json'),
        SIGNER_JOURNAL: join(folder, 'journal'),
        SIGNER_PASSPHRASE: PASSPHRASE,
      },
      started,
    )
    const url = `http://127.0.0.1:${signer.port}`
    return {
      env: { ...chain, CHAIN_XPUB: known.xpub, SIGNER_URL: url },
      stop: async () => {
        await Promise.all(started.map(ended))
      },
    }
  } catch (error) {
    await Promise.all(started.map(ended))
    say(`No demo chain: ${(error as Error).message}`)
    return null
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
