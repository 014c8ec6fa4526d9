import { recordType } from '@tianping/contract/records/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { PLATFORM } from '@tianping/contract/wallet/rules'
import { useEffect, useEffectEvent } from 'react'
import { patchUser, refreshUser, useUserAnswer } from '../../app/account.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { texts } from '../../app/texts.ts'
import { recordTypes } from '../../app/records/recordTypes.ts'
import { useVenues } from '../../app/wallet/venues.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { toast } from '../../ui/layer/toast.tsx'

const refreshMs = 1_500

export type Wallet = { platname: string; name: string; balance: number; barred: boolean }

/** The wallets money moves between: the platform's, and those of the venues (P2-2.15-06). */
export function useWallets() {
  const member = useUserAnswer()
  const user = member.data
  const venues = useVenues(refreshMs)
  const platform: Wallet = {
    platname: PLATFORM,
    name: '平台钱包',
    balance: user?.balance ?? 0,
    barred: false,
  }
  const wallets = (venues.data ?? []).map(({ state, ...venue }) => ({
    ...venue,
    barred: state === 'maintenance',
  }))
  return { member, venues, platform, wallets, automatic: user?.transferstatus === 1, known: !!user }
}

/**
 * A transfer the venue has not confirmed; `type` is the list of records it stands in: 3 into a
 * venue, 4 out of one.
 */
type Direction = typeof recordTypes.transferIn | typeof recordTypes.transferOut
export type Pending = { no: string; type: Direction }

type Ends = { moved: (pending: Pending | undefined) => void; failed: (error: Error) => void }

/** Moves money; `moved` gets the transfer when its outcome is not known yet. */
export function useTransfer({ moved, failed }: Ends) {
  useLanded('POST /api/transfer', () => moved(undefined))
  return useAction('POST /api/transfer', {
    stale: [
      'POST /api/balancelist',
      'POST /api/user',
      'POST /api/balance',
      'POST /api/gettransrecord',
    ],
    failed,
    done: ({ data, message }, sent) => {
      toast(message || texts.done)
      const into = !(sent instanceof FormData) && sent.sourcetype === PLATFORM
      const type = into ? recordTypes.transferIn : recordTypes.transferOut
      moved(data?.state === transferState.pending ? { no: data.out_trade_no, type } : undefined)
    },
  })
}

const askMs = 3_000

/** Follows a pending transfer until the venue has answered, and says how it ended. */
export function usePending(pending: Pending | undefined, ended: () => void) {
  const { data } = useAnswer(
    'POST /api/gettransrecord',
    { type: Number(pending?.type ?? recordType.transferIn), date: 2, page: 1 },
    { everyMs: askMs, enabled: pending !== undefined, silent: true },
  )
  const state = data?.data.find(row => row.out_trade_no === pending?.no)?.state
  const settle = useEffectEvent((outcome: number) => {
    ended()
    toast(
      outcome === transferState.done ? '转账已到账' : '转账未成功，资金未变动',
      outcome === transferState.done ? 'success' : 'danger',
    )
    void refreshUser()
  })
  useEffect(() => {
    if (state === transferState.failed || state === transferState.done) settle(state)
  }, [state])
}

/** Turns 自动免转 on or off. */
export const useAutomatic = () =>
  useAction('POST /api/uptransferstatus', {
    done: (_answer, sent) => {
      if (!(sent instanceof FormData))
        patchUser({ transferstatus: Number(sent.transferstatus) === 1 ? 1 : 0 })
      toast('操作成功！')
      void refreshUser()
    },
  })
