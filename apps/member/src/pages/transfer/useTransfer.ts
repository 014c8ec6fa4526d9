import { PLATFORM } from '@tianping/contract/rules'
import { patchUser, refreshUser, useUser } from '../../app/account.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { texts } from '../../app/texts.ts'
import { useVenues } from '../../app/wallet/venues.ts'
import { toast } from '../../ui/toast.tsx'

const refreshMs = 1_500

export type Wallet = { platname: string; name: string; balance: number; barred: boolean }

/** The wallets money moves between, the platform wallet always first (part 2 §2). */
export function useWallets() {
  const user = useUser()
  const venues = useVenues(refreshMs)
  // The shell asks for the central balance too, but not as often; it lays what comes into the member's figures.
  useAnswer('POST /api/balance', {}, { everyMs: refreshMs, silent: true, endsSession: true, enabled: user !== undefined })
  const platform: Wallet = { platname: PLATFORM, name: '平台钱包', balance: user?.balance ?? 0, barred: false }
  const wallets = [platform, ...(venues.data ?? []).map(({ state, ...venue }) => ({ ...venue, barred: state === 'maintenance' }))]
  return { venues, wallets, automatic: user?.transferstatus === 1, known: user !== undefined }
}

type Ends = { moved: (state: number) => void; failed: (error: Error) => void }

/** Moves money; `moved` gets the transfer's state: 1 done, 2 while the venue has not confirmed it. */
export const useTransfer = ({ moved, failed }: Ends) =>
  useAction('POST /api/transfer', {
    stale: ['POST /api/balancelist', 'POST /api/user', 'POST /api/balance', 'POST /api/gettransrecord'],
    failed,
    done: ({ data, message }) => {
      toast(message || texts.done)
      moved(data.state)
    },
  })

/** Turns 自动免转 on or off. */
export const useAutomatic = () =>
  useAction('POST /api/uptransferstatus', {
    done: ({ data }) => {
      patchUser({ transferstatus: data.transferstatus })
      toast('操作成功！')
      void refreshUser()
    },
  })
