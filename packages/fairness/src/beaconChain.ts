import { fromHex, toHex, utf8 } from './bytes.ts'
import type { BeaconTimes } from './beacon.ts'
import { sha256 } from './sha256.ts'

/** A beacon as its operator publishes it. */
export type BeaconChain = BeaconTimes & {
  chainHash: string
  publicKey: string
  groupHash: string
  beaconId: string
}

/**
 * drand's chain hash: SHA-256 over period (u32), genesis (i64), public key, group hash and name. It
 * names a chain, so a key or a period cannot be changed under the same name.
 */
export function chainHashOf(chain: Omit<BeaconChain, 'chainHash'>): string {
  const name = chain.beaconId === 'default' ? new Uint8Array() : utf8(chain.beaconId)
  const key = fromHex(chain.publicKey)
  const group = fromHex(chain.groupHash)
  const bytes = new Uint8Array(12 + key.length + group.length + name.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, chain.periodS)
  view.setBigInt64(4, BigInt(chain.genesisS))
  bytes.set(key, 12)
  bytes.set(group, 12 + key.length)
  bytes.set(name, 12 + key.length + group.length)
  return toHex(sha256(bytes))
}

/** drand's quicknet of the League of Entropy, which many organisations run together. */
export const QUICKNET: BeaconChain = {
  beaconId: 'quicknet',
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  periodS: 3,
  genesisS: 1_692_803_367,
}
