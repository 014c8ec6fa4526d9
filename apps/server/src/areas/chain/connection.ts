import { randomUUID } from 'node:crypto'
import { childAddress, fingerprintOf, HOT, openRpc, type Rpc } from '@tianping/evm'
import type { ChainSettings } from '../../kernel/chainSettings.ts'
import { signerOf, type Signer } from './signer.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    /** Null where no chain is configured. */
    chain: Chain | null
  }
}

export type Chain = {
  chainId: bigint
  token: string
  xpub: string
  /** Which account the extended key belongs to. */
  wallet: string
  /** The address that sweeps fill and payouts empty. */
  hot: string
  rpc: Rpc
  /** A node of somebody else that has to agree before a payment is credited; null for none. */
  witness: Rpc | null
  signer: Signer | null
  /** Who this instance is to the leases. */
  holder: string
}

/** The chain of the site. Nothing is asked of it yet. */
export function openChain(settings: ChainSettings | null): Chain | null {
  if (!settings) return null
  const { chainId, token, xpub, urls, signer, witness } = settings
  return {
    chainId,
    token,
    xpub,
    wallet: fingerprintOf(xpub),
    hot: childAddress(xpub, HOT),
    rpc: openRpc(urls),
    witness: witness ? openRpc([witness]) : null,
    signer: signer && signerOf(signer),
    holder: randomUUID(),
  }
}
