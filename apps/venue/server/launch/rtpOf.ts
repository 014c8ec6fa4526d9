import { isBook, isTable, type Game } from '../../games/registry.ts'
import { LEAST_RETURN } from '../../model/Book.ts'
import { compareFractions } from '../../model/percent.ts'

/** What a game's bets return, exact: the least, the bet that most players place, the best. */
export type RtpRange = { least: string; usual: string; best: string }

/**
 * The same three for every game. A slot has one return. Of a book the best is what the margin
 * leaves, the least is the floor under every price.
 */
export function rtpOf(game: Game): RtpRange {
  if (isBook(game)) return { least: LEAST_RETURN, usual: game.rtpExact, best: game.rtpExact }
  if (!isTable(game)) return { least: game.rtpExact, usual: game.rtpExact, best: game.rtpExact }
  const { bets } = JSON.parse(game.mathJson) as { bets: Record<string, { rtp: string }> }
  const best = Object.values(bets)
    .map(({ rtp }) => rtp)
    .reduce((a, b) => (compareFractions(a, b) < 0 ? b : a))
  return { least: game.rtpExact, usual: game.rtpUsual, best }
}
