import {
  tournamentState,
  type Measure,
  type TournamentStanding,
} from '@tianping/contract/tournaments/facts'
import { yuanOf } from '@tianping/money'
import type { Tournament } from './store/tournament.sql.ts'

const MINUTE_MS = 60_000

/** Bets that settle until then count; standings are frozen afterwards. */
export const settlesAt = ({
  endsAt,
  settleMinutes,
}: Pick<Tournament, 'endsAt' | 'settleMinutes'>) =>
  new Date(endsAt.getTime() + settleMinutes * MINUTE_MS)

export function standingOf(
  { state, startsAt, endsAt }: Pick<Tournament, 'state' | 'startsAt' | 'endsAt'>,
  now: Date,
): TournamentStanding {
  if (state === tournamentState.frozen || state === tournamentState.closed) return 'ended'
  if (endsAt <= now) return 'settling'
  return startsAt <= now ? 'running' : 'coming'
}

/** A score as people read it: yuan, multiples of the stake, or bets. */
export const scoreOf = (measure: Measure, score: bigint): number =>
  measure === 'bets' ? Number(score) : yuanOf(score)

export const costOf = (prizesFen: readonly bigint[]): bigint =>
  prizesFen.reduce((sum, fen) => sum + fen, 0n)

/** What a place wins; nothing below the last prize. */
export const prizeAt = (prizesFen: readonly bigint[], place: number): bigint =>
  prizesFen[place - 1] ?? 0n

/** Neighbours with the same prize, as one line. */
export function prizeLines(prizesFen: readonly bigint[]) {
  const lines: { from: number; to: number; fen: bigint }[] = []
  for (const [at, fen] of prizesFen.entries()) {
    const last = lines.at(-1)
    if (last?.fen === fen) last.to = at + 1
    else lines.push({ from: at + 1, to: at + 1, fen })
  }
  return lines
}
