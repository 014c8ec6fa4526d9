import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { leave } from '../../app/report.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Change = { old: string; next: string; confirm: string }

/** The wire calls the old password `password` and the new one `paypassword`, for both calls. */
const sentOf = ({ old, next }: Change) => ({ password: old, paypassword: next })

/**
 * A changed login password ends every session, this one too: what the browser kept goes, and the
 * log-in shows.
 */
export function useLoginPassword({ failed }: { failed: (error: Error) => void }) {
  const { run, busy } = useProvenAction('POST /api/editPassword', {
    failed,
    done: () => {
      toast('密码修改成功！')
      leave()
    },
  })
  return { busy, run: (change: Change) => run(sentOf(change)) }
}

type Ends = { failed: (error: Error) => void; changed: () => void }

export function usePayPassword({ failed, changed }: Ends) {
  const { run, busy } = useProvenAction('POST /api/editPayPassword', {
    failed,
    done: () => {
      toast('密码修改成功！')
      changed()
    },
  })
  return { busy, run: (change: Change) => run(sentOf(change)) }
}
