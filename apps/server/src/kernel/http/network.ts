// Addresses and the networks they lie in.
import { isIP } from 'node:net'

/** Bits of an address, by its version. */
const BITS: Record<number, number> = { 4: 32, 6: 128 }

/** The length behind the address, all bits where there is none; null where it is no length. */
function prefixOf(length: string | undefined, bits: number): number | null {
  if (length === undefined) return bits
  if (!/^\d{1,3}$/.test(length)) return null
  return Number(length) <= bits ? Number(length) : null
}

/**
 * `10.1.2.3` or `10.1.0.0/16` as a network without bits behind its length; null for anything else.
 */
export function networkOf(typed: string): string | null {
  const [address = '', length, ...rest] = typed.trim().split('/')
  const bits = BITS[isIP(address)] ?? 0
  if (bits === 0 || rest.length > 0 || address.includes('%')) return null
  const prefix = prefixOf(length, bits)
  if (prefix === null) return null
  return prefix === bits ? `${address}/${bits}` : `${masked(address, bits, prefix)}/${prefix}`
}

/**
 * The address with every bit behind the prefix zero, written so that PostgreSQL takes it as a
 * network.
 */
function masked(address: string, bits: number, prefix: number): string {
  const value = (numberOf(address, bits) >> BigInt(bits - prefix)) << BigInt(bits - prefix)
  if (bits === 32)
    return [24n, 16n, 8n, 0n].map(shift => ((value >> shift) & 255n).toString()).join('.')
  return Array.from({ length: 8 }, (_, group) =>
    ((value >> BigInt(112 - group * 16)) & 0xffffn).toString(16),
  ).join(':')
}

function numberOf(address: string, bits: number): bigint {
  if (bits === 32) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n)
  // A URL writes every IPv6 address in one way, but keeps it short: the gap is filled with zeros.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const gap = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  return [...groups(head), ...Array<string>(gap).fill('0'), ...groups(tail)].reduce(
    (sum, group) => sum * 65_536n + BigInt(`0x${group}`),
    0n,
  )
}

/** An address and the networks that one subscriber may hold of its kind, narrowest first. */
export type Block = { network: string; times: number }

/**
 * What attempts from an address are counted by. Whoever has one IPv6 address has a /64 of them, and
 * often a /48, which gets four times as many attempts; an IPv4 address counts by itself.
 */
export function blocksOf(address: string): Block[] {
  const [plain = ''] = address.replace(/^::ffff:(?=[\d.]+$)/i, '').split('%')
  if (isIP(plain) !== 6) return [{ network: plain, times: 1 }]
  return [
    { network: `${masked(plain, 128, 64)}/64`, times: 1 },
    { network: `${masked(plain, 128, 48)}/48`, times: 4 },
  ]
}

/** The network that stands for an address where the address itself would say too much. */
export function coarse(address: string): string {
  const [plain = ''] = address.replace(/^::ffff:(?=[\d.]+$)/i, '').split('%')
  const bits = BITS[isIP(plain)]
  if (bits === undefined) return ''
  const prefix = bits === 32 ? 24 : 48
  return `${masked(plain, bits, prefix)}/${prefix}`
}
