import type { Given, RowOf } from '@tianping/contract'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Packet = RowOf<'POST /api/redpacket'>

/** How many claims are left and made. */
export const useClaims = () => useAnswer('GET /api/userredpacket', { page: 1 }, { freshMs: 0 })

export type Grant = RowOf<'POST /api/freeRounds'>

/** Rounds of slots that the house gave, in pages. */
export const useGrants = () => usePages('POST /api/freeRounds', {})
export type Grants = ReturnType<typeof useGrants>

/** The red packets received, in pages. */
export const usePackets = () => usePages('POST /api/redpacket', {})

export type Mission = Given<'POST /api/welfareOffers'>['missions'][number]

/** Missions with the member's progress, and whether there are codes to redeem. */
export const useOffers = () => useAnswer('POST /api/welfareOffers', {}, { freshMs: 0 })

/** Claims the prize of a mission that was reached. */
export const useMissionClaim = () =>
  useAction('POST /api/missionClaim', {
    stale: [
      'POST /api/welfareOffers',
      'POST /api/user',
      'POST /api/balance',
      'POST /api/wageringaudit',
    ],
    done: ({ message }) => toast(message),
    failed: () => refresh('POST /api/welfareOffers'),
  })

/** Redeems a code; one whose answer was lost is cleared once it is known to have been redeemed. */
export function useRedeem(form: { clear: () => void; refused: (error: Error) => void }) {
  const action = useAction('POST /api/codeRedeem', {
    stale: ['POST /api/user', 'POST /api/balance', 'POST /api/wageringaudit'],
    done: ({ message }) => {
      form.clear()
      toast(message)
    },
    failed: form.refused,
  })
  useLanded('POST /api/codeRedeem', form.clear)
  return action
}
