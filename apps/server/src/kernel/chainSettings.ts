// Where USDT is taken on a chain. It comes from the environment, not from the rules of the back
// office: whoever changes the extended key or the token takes every deposit
// (docs/decisions/0100-the-server-holds-no-private-key.md).
import { fingerprintOf, isAddress, lower } from '@tianping/evm'

export type ChainSettings = {
  chainId: bigint
  /** Endpoints of nodes, in the order in which they are asked. */
  urls: readonly string[]
  /** A node of another operator that must know the same block before a payment is credited. */
  witness?: string
  /** The token's contract, in lower case. */
  token: string
  /** The extended public key of the account that members pay to. */
  xpub: string
  /** The process that holds the private key; null where payouts are made by hand. */
  signer: { url: string; secret: string } | null
}

type Given = {
  CHAIN_ID?: number | undefined
  CHAIN_RPC_URLS: string[]
  CHAIN_WITNESS_URL?: string | undefined
  CHAIN_TOKEN?: string | undefined
  CHAIN_XPUB?: string | undefined
  SIGNER_URL?: string | undefined
  SIGNER_SECRET?: string | undefined
}

const isWhole = (xpub: string) => {
  try {
    return fingerprintOf(xpub) !== ''
  } catch {
    return false
  }
}

type Env = Record<string, string | undefined>

/** What is wrong with the settings of the chain, one sentence each. */
export function chainProblems(env: Env): string[] {
  const { CHAIN_TOKEN: token, CHAIN_XPUB: xpub } = env
  const names = ['CHAIN_ID', 'CHAIN_RPC_URLS', 'CHAIN_TOKEN', 'CHAIN_XPUB']
  const given = names.filter(name => env[name] !== undefined)
  const signer = ['SIGNER_URL', 'SIGNER_SECRET'].filter(name => env[name] !== undefined)
  return [
    given.length > 0 && given.length < names.length
      ? 'CHAIN_ID, CHAIN_RPC_URLS, CHAIN_TOKEN and CHAIN_XPUB are set together'
      : [],
    signer.length === 1 || (signer.length === 2 && given.length === 0)
      ? 'SIGNER_URL and SIGNER_SECRET are set together, beside the chain'
      : [],
    token !== undefined && !isAddress(token) ? 'CHAIN_TOKEN is no address' : [],
    xpub !== undefined && !isWhole(xpub) ? 'CHAIN_XPUB is no extended public key' : [],
  ].flat()
}

export function chainOf(e: Given): ChainSettings | null {
  const { CHAIN_ID: id, CHAIN_RPC_URLS: urls, CHAIN_TOKEN: token, CHAIN_XPUB: xpub } = e
  if (id === undefined || !token || !xpub || urls.length === 0) return null
  const { SIGNER_URL: url, SIGNER_SECRET: secret } = e
  const signer = url && secret ? { url: url.replace(/\/$/, ''), secret } : null
  const { CHAIN_WITNESS_URL: witness } = e
  const chain = { chainId: BigInt(id), urls, token: lower(token), xpub, signer }
  return witness ? { ...chain, witness } : chain
}
