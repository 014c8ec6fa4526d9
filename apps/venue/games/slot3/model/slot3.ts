import { sha256, toHex, utf8 } from '@tianping/fairness'
import type { VenueCode } from '@tianping/venue-protocol'
import type { InstantGame } from '../../../model/InstantGame.ts'
import { percent } from '../../../model/percent.ts'
import { SLOT3_MATH } from './math.ts'
import type { SlotResult } from './evaluate.ts'
import { outcome } from './outcome.ts'

const mathJson = `${JSON.stringify(SLOT3_MATH, null, 2)}\n`
const STAKES_FEN = [100n, 200n, 500n, 1_000n, 2_000n, 5_000n, 10_000n, 20_000n, 50_000n]

/** A skin of slot model C: name and pictures of its own, the same mathematics. */
export function slot3(venue: VenueCode, code: string, name: string): InstantGame<SlotResult> {
  return {
    code,
    venue,
    name,
    category: 'concise',
    model: SLOT3_MATH.model,
    mathJson,
    mathVersion: toHex(sha256(utf8(mathJson))),
    rtpExact: SLOT3_MATH.rtp,
    rtpPercent: percent(SLOT3_MATH.rtp, 4),
    hitPercent: percent(SLOT3_MATH.hitRate, 2),
    maxWin: SLOT3_MATH.maxWin,
    stakesFen: STAKES_FEN,
    page: 'slot3',
    selection: { lines: SLOT3_MATH.lines.length },
    outcome,
  }
}
