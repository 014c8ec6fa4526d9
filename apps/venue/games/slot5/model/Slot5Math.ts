/** A letter of the published strips: A to J pay, W stands for any of them, S scatters. */
export type Slot5Letter = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'I' | 'J' | 'W' | 'S'
/** What three, four and five of a letter pay, in units of the model. */
export type Pays = readonly [number, number, number]
export type Slot5Model = 'slotA' | 'slotB' | 'slotD'

/** What the published mathematics of every five-reel model has. */
export type Slot5Math = {
  model: Slot5Model
  reels: readonly string[]
  rows: number
  wild: string
  pays: Readonly<Record<string, Pays>>
  unitsPerStake: number
  rtp: string
  hitRate: string
  winAtMostStakeRate: string
  standardDeviation: string
  maxWin: string
}
