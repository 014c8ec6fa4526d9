import type { Given } from '@tianping/contract'
import { refreshUser } from '../../app/account.ts'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'
import { sentOf, type Filter } from '../../app/records/filters.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Rebate = Given<'POST /api/getfanshui'>['list']['data'][number]

/** The rebates of a filter in pages; its first answer carries both totals. */
export const useRebates = (filter: Filter) =>
  usePages('POST /api/getfanshui', { ...sentOf(filter), type: '' })

export const useVenues = () => useAnswer('POST /api/balancelist', {}).data ?? []

/** Claims all that is pending; then the member and the lists are asked for anew. */
export const useClaim = () =>
  useAction('POST /api/dofanshui', {
    stale: ['POST /api/getfanshui', 'POST /api/balance'],
    done: async ({ message }) => {
      toast(message)
      await refreshUser()
    },
    // What shows may be why: it was claimed in another tab.
    failed: () => refresh('POST /api/getfanshui', 'POST /api/balance'),
  })
