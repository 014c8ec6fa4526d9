// Play USDT on a chain of one's own. `testUsdt.json` holds the bytecode of `TestUsdt.sol`, made by
// the compiler that it names.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lower, type Rpc } from '@tianping/evm'

const { bytecode } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'testUsdt.json'), 'utf8'),
) as { bytecode: string }

const ISSUE = '867904b4'
const SET_LISTED = '5cd8c072'
const GAS = '0x2dc6c0'

const word = (value: bigint | string) =>
  (typeof value === 'string' ? lower(value).slice(2) : value.toString(16)).padStart(64, '0')

type Receipt = { contractAddress: string | null; status: string } | null

/** Sends from the node's own first account, and answers the transaction's hash. */
export async function sendFromNode(rpc: Rpc, call: object): Promise<string> {
  const [from] = await rpc.call<string[]>('eth_accounts')
  return rpc.call<string>('eth_sendTransaction', [{ from, gas: GAS, ...call }])
}

/** A new contract of play USDT; its address. The node mines a block for it. */
export async function deployToken(rpc: Rpc): Promise<string> {
  const hash = await sendFromNode(rpc, { data: bytecode })
  await rpc.call('evm_mine')
  const receipt = await rpc.call<Receipt>('eth_getTransactionReceipt', [hash])
  if (receipt?.status !== '0x1' || !receipt.contractAddress)
    throw new Error('the token was not deployed')
  return lower(receipt.contractAddress)
}

export const issueData = (to: string, units: bigint): string =>
  `0x${ISSUE}${word(to)}${word(units)}`

export const listData = (account: string, listed: boolean): string =>
  `0x${SET_LISTED}${word(account)}${word(listed ? 1n : 0n)}`
