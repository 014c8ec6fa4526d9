import type { RowOf } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { usePages } from '../../app/lists.ts'

export type Packet = RowOf<'POST /api/redpacket'>

/** How many claims are left and made. */
export const useClaims = () => useAnswer('GET /api/userredpacket', { page: 1 }, { freshMs: 0 })

/** The red packets received, in pages. */
export const usePackets = () => usePages('POST /api/redpacket', {})
