import type { RowOf } from '@tianping/contract'
import { useState } from 'react'
import { toast } from '../../ui/layer/toast.tsx'
import { useBalance } from '../account.ts'
import { cache, keyOf } from '../cache.ts'
import { useAction, useAnswer } from '../calls.ts'
import { texts } from '../texts.ts'

export type Venue = RowOf<'POST /api/balancelist'>

const key = keyOf('POST /api/balancelist')

/** How often the wallet screens ask for balances, in ms (P2-9-06). */
export const walletEveryMs = 3_500

/**
 * The venues with what the member holds there, asked again every `everyMs` together with the
 * central wallet.
 */
export function useVenues(everyMs: number) {
  useBalance(everyMs)
  return useAnswer('POST /api/balancelist', {}, { everyMs })
}

/** Asks one venue anew; `busy` is its platname meanwhile. */
export function useVenueRefresh() {
  const [asked, setAsked] = useState('')
  const action = useAction('POST /api/userapimoney/:code', {
    quiet: true,
    done: ({ data }, sent) => {
      const code = sent instanceof FormData ? '' : sent.code
      if (!data) void cache.invalidateQueries({ queryKey: key })
      cache.setQueryData<Venue[]>(key, venues =>
        venues?.map(venue => (data && venue.platname === code ? { ...venue, ...data } : venue)),
      )
      toast(texts.refreshed)
    },
  })
  return {
    busy: action.busy ? asked : '',
    run: (code: string) => {
      if (action.run({ code })) setAsked(code)
    },
  }
}
