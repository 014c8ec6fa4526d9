import { patchUser, refreshUser } from '../../app/account.ts'
import { useProvenAction } from '../../app/factor/useProvenAction.ts'
import { texts } from '../../app/texts.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Profile = { mobile: string; email: string; birthday: string }

/** Keeps the profile: stored here at once, then the member is asked for anew. */
export const useProfile = (failed: (error: Error) => void) =>
  useProvenAction('POST /api/updateuserinfo', {
    failed,
    done: async (_answer, sent) => {
      if (!(sent instanceof FormData))
        patchUser({
          mobile: sent.mobile as string,
          email: sent.email as string,
          birthday: sent.birthday as string,
        })
      toast(texts.done)
      await refreshUser()
    },
  })
