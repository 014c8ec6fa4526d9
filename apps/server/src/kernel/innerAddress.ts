// Addresses that nobody outside may have the server call: its own machine, its own network, and
// those that are nobody's.
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const INNER = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
] as const

const inner = new BlockList()
for (const network of INNER) {
  const [base = '', prefix = ''] = network.split('/')
  inner.addSubnet(base, Number(prefix), base.includes(':') ? 'ipv6' : 'ipv4')
}

/** Whether an address is no public one; a mapped one counts as what it maps to. */
export function isInner(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  const version = isIP(plain)
  if (version === 0) return true
  return inner.check(plain, version === 6 ? 'ipv6' : 'ipv4')
}

/** The name leads into the own network: whoever gave it may not have us call it. */
export class InnerAddress extends Error {
  constructor(hostname: string) {
    super(`${hostname} leads to an inner address`)
  }
}

/**
 * Resolves a name for a connection, and refuses it when any of its addresses is an inner one. The
 * connection goes to the address that was looked at, so that a second answer of the name changes
 * nothing.
 */
export const outerLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, [])
    const [first] = found
    if (!first || found.some(({ address }) => isInner(address)))
      return done(new InnerAddress(hostname), [])
    if (options.all) return done(null, found)
    return done(null, first.address, first.family)
  })
}
