import { refreshUser } from '../../app/account.ts'
import { useAction } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Application = { mobile: string; apply_info: string }
export const empty: Application = { mobile: '', apply_info: '' }

/** Applies for the partner programme; what the server says of it is shown. */
export const useApplyAgent = ({
  done,
  failed,
}: {
  done: () => void
  failed: (error: Error) => void
}) =>
  useAction('POST /api/applyagentdo', {
    failed,
    done: async ({ message }) => {
      toast(message)
      done()
      await refreshUser()
    },
  })
