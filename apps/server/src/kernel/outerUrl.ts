// Addresses that operators give and the server calls: of payment providers and of venues.
import { isIP } from 'node:net'
import type { Settings } from './environment.ts'
import { isInner } from './innerAddress.ts'

/** A sandbox calls any host; production, of its own network, only those that it names. */
export type Hosts = { mode: Settings['mode']; hosts: readonly string[] }

/** Whether production may call a host of its own network: the server's environment names it. */
export const isNamedHost = ({ mode, hosts }: Hosts, { host }: URL) =>
  mode === 'sandbox' || hosts.includes(host)

const isPlain = ({ username, password, search, hash }: URL) =>
  [username, password, search, hash].every(part => part === '')

/** A literal address is never looked up, so it is judged here. */
function isInnerLiteral({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) !== 0 && isInner(literal)
}

/** Why an address may not be called; null where it may. */
export function outerUrlProblem(hosts: Hosts, address: string): 'format' | 'inner' | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !isPlain(url)) return 'format'
  const named = isNamedHost(hosts, url)
  const schemes = named ? ['https:', 'http:'] : ['https:']
  if (!schemes.includes(url.protocol)) return 'format'
  return !named && isInnerLiteral(url) ? 'inner' : null
}
