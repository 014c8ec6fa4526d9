import { isBook, isTable, type Game } from '../../games/registry.ts'
import { oddsText } from '../../model/betClass.ts'
import type { Table } from '../../model/Table.ts'

/** What bets of one kind return; `odds` are those of its lines in the feed, null without lines. */
export type KindReturn = { odds: string | null; mean: string; most: string }

type Published = {
  bets?: Record<
    string,
    { rtp: string; returns?: number; classes?: Record<string, { returns: number }> }
  >
}

/**
 * The exact mean of what each kind of bet returns, and the most of it, from the published
 * mathematics. Null for a book, whose prices are made match by match.
 */
export function returnsOf(game: Game): KindReturn[] | null {
  if (isBook(game)) return null
  const math = JSON.parse(game.mathJson) as Published
  if (isTable(game)) return tableReturns(game, math)
  return [{ odds: null, mean: game.rtpExact, most: game.maxWin }]
}

function tableReturns(table: Table, { bets = {} }: Published): KindReturn[] {
  const kinds = Object.entries(bets).map(([pick, bet]) => {
    const most = bet.returns ?? Math.max(...Object.values(bet.classes ?? {}).map(c => c.returns))
    return { odds: table.oddsOf(pick) ?? oddsText(most), mean: bet.rtp, most: oddsText(most) }
  })
  return [...new Map(kinds.map(kind => [kind.odds, kind])).values()]
}
