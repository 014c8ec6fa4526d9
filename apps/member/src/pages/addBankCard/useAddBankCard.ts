import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { back } from '../../app/routes/navigation.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** Binds a card and goes back to where the member came from. */
export const useAddBankCard = ({
  failed,
  bound,
}: {
  failed: (error: Error) => void
  bound: () => void
}) =>
  useProvenAction('POST /api/bindcard', {
    stale: ['POST /api/getcard'],
    failed,
    done: () => {
      bound()
      toast('绑定成功')
      back()
    },
  })
