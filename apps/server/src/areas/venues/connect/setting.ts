// How a venue is reached, as a setting: versions, and two persons for each change.
import {
  venueAdapterNames,
  venueCurrencies,
  type VenueAdapterName,
} from '@tianping/contract/venues/facts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clockTime } from '../../../kernel/setting.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000)
const keyNo = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)
const adapters = Object.keys(venueAdapterNames) as [VenueAdapterName, ...VenueAdapterName[]]

export const connectionSchema = z.object({
  adapter: z.enum(adapters),
  endpoint: z.string().max(200),
  merchant: z.string().max(64),
  /** The number of the key in use, and of the one before, which still counts while keys rotate. */
  key: keyNo,
  previousKey: keyNo,
  currency: z.enum(venueCurrencies),
  /** Seconds from one question for new bets to the next. */
  feedSeconds: z.number().int().min(1).max(60),
  /** The most of one transfer to the venue, and of all that members hold there; 0 for no limit. */
  maxTransferFen: fen,
  exposureFen: fen,
  /**
   * The venue's weekly maintenance in Beijing time: 1 is Monday, 0 every day; `until` before `from`
   * runs over midnight, the same time twice is no window.
   */
  windowDay: z.number().int().min(0).max(7),
  windowFrom: clockTime,
  windowUntil: clockTime,
})
export type ConnectionValue = z.output<typeof connectionSchema>

export const connectionKey = (code: string) => `venue:${code}`
export const isVenueName = (code: string) => /^[A-Z][A-Z0-9]{1,11}$/.test(code)

/** What a trial proves: where calls go, as whom, and by which key. */
export const configHash = ({ adapter, endpoint, merchant, key }: ConnectionValue): string =>
  createHash('sha256')
    .update(JSON.stringify([adapter, endpoint, merchant, key]))
    .digest('hex')

/** How the sandbox's own venues are reached: by the environment, without limits. */
export const sandboxConnection: ConnectionValue = {
  adapter: 'sandbox',
  endpoint: '',
  merchant: '',
  key: 0,
  previousKey: 0,
  currency: 'CNY',
  feedSeconds: 1,
  maxTransferFen: 0,
  exposureFen: 0,
  windowDay: 0,
  windowFrom: '00:00',
  windowUntil: '00:00',
}
