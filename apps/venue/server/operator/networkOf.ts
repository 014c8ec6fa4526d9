import { isIPv6 } from 'node:net'

const GROUPS = 8
/** A household or a server has a /64, and many subscribers a /48 of them. */
const NETWORK_GROUPS = 4
const SITE_GROUPS = 3

/** What tries are counted by: an IPv4 address, or the /64. */
export const networkOf = (address: string): string => partOf(address, NETWORK_GROUPS)

/** The wider network that one subscriber may hold: the /48; null for IPv4. */
export const siteOf = (address: string): string | null =>
  networkOf(address).includes(':') ? partOf(address, SITE_GROUPS) : null

function partOf(address: string, groups: number): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = new URL(`http://[${plain.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: GROUPS - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].slice(0, groups).join(':')
}
