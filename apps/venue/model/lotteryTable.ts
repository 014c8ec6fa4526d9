import type { Phases, Table } from './Table.ts'
import { oddsText, type BetClass } from './betClass.ts'
import { tableFacts } from './tableFacts.ts'

type Lottery<Outcome, Kind extends string> = Pick<Table<Outcome>, 'draw' | 'returnsOf'> & {
  name: string
  phases: Phases
  math: { model: string; bets: Record<Kind, BetClass> }
  /** The kind of bet that most players place. */
  usual: Kind
  /** The kind of bet a pick is; null when there is no such pick. */
  classOf: (pick: string) => Kind | null
}

/** The most on one line and on one round of every lottery: 2,000 and 20,000 yuan. */
export const LOTTERY_LIMITS_FEN = { line: 200_000n, round: 2_000_000n } as const

/**
 * A table of the lottery venue: odds by class of bet, the same chips and limits for all. Its code
 * is that of its random stream.
 */
export function lotteryTable<Outcome, Kind extends string>({
  name,
  phases,
  math,
  draw,
  returnsOf,
  usual,
  classOf,
}: Lottery<Outcome, Kind>): Table<Outcome> {
  return {
    code: math.model,
    venue: 'VR',
    name,
    category: 'lottery',
    model: math.model,
    ...tableFacts(math),
    rtpUsual: math.bets[usual].rtp,
    stakesFen: [100n, 500n, 1_000n, 5_000n, 10_000n, 50_000n],
    maxLineFen: LOTTERY_LIMITS_FEN.line,
    maxRoundFen: LOTTERY_LIMITS_FEN.round,
    phases,
    draw,
    returnsOf,
    oddsOf: pick => {
      const kind = classOf(pick)
      return kind && oddsText(math.bets[kind].returns)
    },
  }
}
