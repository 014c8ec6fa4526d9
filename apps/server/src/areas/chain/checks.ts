// What stands on the chain against what our rows say, to the unit.
import { balanceOfData, quantity, toQuantity } from '@tianping/evm'
import type { Db } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import type { Check, Difference, ExtraCheck } from '../../ledger/reconcile.ts'
import { allAddresses } from './store/address.sql.ts'
import { keptHead } from './store/head.sql.ts'
import { cursorExists } from './store/cursor.sql.ts'
import { heldByAddress, standingTrouble, unexplained } from './store/transfer.sql.ts'
import type { Chain } from './connection.ts'

const ADDRESSES_AT_ONCE = 100

/** What the token's contract says every address holds, at the block that was read last. */
async function balancesAt(chain: Chain, addresses: readonly string[], block: bigint) {
  const found = new Map<string, bigint>()
  for (let from = 0; from < addresses.length; from += ADDRESSES_AT_ONCE) {
    const some = addresses.slice(from, from + ADDRESSES_AT_ONCE)
    const answers = await chain.rpc.batch<string>(
      some.map(owner => ({
        method: 'eth_call',
        params: [{ to: chain.token, data: balanceOfData(owner) }, toQuantity(block)],
      })),
    )
    for (const [n, owner] of some.entries()) found.set(owner, quantity(answers[n]))
  }
  return found
}

async function balances(db: Db, chain: Chain): Promise<Difference[]> {
  const block = await keptHead(db, chain.chainId)
  const known = await allAddresses(db)
  const owners = new Map(known.map(each => [each.address, each.memberId]))
  const addresses = [chain.hot, ...owners.keys()]
  const held = new Map(
    (await heldByAddress(db, chain.chainId, chain.token)).map(each => [each.address, each.units]),
  )
  const real = await balancesAt(chain, addresses, block)
  return addresses.flatMap(address => {
    const [expected, found] = [held.get(address) ?? 0n, real.get(address) ?? 0n]
    const memberId = owners.get(address) ?? null
    if (expected === found) return []
    return [{ memberId, subject: address, expected: String(expected), found: String(found) }]
  })
}

/** The chain's part of a reconciliation; nothing where no chain is configured. */
export const checkChain =
  ({ chain }: Pick<Services, 'chain'>): ExtraCheck =>
  async (db): Promise<Check[]> => {
    if (!chain || !(await cursorExists(db, chain.chainId))) return []
    const trouble = await standingTrouble(db, chain.chainId)
    const of = (kind: string) =>
      trouble
        .filter(each => each.kind === kind)
        .map(({ memberId, subject, expected, found }) => ({ memberId, subject, expected, found }))
    return [
      {
        name: 'chain-balances',
        rule: 'every address holds the units that its transfers leave there',
        severity: 'mismatch',
        differences: await balances(db, chain),
      },
      {
        name: 'chain-outgoing',
        rule: 'what left our addresses is a payout or went to the hot wallet',
        severity: 'mismatch',
        differences: await unexplained(db, chain.chainId, chain.token, chain.hot),
      },
      {
        name: 'chain-reversed',
        rule: 'a credited payment is part of the chain',
        severity: 'mismatch',
        differences: of('reversed'),
      },
      {
        name: 'chain-wrong-token',
        rule: 'no address holds a token that the site does not take',
        severity: 'attention',
        differences: of('wrong_token'),
      },
    ]
  }
