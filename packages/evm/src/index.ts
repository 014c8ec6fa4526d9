export { childAddress, fingerprintOf, HOT, MEMBERS, privateChild } from './wallet.ts'
export { checksummed, isAddress, lower } from './address.ts'
export {
  balanceOfData,
  paddedAddress,
  readTransfer,
  TRANSFER,
  transferData,
  unitsOfCents,
  type RawLog,
  type Transfer,
} from './token.ts'
export { openRpc, RpcAway, RpcRefused, type Rpc, type RpcCall } from './rpc.ts'
export { quantity, toQuantity } from './hex.ts'
export { signTransaction, type Payment } from './transaction.ts'
export { isSignedBy, signedHeaders } from './signed.ts'
