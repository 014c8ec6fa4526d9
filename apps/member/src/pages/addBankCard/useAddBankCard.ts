import { cardKind } from '@tianping/contract/cards/facts'
import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { leaveBound } from '../../app/wallet/bound.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** Binds a card and goes back to where it is wanted. */
export const useAddBankCard = ({
  failed,
  bound,
}: {
  failed: (error: Error) => void
  bound: () => void
}) =>
  useProvenAction('POST /api/bindcard', {
    stale: ['POST /api/getcard', 'POST /api/depositoptions'],
    failed,
    done: () => {
      bound()
      toast('绑定成功')
      leaveBound(cardKind.bank)
    },
  })
