import { useAnswer } from '../../app/calls.ts'

/** The ten levels; what is missing here only leaves its place empty. */
export const useLevels = () => useAnswer('POST /api/uservip', {}, { silent: true }).data

/** The rebate that waits to be claimed, in yuan. */
export const usePendingRebate = () =>
  useAnswer('POST /api/getfanshui', { date: 4, page: 1, api_type: '', type: '' }).data?.nojisuan ??
  0

/** How many activities run. */
export const useOpenActivities = () => useAnswer('POST /api/activitylist', { page: 1 }).data?.total
