// Where USDT is taken on a chain. It comes from the environment, not from the rules of the back
// office: whoever changes the extended key or the token takes every deposit
// (docs/decisions/0100-the-server-holds-no-private-key.md).
import { fingerprintOf, isAddress, lower } from '@tianping/evm'
import { fromBase58 } from '@tianping/tron'

/** What the documents call USDT on a chain of each kind. */
const protocolOf = { evm: 'ERC20', tron: 'TRC20' } as const
export type ChainKind = keyof typeof protocolOf

export type ChainSettings = {
  protocol: (typeof protocolOf)[ChainKind]
  /** Shown to the nodes of a provider that asks for it; empty for none. */
  apiKey?: string
  chainId: bigint
  /** Endpoints of nodes, in the order in which they are asked. */
  urls: readonly string[]
  /** A node of another operator that must know the same block before a payment is credited. */
  witness?: string
  /** The token's contract: twenty bytes as 0x…, in lower case. */
  token: string
  /** The extended public key of the account that members pay to. */
  xpub: string
  /** The process that holds the private key; null where payouts are made by hand. */
  signer: { url: string; secret: string } | null
}

type Given = {
  CHAIN_KIND: ChainKind
  CHAIN_API_KEY?: string | undefined
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

const evmAddress = (text: string) => (isAddress(text) ? lower(text) : null)

/** The token's contract as it is kept; null for no address of this kind of chain. */
const tokenOf = (kind: ChainKind, token: string) =>
  kind === 'tron' ? fromBase58(token) : evmAddress(token)

/** A signer belongs to a chain. */
function signerProblems(env: Env, chain: boolean): string[] {
  const given = ['SIGNER_URL', 'SIGNER_SECRET'].filter(name => env[name] !== undefined)
  return given.length === 1 || (given.length === 2 && !chain)
    ? ['SIGNER_URL and SIGNER_SECRET are set together, beside the chain']
    : []
}

/** What is wrong with the settings of the chain, one sentence each. */
export function chainProblems(env: Env): string[] {
  const { CHAIN_TOKEN: token, CHAIN_XPUB: xpub } = env
  const kind = env['CHAIN_KIND'] === 'tron' ? 'tron' : 'evm'
  const names = ['CHAIN_ID', 'CHAIN_RPC_URLS', 'CHAIN_TOKEN', 'CHAIN_XPUB']
  const given = names.filter(name => env[name] !== undefined)
  return [
    given.length > 0 && given.length < names.length
      ? 'CHAIN_ID, CHAIN_RPC_URLS, CHAIN_TOKEN and CHAIN_XPUB are set together'
      : [],
    signerProblems(env, given.length > 0),
    token !== undefined && tokenOf(kind, token) === null ? 'CHAIN_TOKEN is no address' : [],
    xpub !== undefined && !isWhole(xpub) ? 'CHAIN_XPUB is no extended public key' : [],
  ].flat()
}

export function chainOf(e: Given): ChainSettings | null {
  const { CHAIN_ID: id, CHAIN_RPC_URLS: urls, CHAIN_TOKEN: token, CHAIN_XPUB: xpub } = e
  const contract = token && tokenOf(e.CHAIN_KIND, token)
  if (id === undefined || !contract || !xpub || urls.length === 0) return null
  const { SIGNER_URL: url, SIGNER_SECRET: secret } = e
  const signer = url && secret ? { url: url.replace(/\/$/, ''), secret } : null
  const { CHAIN_WITNESS_URL: witness } = e
  const { CHAIN_API_KEY: apiKey } = e
  return {
    protocol: protocolOf[e.CHAIN_KIND],
    chainId: BigInt(id),
    urls,
    token: contract,
    xpub,
    signer,
    ...(witness && { witness }),
    ...(apiKey && { apiKey }),
  }
}
