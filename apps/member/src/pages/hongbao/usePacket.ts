import { useState } from 'react'
import { newKey, Refused, Unreachable } from '../../app/api.ts'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { useLoggedIn } from '../../app/session.ts'
import { toast } from '../../ui/layer/toast.tsx'
import { overlayOf } from './stages.ts'

/** The hours begin and end while the page is open. */
const everyMs = 60_000

export const usePacket = () =>
  useAnswer('GET /api/userredpacket', {}, { enabled: useLoggedIn(), everyMs, freshMs: 0 })

type Ends = {
  won: (yuan: number, id: string) => void
  /** The hours ended, or have not begun, contrary to what the page still shows. */
  late: (overlay: 'waiting' | 'ended') => void
}

/**
 * Claims one packet. The browser's own seed is mixed into the draw; it stays the same until an
 * answer came, so that a claim whose answer was lost is the same claim when it is sent again.
 */
export function useDraw({ won, late }: Ends) {
  const [seed, setSeed] = useState(newKey)
  const action = useAction('POST /api/douserredpacket', {
    stale: ['GET /api/userredpacket', 'POST /api/redpacket', 'POST /api/user', 'POST /api/balance'],
    done: ({ data }) => {
      setSeed(newKey())
      won(data.redpacketmoney, data.id)
    },
    silent: true,
    failed: async error => {
      if (error instanceof Unreachable) return toast('服务器错误，请稍后再试！', 'danger')
      if (!(error instanceof Refused) || error.code === 401) return
      const overlay = overlayOf(error.data)
      toast(error.message, 'danger')
      // The page showed something else: it is asked for anew before anything is said of it.
      await refresh('GET /api/userredpacket')
      if (overlay) late(overlay)
    },
  })
  useLanded('POST /api/douserredpacket', () => setSeed(newKey()))
  return { busy: action.busy, error: action.error, run: () => action.run({ client_seed: seed }) }
}

export const useProof = (id: string) =>
  useAnswer('POST /api/redpacketproof', { id }, { freshMs: 0 })
