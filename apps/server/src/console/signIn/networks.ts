import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { networkOf } from '../../kernel/http/network.ts'
import { readVersioned } from '../../kernel/setting.ts'

/** The setting that says from where anybody may come in; an empty list means from anywhere. */
export const CONSOLE_SETTING = 'console'
export const consoleSchema = z.object({ allowed: z.array(z.string()).max(50).default([]) })
export const consoleSetting = (db: Db) => readVersioned(db, CONSOLE_SETTING, consoleSchema)

const familyOf = (address: string) => (isIP(address) === 6 ? ('ipv6' as const) : ('ipv4' as const))

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
