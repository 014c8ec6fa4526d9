import { VENUE_CODES } from '@tianping/venue-protocol'
import { z } from 'zod'

/** The most faults armed at a time. */
const MAX_FAULTS = 200
const MAX_DELAY_MS = 120_000
const MAX_SKEW_MS = 86_400_000

export const FAULT_KINDS = [
  'delay', // waits `delay_ms` before anything is done
  'drop_before', // closes the connection and does nothing
  'maintenance', // answers 5003, or 3002 where a game is asked for, and does nothing
  'drop_after', // does it and closes the connection without an answer
  'error_after', // does it and answers 500
  'truncate', // does it and sends half of the answer's JSON, rightly signed
  'bad_signature', // does it and signs the answer wrongly
  'feed_duplicate', // sends every record of a feed page twice
  'feed_overlap', // sends records again that an earlier page held
  'feed_late', // sends the page's first record only with the next page, after those that follow it
  'void', // makes a settled bet VOID
  'resettle', // settles a bet again, with another payout
  'clock_skew', // the venue's clock is off by `skew_ms` while the fault stands
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export const faultSchema = z.object({
  kind: z.enum(FAULT_KINDS),
  venue: z.enum(VENUE_CODES).optional(),
  /** A call's name, such as `transfer`, `bets`, `placeBet`; absent for any. */
  endpoint: z.string().max(40).optional(),
  player: z.string().max(40).optional(),
  ref: z.string().max(40).optional(),
  /** How likely a matching call meets it. */
  probability: z.number().min(0).max(1).default(1),
  /** How many calls meet it before it is spent; null for no end. */
  count: z.int().min(1).max(1_000_000).nullable().default(null),
  delay_ms: z.int().min(0).max(MAX_DELAY_MS).optional(),
  skew_ms: z.int().min(-MAX_SKEW_MS).max(MAX_SKEW_MS).optional(),
  /** For void and resettle: this bet, at once, instead of the next that settles. */
  bet_id: z.string().max(40).optional(),
  /** For resettle: the new payout in 分; without it, the payout and one fen more. */
  payout: z.int().min(0).optional(),
})
export type Fault = z.output<typeof faultSchema> & { id: number }

export type FaultSite = {
  venue?: string
  endpoint?: string
  player?: string | undefined
  ref?: string | undefined
}

/** The faults armed at the moment, of this process only; they die with it. */
export class Faults {
  readonly #armed = new Map<number, Fault>()
  readonly #random: () => number
  #lastId = 0

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  list(): Fault[] {
    return [...this.#armed.values()]
  }

  /** Arms a fault; null when there are too many already. */
  add(fault: z.output<typeof faultSchema>): Fault | null {
    if (this.#armed.size >= MAX_FAULTS) return null
    const armed = { ...fault, id: ++this.#lastId }
    this.#armed.set(armed.id, armed)
    return armed
  }

  /** Disarms one fault, or all. */
  clear(id?: number): void {
    if (id === undefined) this.#armed.clear()
    else this.#armed.delete(id)
  }

  /**
   * The first armed fault of these kinds that the site matches and chance strikes; it counts as
   * met.
   */
  meet(site: FaultSite, ...kinds: FaultKind[]): Fault | undefined {
    for (const fault of this.#armed.values()) {
      if (!kinds.includes(fault.kind) || fault.bet_id || !matches(fault, site)) continue
      if (this.#random() >= fault.probability) continue
      if (fault.count !== null && --fault.count === 0) this.#armed.delete(fault.id)
      return fault
    }
    return undefined
  }

  /**
   * By how much the clock of a venue is off: the sum of its clock faults, which are never spent.
   */
  skewMs(venue: string | undefined): number {
    return this.list()
      .filter(fault => fault.kind === 'clock_skew' && matches(fault, { venue: venue ?? '' }))
      .reduce((sum, fault) => sum + (fault.skew_ms ?? 0), 0)
  }
}

function matches(fault: Fault, site: FaultSite): boolean {
  return (['venue', 'endpoint', 'player', 'ref'] as const).every(
    name => fault[name] === undefined || fault[name] === site[name],
  )
}
