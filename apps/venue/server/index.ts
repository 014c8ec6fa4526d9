export { readMerchants, sandboxMerchants, type Merchant } from './merchants.ts'
export { startVenue, type RunningVenue, type VenueOptions } from './startVenue.ts'
