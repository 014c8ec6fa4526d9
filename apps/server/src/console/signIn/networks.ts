import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { readVersioned } from '../../kernel/setting.ts'

/** The setting that says from where anybody may come in; an empty list means from anywhere. */
export const CONSOLE_SETTING = 'console'
export const consoleSchema = z.object({ allowed: z.array(z.string()).max(50).default([]) })
export const consoleSetting = (db: Db) => readVersioned(db, CONSOLE_SETTING, consoleSchema)

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const))

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

/** Networks as typed, one by one; refuses naming the first that is none. */
export function networksOf(typed: string[]): string[] {
  return [
    ...new Set(
      typed
        .filter(each => each !== '')
        .map(each => {
          const network = networkOf(each)
          if (network === null)
            throw new Refusal(say('staff.network_format', { typed: each }), { field: 'allowed' })
          return network
        }),
    ),
  ]
}

/** Whether an address lies in one of the networks; no networks means anywhere. */
export function within(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix = ''] = network.split('/')
    list.addSubnet(base, Number(prefix), familyOf(base))
  }
  return list.check(address, familyOf(address))
}
