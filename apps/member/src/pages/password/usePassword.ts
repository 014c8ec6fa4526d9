import { useAction } from '../../app/calls.ts'
import { leave } from '../../app/report.ts'
import { toast } from '../../ui/layer/toast.tsx'

type Ends = { failed: (error: Error) => void; changed: () => void }

/** The wire calls the old password `password` and the new one `paypassword`, for both calls. */
export type Change = { password: string; paypassword: string }

/**
 * A changed login password ends every session, this one too: what the browser kept goes, and the
 * log-in shows.
 */
export const useLoginPassword = ({ failed }: Ends) =>
  useAction('POST /api/editPassword', {
    failed,
    done: () => {
      toast('密码修改成功！')
      leave()
    },
  })

export const usePayPassword = ({ failed, changed }: Ends) =>
  useAction('POST /api/editPayPassword', {
    failed,
    done: () => {
      toast('密码修改成功！')
      changed()
    },
  })
