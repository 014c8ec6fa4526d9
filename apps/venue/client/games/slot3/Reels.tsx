import { SLOT3_MATH, type SlotLetter } from '../../../src/games/slot3/math.ts'
import { artUrl, smearedUrl, type Skin } from './skins.ts'

/** What a reel does. `rest` and `land` stand, or come to stand, with `stop` in the top row. */
export type ReelMode = { kind: 'rest' | 'land'; stop: number } | { kind: 'roll' }
export type CellLook = 'plain' | 'hl' | 'soft' | 'off'

/** Symbols that pass while a reel lands, before its window comes into sight; the same for every outcome. */
export const LANDING_CELLS = 8
/** How fast a reel turns, in symbols per second. The stylesheet's durations follow from it. */
export const SYMBOLS_PER_S = 18

const { reels, rows } = SLOT3_MATH

/** The published strip from `from`, going round. */
function strip(reel: number, from: number, length: number): SlotLetter[] {
  const letters = reels[reel]!
  return Array.from({ length }, (_, i) => letters[(from + i + letters.length * 2) % letters.length] as SlotLetter)
}

type Props = { skin: Skin; modes: ReelMode[]; look: (reel: number, row: number) => CellLook; onLanded: (reel: number) => void; label: string }

/** Three reels that turn downwards through the very strips the mathematics publishes. */
export function Reels({ skin, modes, look, onLanded, label }: Props) {
  return (
    <div className="cab">
      <div className="reels" role="img" aria-label={label}>
        {modes.map((mode, reel) => (
          // The number of reels never changes, and a reel is its place.
          // eslint-disable-next-line react/no-array-index-key
          <div className="reel" key={reel}>
            <div className={`strip ${mode.kind}`} onAnimationEnd={mode.kind === 'land' ? () => onLanded(reel) : undefined}>
              {lettersOf(mode, reel).map((letter, i) => {
                // At rest and landing, the first symbol stands above the window, for the moment a reel runs over.
                const row = mode.kind === 'roll' ? -1 : i - 1
                const smeared = mode.kind === 'roll' || row >= rows
                const shown = mode.kind === 'rest' && row >= 0 && row < rows ? look(reel, row) : 'plain'
                // eslint-disable-next-line react/no-array-index-key
                return <div className={`cell ${shown}`} key={i}><img src={(smeared ? smearedUrl : artUrl)(skin.symbols[letter].art)} alt="" draggable={false} decoding="sync" /></div>
              })}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

function lettersOf(mode: ReelMode, reel: number): SlotLetter[] {
  if (mode.kind === 'roll') return strip(reel, 0, reels[reel]!.length + rows + 1)
  return strip(reel, mode.stop - 1, rows + 1 + (mode.kind === 'land' ? LANDING_CELLS : 0))
}
