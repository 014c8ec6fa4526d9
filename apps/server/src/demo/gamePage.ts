import { randomBytes } from 'node:crypto'
import type { Call } from './life.ts'
import type { WalkingClock } from './walk.ts'

const TIMEOUT_MS = 8_000
/** What a venue answers a stake that the wallet does not hold: the player stops. */
const NOT_ENOUGH = 2003
/** What it answers while it waits for the player to look at the time played. */
const REALITY_DUE = 4101
/** A slot's round takes a little less than this at the venue, which no seeding may shorten. */
export const SPIN_MS = 2_600
const SLIP_LIFE_MS = 15_000

type Said<T> = { code: number; message: string; data: T }
type BookView = {
  matches: {
    number: number
    phase: string
    key: string
    lines: { picks: { pick: string; price: number | null }[] }[]
  }[]
}

const newBetId = () => randomBytes(8).toString('hex')

/**
 * A game as its own page plays it: with the launch token of its address, by the venue's calls for
 * players.
 */
export class GamePage {
  readonly #origin: string
  readonly #token: string

  private constructor(origin: string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  /**
   * Asks the platform for the game's address and opens it. The address is good once, so its call is
   * never a repetition.
   */
  static async launch(call: Call, platname: string, game: string): Promise<GamePage> {
    const { data } = await call(
      'POST /api/getGameUrl',
      { plat_name: platname, game_type: 0, game_code: game, is_mobile_url: 1 },
      `demo-launch-${newBetId()}`,
    )
    return GamePage.#open(new URL(data['url'] as string))
  }

  static async #open(at: URL): Promise<GamePage> {
    const { data } = await ask<{ token: string } | null>(at.origin, 'POST', '/api/session', {
      token: at.hash.replace('#t=', ''),
    })
    if (!data) throw new Error(`Demo data: the venue did not open ${at.pathname}`)
    return new GamePage(at.origin, data.token)
  }

  /**
   * Rounds of a slot, one spin after the other at the venue's pace; `pause` lets so many
   * milliseconds pass.
   */
  async spin(times: number, stakeFen: number, pause: (ms: number) => Promise<void> | void) {
    for (let n = 0; n < times; n++) {
      if (n > 0) await pause(SPIN_MS)
      if (!(await this.#bet('/api/bets', { stake: stakeFen }))) return
    }
  }

  /** One line on a round that takes bets; false when there is not enough for it. */
  ticket(round: number, pick: string, stakeFen: number): Promise<boolean> {
    return this.#bet('/api/tickets', { round, lines: [{ pick, stake: stakeFen }] })
  }

  /** A ticket each on the next matches that have not begun and offer the pick. */
  async slips(times: number, pick: string, stakeFen: number, clock: WalkingClock) {
    const { data } = await ask<BookView>(this.#origin, 'GET', '/api/book', undefined, this.#token)
    const offers = data.matches
      .filter(match => match.phase === 'pre')
      .flatMap(({ number, key, lines }) => {
        const price = lines.flatMap(line => line.picks).find(each => each.pick === pick)?.price
        return price ? [{ match: number, pick, price, key }] : []
      })
    for (const leg of offers.slice(0, times)) {
      if (
        !(await this.#bet('/api/slips', {
          stake: stakeFen,
          legs: [leg],
          expires_at: clock.now().getTime() + SLIP_LIFE_MS,
        }))
      )
        return
    }
  }

  async leave() {
    await ask(this.#origin, 'POST', '/api/leave', {}, this.#token)
  }

  /** Whoever is reminded of the time answers, and goes on with the same bet. */
  async #bet(path: string, body: object): Promise<boolean> {
    const bet = { client_bet_id: newBetId(), ...body }
    const place = () => ask(this.#origin, 'POST', path, bet, this.#token)
    let said = await place()
    if (said.code === REALITY_DUE) {
      await ask(this.#origin, 'POST', '/api/reality', {}, this.#token)
      said = await place()
    }
    const { code, message } = said
    if (code !== 0 && code !== NOT_ENOUGH)
      throw new Error(`Demo data: the venue refused ${path}: ${code} ${message}`)
    return code === 0
  }
}

async function ask<T = unknown>(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  token?: string,
): Promise<Said<T>> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return (await answer.json()) as Said<T>
}
