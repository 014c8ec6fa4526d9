import { cardKind } from '@tianping/contract/cards/facts'
import type { Protocol } from '@tianping/contract/payments'
import type { CardBinding } from '@tianping/contract/cards/rules'
import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { leaveBound } from '../../app/wallet/bound.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Address = {
  bank_owner: Protocol
  bank_no: string
  pay_pass: string
  /** The member says that the address is their own. */
  own: boolean
}

/** The wire takes an address as a card of the bank `USDT`; `bank_owner` is its protocol. */
export const cardOf = ({ own, ...address }: Address): CardBinding & { own: 0 | 1 } => ({
  ...address,
  own: own ? 1 : 0,
  bank: 'USDT',
  bank_address: '',
})

type Ends = { failed: (error: Error) => void; bound: () => void }

/** Binds an address and goes back to where it is wanted. */
export function useAddUsdtCard({ failed, bound }: Ends) {
  const { run, busy } = useProvenAction('POST /api/bindcard', {
    stale: ['POST /api/getcard', 'POST /api/depositoptions'],
    failed,
    done: () => {
      bound()
      toast('绑定成功')
      leaveBound(cardKind.usdt)
    },
  })
  return { busy, run: (address: Address) => run(cardOf(address)) }
}
