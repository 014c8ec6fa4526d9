import { refreshUser } from '../../app/account.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { texts } from '../../app/texts.ts'
import { toast } from '../../ui/toast.tsx'

/** The ten levels; what is missing here only leaves its place empty. */
export const useLevels = () => useAnswer('POST /api/uservip', {}, { silent: true }).data

/** The rebate that waits to be claimed, in yuan. */
export const usePendingRebate = () => useAnswer('POST /api/getfanshui', { date: 4, page: 1, api_type: '', type: '' }, { silent: true }).data?.nojisuan ?? 0

/** How many activities run. */
export const useOpenActivities = () => useAnswer('POST /api/activitylist', { page: 1 }, { silent: true }).data?.total

export const useUploadAvatar = () =>
  useAction('POST /api/uploadimg', {
    done: async () => {
      toast(texts.done)
      await refreshUser()
    },
  })
