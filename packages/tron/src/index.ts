export { base58, fromBase58, nodeHex } from './address.ts'
export { askOne, type Ask } from './http.ts'
export { openTron, tryCall } from './rpc.ts'
export {
  broadcast,
  findSolid,
  genesisOf,
  headTime,
  isDead,
  lastOperation,
  openNodes,
  pricesOf,
  solidBlock,
  sunOf,
  type Found,
  type Nodes,
  type Solid,
} from './sending.ts'
