// The node of the soak over TRC20: the stub of tooling/providers as a process that is killed and
// comes back with its blocks. What waited for a block is lost then, and has to be sent again.
import { join } from 'node:path'
import { balanceOfData, quantity, toQuantity, TRANSFER, type RawLog } from '@tianping/evm'
import { fromBase58, openTron, tryCall } from '@tianping/tron'
import { freePort } from '../../../../../tooling/postgres.ts'
import { startStub } from '../../../../../tooling/providers/start.ts'
import { pause, untilAnswered } from '../../../../../tooling/runs/soak.ts'
import { present } from '../../../src/kernel/present.ts'
import { DEPTH, type ChainNode } from './chainNode.ts'
import { newFolder } from '../../../../../tooling/test/ends/folder.ts'

const TOKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const OTHER = 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'
const NETWORK = '728126428'
const BLOCK_MS = 600
const FIRST_BLOCK = 1_000n
const PLENTY_SUN = 1_000_000_000_000
const payer = `0x${'a1'.repeat(20)}`

const plain = (address: string) =>
  address.startsWith('T') ? present(fromBase58(address) ?? undefined, 'address') : address

export async function openTronNode(): Promise<ChainNode> {
  const chainFile = join(newFolder('tron'), 'chain.json')
  const started = { port: await freePort(), solid: DEPTH - 1, blockMs: BLOCK_MS, chainFile }
  let stub = await startStub('tronNode', started)
  const { url } = stub
  const rpc = openTron([url])
  const [token, other] = [plain(TOKEN), plain(OTHER)]

  const steer = (path: Parameters<typeof stub.chain>[0], asked: object) =>
    untilAnswered(path, () => stub.chain<object>(path, asked))
  const mine = (blocks = 1) => steer('/_mine', { blocks, at: Date.now() })
  const head = async () => quantity(await rpc.call('eth_blockNumber'))
  const send = (to: string, units: bigint, of: string) =>
    steer('/_send', { from: payer, to: plain(to), token: of, units: units.toString() })
  await mine(2 * DEPTH)

  /** One thing at a time: blocks, branches and the end of the process. */
  let turn: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work, work)
    turn = next.catch(() => {})
    return next
  }
  let stopped = false
  const mining = (async () => {
    while (!stopped) {
      await alone(() => mine())
      await pause(BLOCK_MS)
    }
  })()
  return {
    env: { CHAIN_KIND: 'tron', CHAIN_ID: NETWORK, CHAIN_TOKEN: TOKEN },
    protocol: 'TRC20',
    url,
    token,
    other,
    head,
    transfers: async () =>
      rpc.call<RawLog[]>('eth_getLogs', [
        {
          fromBlock: toQuantity(FIRST_BLOCK),
          toBlock: toQuantity(await head()),
          topics: [TRANSFER],
        },
      ]),
    unitsOf: async owner => {
      const call = { from: owner, to: token, data: balanceOfData(owner) }
      return quantity((await tryCall(rpc.ask, call)).answer)
    },
    mine: blocks => alone(() => mine(blocks)),
    fill: (address, units) =>
      alone(async () => {
        await steer('/_sun', { address, sun: PLENTY_SUN })
        await send(address, units, token)
        await mine(DEPTH)
      }),
    pay: (to, units, of = token) => alone(async () => void (await send(to, units, of))),
    // Payers of this chain keep no wallet: what left the chain with a branch was never paid.
    again: async () => {},
    reorganise: (depth, lost) =>
      alone(async () => {
        // A solid block is on every branch.
        const asked = { depth: Math.min(depth, DEPTH - 1), keep: !lost() }
        await mine()
        await steer('/_reorganise', asked)
        return 0
      }),
    kill: () =>
      alone(async () => {
        await stub.kill()
        stub = await startStub('tronNode', started)
        await mine()
      }),
    stop: async () => {
      stopped = true
      await mining
      stub.close()
    },
  }
}
