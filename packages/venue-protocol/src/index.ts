export * from './calls.ts'
export { isDefinite, VENUE_ERRORS, VenueRefusal, type VenueErrorCode } from './errors.ts'
export { ExchangeError, httpExchange } from './exchange.ts'
export { MAX_FEN } from './fields.ts'
export { SANDBOX_MERCHANT } from './sandboxMerchant.ts'
export { secretProblems, type NamedSecret } from './secrets.ts'
export * from './signature.ts'
export { targetOf } from './target.ts'
export { isVenueCode, VENUE_CODES, venueBaseUrl, type VenueCode } from './venueCodes.ts'
export {
  venueClient,
  type UnknownReason,
  type VenueClient,
  type VenueClientOptions,
  type VenueOutcome,
  type VenueWatch,
} from './venueClient.ts'
export { toWire } from './wire.ts'
