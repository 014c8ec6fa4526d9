// ERC-20 as USDT speaks it: `transfer` answers nothing, so only status and event count.
import { lower } from './address.ts'
import { quantity } from './hex.ts'

/** keccak256('Transfer(address,address,uint256)') */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TRANSFER_CALL = 'a9059cbb'
const BALANCE_CALL = '70a08231'
/** USDT has six decimals; an order has cents. */
const UNITS_PER_CENT = 10_000n

export const unitsOfCents = (cents: bigint): bigint => cents * UNITS_PER_CENT

const word = (hex: string) => hex.padStart(64, '0')

export const paddedAddress = (address: string): string => `0x${word(lower(address).slice(2))}`

export const transferData = (to: string, units: bigint): string =>
  `0x${TRANSFER_CALL}${word(lower(to).slice(2))}${word(units.toString(16))}`

export const balanceOfData = (owner: string): string =>
  `0x${BALANCE_CALL}${word(lower(owner).slice(2))}`

export type RawLog = {
  address: string
  topics: string[]
  data: string
  blockNumber: string
  blockHash: string
  transactionHash: string
  logIndex: string
  removed?: boolean
}

export type Transfer = {
  txHash: string
  logIndex: number
  block: bigint
  blockHash: string
  token: string
  from: string
  to: string
  units: bigint
}

const addressIn = (topic: string) => lower(`0x${topic.slice(-40)}`)

/** The transfer that a log tells of; null for other events and for tokens that are numbered. */
export function readTransfer(log: RawLog): Transfer | null {
  const [event, from, to, more] = log.topics
  if (event !== TRANSFER || !from || !to || more || log.removed) return null
  if (!/^0x[0-9a-f]{64}$/i.test(log.data)) return null
  return {
    txHash: lower(log.transactionHash),
    logIndex: Number(quantity(log.logIndex)),
    block: quantity(log.blockNumber),
    blockHash: lower(log.blockHash),
    token: lower(log.address),
    from: addressIn(from),
    to: addressIn(to),
    units: quantity(log.data),
  }
}
