import { useState } from 'react'
import { newKey, Unreachable } from '../../app/api.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { useLoggedIn } from '../../app/session.ts'
import { toast } from '../../ui/toast.tsx'

/** The hours begin and end while the page is open. */
const everyMs = 60_000

export const usePacket = () => useAnswer('GET /api/userredpacket', {}, { enabled: useLoggedIn(), everyMs, freshMs: 0 })

/**
 * Claims one packet. The browser's own seed is mixed into the draw; it stays the same until an answer came, so that a
 * claim whose answer was lost is the same claim when it is sent again.
 */
export function useDraw(won: (yuan: number, id: string) => void) {
  const [seed, setSeed] = useState(newKey)
  const action = useAction('POST /api/douserredpacket', {
    stale: ['GET /api/userredpacket', 'POST /api/redpacket', 'POST /api/user', 'POST /api/balance'],
    done: ({ data }) => {
      setSeed(newKey())
      won(data.redpacketmoney, data.id)
    },
    failed: error => {
      if (error instanceof Unreachable) toast('服务器错误，请稍后再试！', 'danger')
    },
  })
  return { busy: action.busy, run: () => action.run({ client_seed: seed }) }
}

export const useProof = (id: string) => useAnswer('POST /api/redpacketproof', { id }, { freshMs: 0 })
