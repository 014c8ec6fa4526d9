import { randomUUID } from 'node:crypto'
import {
  checksummed,
  childAddress,
  fingerprintOf,
  HOT,
  lower,
  openRpc,
  type Rpc,
} from '@tianping/evm'
import { base58, fromBase58, openTron } from '@tianping/tron'
import type { ChainSettings } from '../../kernel/chainSettings.ts'
import { signerOf, type Signer } from './signer.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    /** Null where no chain is configured. */
    chain: Chain | null
  }
}

export type Chain = {
  protocol: ChainSettings['protocol']
  /** Addresses as people copy them, and back to twenty bytes as 0x…. */
  shown(address: string): string
  read(address: string): string
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

const writing = {
  ERC20: { shown: checksummed, read: lower },
  TRC20: { shown: base58, read: (text: string) => fromBase58(text) ?? '' },
}

/** The chain of the site. Nothing is asked of it yet. */
export function openChain(settings: ChainSettings | null): Chain | null {
  if (!settings) return null
  const { protocol, chainId, token, xpub, urls, signer, witness, apiKey } = settings
  const open = (nodes: readonly string[]) =>
    protocol === 'TRC20' ? openTron(nodes, apiKey) : openRpc(nodes)
  return {
    protocol,
    ...writing[protocol],
    chainId,
    token,
    xpub,
    wallet: fingerprintOf(xpub),
    hot: childAddress(xpub, HOT),
    rpc: open(urls),
    witness: witness ? open([witness]) : null,
    signer: signer && signerOf(signer),
    holder: randomUUID(),
  }
}
