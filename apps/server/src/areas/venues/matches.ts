import type { VenueMatch } from '@tianping/venue-protocol'
import type { Clock } from '../../kernel/clock.ts'
import { Cached } from '../../kernel/live/cached.ts'
import type { Venue, Venues } from './directory.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    matches: Matches
  }
}

/** What a venue said of its matches, and when. */
export type Told = { askedAt: Date; items: VenueMatch[] }

/** A venue is asked this often at most, by each instance. */
const FRESH_MS = 5_000
const PATIENCE = { connectTimeoutMs: 800, timeoutMs: 1_500 }
/** Rests after failures, each twice as long as the one before. */
const REST_MS = 10_000
const LONGEST_REST_MS = 320_000
/** A venue that knows no such call is asked again after this long. */
const LACKS_MS = 600_000
const ITEMS = 12

/** The categories whose games are books of matches. */
const CATEGORIES = ['sport', 'gaming']

type State = { failures: number; restsUntil: number; last: Told | null }

/**
 * The next matches of the venues that tell of them (protocol 1.1). A slow or failing venue costs a
 * visitor one short wait: it then rests, and its tile stands alone.
 */
export class Matches {
  private readonly deps: { venues: Venues; clock: Clock }
  private readonly states = new Map<string, State>()
  private readonly answers: Cached<string, Told | null>

  constructor(deps: Matches['deps']) {
    this.deps = deps
    this.answers = new Cached(name => this.ask(name), {
      ttlMs: FRESH_MS,
      maxEntries: 50,
      clock: deps.clock,
    })
  }

  /** What each open venue of matches says now; nothing of those that rest. */
  async next(): Promise<{ venue: Venue; told: Told }[]> {
    const open = (await this.deps.venues.all()).filter(
      venue => venue.state === 'open' && CATEGORIES.includes(venue.category),
    )
    const found = await Promise.all(
      open.map(async venue => ({ venue, told: await this.answers.get(venue.platname) })),
    )
    return found.flatMap(({ venue, told }) => (told ? [{ venue, told }] : []))
  }

  /**
   * The games that told of matches when their venue was asked last. Answers at once: the venues are
   * asked behind, for those who come next.
   */
  known(): { platform_name: string; game_code: string }[] {
    void this.next().catch(() => undefined)
    return [...this.states].flatMap(([platform_name, { last }]) =>
      [...new Set(last?.items.map(item => item.game_code))].map(game_code => ({
        platform_name,
        game_code,
      })),
    )
  }

  /** Asks a venue once, unless it rests. */
  private async ask(platname: string): Promise<Told | null> {
    const now = this.deps.clock.now()
    const state = this.states.get(platname) ?? { failures: 0, restsUntil: 0, last: null }
    this.states.set(platname, state)
    if (state.restsUntil > now.getTime()) return null
    // With little patience, and apart from money: no failure here is news about a venue.
    const { connections } = this.deps.venues
    const answer = await connections.briefClient(platname, PATIENCE).matches({ limit: ITEMS })
    if (answer.kind === 'ok') {
      state.failures = 0
      state.last = { askedAt: now, items: answer.data.items }
      return state.last
    }
    // What has no such call answers a refusal, or 404 without a signature.
    const lacks = answer.kind === 'refused' || answer.detail.startsWith('HTTP 404')
    const rest = Math.min(REST_MS * 2 ** state.failures, LONGEST_REST_MS)
    state.failures = Math.min(state.failures + 1, 10)
    state.restsUntil = now.getTime() + (lacks ? LACKS_MS : rest)
    state.last = null
    return null
  }
}
