import type { VenueAdapterName } from '@tianping/contract/venues/facts'
import type { VenueAdapter, VenueConnection } from './port.ts'
import { protocolV1 } from './protocolV1.ts'
import { seamless } from './seamless.ts'
import { transferWallet } from './transferWallet.ts'

/** What venues are spoken to by; an adapter is added here and nowhere else. */
export const venueAdapters: Record<VenueAdapterName, (at: VenueConnection) => VenueAdapter> = {
  sandbox: protocolV1,
  v1: protocolV1,
  'transfer-wallet': transferWallet,
  seamless,
}
