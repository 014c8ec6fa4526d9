import { itemAt, lastOf } from '../../model/present.ts'
import { useCallback, useMemo, useState } from 'react'
import type { TicketLine } from './wire.ts'

/** Steps that can be taken back. */
const MAX_STEPS = 60

/**
 * `unit`: every pick carries the chosen chip; `stack`: each tap adds the chosen chip to its pick.
 */
export type SlipKind = 'unit' | 'stack'
export type Slip = {
  kind: SlipKind
  chip: number
  choose: (chip: number) => void
  lines: TicketLine[]
  stakeOn: (pick: string) => number
  total: number
  /** Taps a pick: picks or drops it (unit), or adds a chip (stack). */
  tap: (pick: string) => void
  undo: () => void
  canUndo: boolean
  /** Puts lines of an earlier ticket here, on top of nothing. */
  put: (lines: readonly TicketLine[]) => void
  clear: () => void
}

type Picks = ReadonlyMap<string, number>

/** What is prepared and not placed. */
export function useSlip(kind: SlipKind, chips: readonly number[], maxLine: number): Slip {
  const [chip, setChip] = useState(itemAt(chips, Math.min(2, chips.length - 1)))
  const [steps, setSteps] = useState<Picks[]>([new Map()])
  const picks = lastOf(steps)
  const step = useCallback(
    (change: (before: Picks) => Picks) =>
      setSteps(before => [...before.slice(-MAX_STEPS), change(lastOf(before))]),
    [],
  )

  const tap = useCallback(
    (pick: string) =>
      step(before => {
        const after = new Map(before)
        if (kind === 'stack') after.set(pick, Math.min(maxLine, (before.get(pick) ?? 0) + chip))
        else if (before.has(pick)) after.delete(pick)
        else after.set(pick, chip)
        return after
      }),
    [chip, kind, maxLine, step],
  )
  const choose = useCallback(
    (value: number) => {
      setChip(value)
      if (kind === 'unit') step(before => new Map([...before.keys()].map(pick => [pick, value])))
    },
    [kind, step],
  )
  const put = useCallback(
    (lines: readonly TicketLine[]) => {
      if (kind === 'unit' && lines[0]) setChip(lines[0].stake)
      step(() => new Map(lines.map(({ pick, stake }) => [pick, stake])))
    },
    [kind, step],
  )
  const undo = useCallback(
    () => setSteps(before => (before.length > 1 ? before.slice(0, -1) : before)),
    [],
  )
  const clear = useCallback(() => setSteps([new Map()]), [])
  const lines = useMemo(() => [...picks].map(([pick, stake]) => ({ pick, stake })), [picks])
  return {
    kind,
    chip,
    choose,
    lines,
    stakeOn: pick => picks.get(pick) ?? 0,
    total: lines.reduce((sum, line) => sum + line.stake, 0),
    tap,
    undo,
    canUndo: steps.length > 1,
    put,
    clear,
  }
}
