import type { Given } from '@tianping/contract'
import { useState } from 'react'
import { newKey } from '../../app/api.ts'
import { refresh, useAction, useAnswer } from '../../app/calls.ts'
import { useLanded } from '../../app/outcome/unsettled.ts'
import { useLoggedIn } from '../../app/session.ts'

export type PacketWindow = Given<'POST /api/packetWindows'>['data'][number]
export type Won = (yuan: number, id: string) => void

/** The hours begin and end while the page is open. */
const EVERY_MS = 60_000

export const useWindows = () =>
  useAnswer('POST /api/packetWindows', {}, { enabled: useLoggedIn(), everyMs: EVERY_MS })

/** Claims one packet of a window; the seed stays until an answer came, as for every packet. */
export function useWindowDraw(id: number, won: Won) {
  const [seed, setSeed] = useState(newKey)
  const action = useAction('POST /api/packetWindowClaim', {
    stale: [
      'POST /api/packetWindows',
      'POST /api/redpacket',
      'POST /api/user',
      'POST /api/balance',
    ],
    done: async ({ data }) => {
      setSeed(newKey())
      won(data.redpacketmoney, data.id)
      await refresh('GET /api/userredpacket', 'POST /api/packetWindows')
    },
    failed: () => refresh('POST /api/packetWindows'),
  })
  useLanded('POST /api/packetWindowClaim', () => setSeed(newKey()))
  return { busy: action.busy, run: () => action.run({ id, client_seed: seed }) }
}
