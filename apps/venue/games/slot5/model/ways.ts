import type { Pays, Slot5Letter } from './Slot5Math.ts'

/** By reel, then row from the top. */
export type SlotWindow = Slot5Letter[][]
/** `units` before any factor; `count` reels from the left, `ways` through them. */
export type WayWin = { symbol: Slot5Letter; count: number; ways: number; units: number }

type Strips = { reels: readonly string[]; rows: number }
const WINDOWS = new WeakMap<Strips, SlotWindow[]>()

/** Every window of every reel, made once: nobody changes one. */
function windowsOf(math: Strips): SlotWindow[] {
  const made =
    WINDOWS.get(math) ??
    math.reels.map(reel =>
      Array.from(reel, (_, stop) =>
        Array.from(
          { length: math.rows },
          (_row, row) => reel[(stop + row) % reel.length] as Slot5Letter,
        ),
      ),
    )
  WINDOWS.set(math, made)
  return made
}

/** The letters in sight at these stops. */
export function windowAt(math: Strips, stops: readonly number[]): SlotWindow {
  const windows = windowsOf(math)
  // One stop per reel, each a place on it.
  return stops.map((stop, reel) => windows[reel]![stop]!)
}

/** What a window pays by ways, in the order of the published pays. */
export function wayWins(
  window: SlotWindow,
  { pays, wild }: { pays: Readonly<Record<string, Pays>>; wild: string },
): WayWin[] {
  const wins: WayWin[] = []
  for (const symbol in pays) {
    let ways = 1
    let count = 0
    for (const cells of window) {
      let here = 0
      for (const cell of cells) if (cell === symbol || cell === wild) here++
      if (here === 0) break
      ways *= here
      count++
    }
    if (count >= 3)
      wins.push({
        symbol: symbol as Slot5Letter,
        count,
        ways,
        // The symbol is one of the pays', and a run has three to five reels.
        units: pays[symbol]![count - 3]! * ways,
      })
  }
  return wins
}

/** True for the cells, by reel and row, that are part of a win. */
export function wayCells(window: SlotWindow, wins: readonly WayWin[], wild: string): boolean[][] {
  return window.map((cells, reel) =>
    cells.map(cell => wins.some(win => reel < win.count && (cell === win.symbol || cell === wild))),
  )
}
