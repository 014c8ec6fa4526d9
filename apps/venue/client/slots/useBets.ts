import { t } from '../words/words.ts'
import { useState } from 'react'
import { call, UnknownOutcome } from '../session/api.ts'
import { awaitResult, refused } from '../session/awaited.ts'
import { newBetId } from '../session/newBetId.ts'
import type { Game } from '../session/useGame.ts'
import type { Envelope, Placed, State } from '../session/wire.ts'

/**
 * A bet whose answer was lost is sent again only this long; a spin must not start minutes after its
 * tap.
 */
const RESEND_WITHIN_MS = 15_000
const TOO_EARLY = 4103
const MAX_TOO_EARLY = 6
const TOO_EARLY_PAUSE_MS = 400

/** The bet of this key as the server tells it; null when the server never took it. */
function placedIn<Outcome>(state: State<Outcome>, betId: string): Placed<Outcome> | null {
  const { last, balance, session, seeds, free, jackpot } = state
  if (last?.client_bet_id !== betId) return null
  return { bet: last, balance, session, nonce: seeds.nonce, free, jackpot }
}

export type Bets<Outcome> = ReturnType<typeof createBets<Outcome>>

/** Placing rounds and taking their free spins; the functions of a session never change. */
export function useBets<Outcome>(game: Game<Outcome>): Bets<Outcome> {
  const [bets] = useState(() => createBets(game))
  return bets
}

function createBets<Outcome>(game: Game<Outcome>) {
  /** Sends again while the server finds it too early. */
  const patiently = async <T>(send: () => Promise<Envelope<T>>): Promise<T | null> => {
    for (let early = 0; ; early++) {
      const answer = await send()
      if (answer.code !== TOO_EARLY || early >= MAX_TOO_EARLY) return game.accepted(answer)
      await new Promise(done => setTimeout(done, TOO_EARLY_PAUSE_MS))
    }
  }

  /**
   * Places one round; null when it was refused or did not come about, which the player has then
   * been told.
   */
  const placeBet = async (stakeFen: number, grant?: string): Promise<Placed<Outcome> | null> => {
    const bet = {
      client_bet_id: newBetId(),
      stake: stakeFen,
      ...(grant === undefined ? {} : { free: grant }),
    }
    awaitResult(bet.client_bet_id)
    const tappedAtMs = Date.now()
    const send = async () => {
      if (grant === undefined) game.setPlaced(stakeFen)
      const answer = await call<Placed<Outcome>>(game.token(), 'POST', '/api/bets', bet)
      game.setPlaced(null)
      return answer
    }
    game.setNotice('')
    for (;;) {
      try {
        const placed = await patiently(send)
        if (!placed) refused(bet.client_bet_id)
        return placed
      } catch (error) {
        if (!(error instanceof UnknownOutcome)) throw error
        await game.reconnected()
        const fresh = await game.refresh()
        game.setPlaced(null)
        const placed = fresh && placedIn(fresh, bet.client_bet_id)
        if (placed || !fresh) return placed
        if (Date.now() - tappedAtMs > RESEND_WITHIN_MS) {
          refused(bet.client_bet_id)
          game.setNotice(t('slot.not_taken'))
          return null
        }
      }
    }
  }

  /**
   * Takes a step of a round that goes on, a free spin; a step whose answer was lost is asked for
   * again, and is one.
   */
  const takeStep = (betId: string, step: number): Promise<Placed<Outcome> | null> => {
    game.setNotice('')
    return patiently(() => game.callWithRetry('POST', `/api/bets/${betId}/step`, { step }))
  }
  return { placeBet, takeStep }
}
