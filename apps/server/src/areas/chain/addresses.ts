import { childAddress, MEMBERS } from '@tianping/evm'
import type { OnChain } from '../cashier/cashier.ts'
import type { Settings } from '../../kernel/environment.ts'
import type { Chain } from './connection.ts'
import { addressOfMember, insertAddress, nextPlace } from './store/address.sql.ts'
import { keepRate } from './store/order.sql.ts'
import { comingTo } from './store/transfer.sql.ts'

const UNITS_PER_CENT = 10_000n

/** What the cashier knows of the chain. The caller of `addressOf` has locked the member. */
export function onChain(chain: Chain | null, { mode }: Pick<Settings, 'mode'>): OnChain | null {
  if (!chain) return null
  const { wallet, xpub, chainId, token, protocol, shown } = chain
  return {
    protocol,
    addressOf: async (tx, memberId, now) => {
      const known = await addressOfMember(tx, memberId, wallet)
      if (known) return shown(known.address)
      const place = await nextPlace(tx)
      const address = childAddress(xpub, { branch: MEMBERS, index: place })
      await insertAddress(tx, { memberId, wallet, place, address, now })
      return shown(address)
    },
    opened: async (tx, order) => {
      await keepRate(tx, order)
    },
    // A wallet reads the request (EIP-681) from the code; in a sandbox the faucet pays.
    payUrlOf: ({ depositNo, usdtCents, payAddress }, origin) => {
      if (protocol === 'TRC20') return `tron:${payAddress}`
      return mode === 'sandbox'
        ? `${origin}/sandbox-chain/${depositNo}`
        : `ethereum:${shown(token)}@${chainId}/transfer?address=${payAddress}&uint256=${usdtCents * UNITS_PER_CENT}`
    },
    coming: async (db, memberId, address) =>
      (await comingTo(db, memberId, chain.read(address), token)).map(
        ({ txHash, units, confirmations, needed }) => ({
          txHash,
          cents: units / UNITS_PER_CENT,
          confirmations,
          needed,
        }),
      ),
  }
}
