import { itemAt } from '../../model/present.ts'
import { evaluate, type LineWin, type SlotResult } from './model/evaluate.ts'
import { SLOT3_MATH } from './model/math.ts'
import type { Bet } from '../../client/session/wire.ts'
import type { Skin } from './skins.ts'

/** A bet of this game. */
export type SlotBet = Bet<SlotResult>

/** What the stops of a bet pay, by the mathematics of this page. */
export function resultOf(bet: SlotBet): SlotResult {
  return evaluate(bet.outcome.stops)
}

/** The win that leads the message: the largest, the first of equals. */
export function leadingWin(result: SlotResult): LineWin | undefined {
  return result.wins.toSorted((a, b) => b.units - a.units)[0]
}

/**
 * `铜铃 ×3` and `第 3 线`, or how many lines there are; what the wilds did to the leading one stands
 * apart.
 */
export function winText(
  result: SlotResult,
  skin: Skin,
): { symbol: string; line: string; doubled: string } | null {
  const lead = leadingWin(result)
  if (!lead) return null
  const wild = lead.symbol !== SLOT3_MATH.wild && lead.wilds > 0
  return {
    symbol: `${skin.symbols[lead.symbol].name} ×3`,
    line: result.wins.length > 1 ? `共 ${result.wins.length} 线` : `第 ${lead.line + 1} 线`,
    doubled: wild ? `${skin.symbols.W.name} ×${SLOT3_MATH.wildMultiplier ** lead.wilds}` : '',
  }
}

/** True for the cells, by reel and row, that lie on a winning line. */
export function winningCells(result: SlotResult): boolean[][] {
  const cells = SLOT3_MATH.reels.map(() => Array.from({ length: SLOT3_MATH.rows }, () => false))
  for (const { line } of result.wins)
    itemAt(SLOT3_MATH.lines, line).forEach((row, reel) => {
      itemAt(cells, reel)[row] = true
    })
  return cells
}
