import { SLOT3_MATH, type SlotLetter } from './math.ts'

export type SlotWindow = SlotLetter[][]
/**
 * `line` counts from 0 as in the published table; `units` are fifths of the stake, wild doubling
 * included.
 */
export type LineWin = { line: number; symbol: SlotLetter; wilds: number; units: number }
export type SlotResult = { stops: number[]; wins: LineWin[]; units: number }

/** Every window of every reel, made once: nobody changes one. */
const WINDOWS: SlotLetter[][][] = SLOT3_MATH.reels.map(reel =>
  Array.from(reel, (_, stop) =>
    Array.from(
      { length: SLOT3_MATH.rows },
      (_row, row) => reel[(stop + row) % reel.length] as SlotLetter,
    ),
  ),
)

/** The letters in sight, by reel and then row from the top. */
export function windowAt(stops: readonly number[]): SlotWindow {
  // One stop per reel, each a place on it.
  return WINDOWS.map((windows, reel) => windows[stops[reel]!]!)
}

/** What the stops pay, line by line. */
export function evaluate(stops: readonly number[]): SlotResult {
  const window = windowAt(stops)
  const wins: LineWin[] = []
  SLOT3_MATH.lines.forEach((rows, line) => {
    // A line names one of the rows in sight on every reel.
    const letters = rows.map((row, reel) => window[reel]![row]!)
    const symbol = letters.find(letter => letter !== SLOT3_MATH.wild) ?? SLOT3_MATH.wild
    if (letters.some(letter => letter !== symbol && letter !== SLOT3_MATH.wild)) return
    const wilds = letters.filter(letter => letter === SLOT3_MATH.wild).length
    const factor = symbol === SLOT3_MATH.wild ? 1 : SLOT3_MATH.wildMultiplier ** wilds
    wins.push({ line, symbol, wilds, units: SLOT3_MATH.pays[symbol] * factor })
  })
  return { stops: [...stops], wins, units: wins.reduce((sum, win) => sum + win.units, 0) }
}

/** What a round pays in 分, floored once. */
export function payoutOf(units: number, stakeFen: bigint): bigint {
  return (stakeFen * BigInt(units)) / BigInt(SLOT3_MATH.unitsPerStake)
}
