import { memo, useMemo } from 'react'
import { useTableContext } from '../rounds/TableContext.ts'
import { usePainted } from '../kit/usePainted.ts'

export type Bead = { key: number; text: string; hue: 'red' | 'blue' | 'green' | 'black' }
const MOST_BEADS = 11

type Props = {
  beads: readonly Bead[]
  label: string
  /** On tall or on short screens only. */
  only?: 'tall' | 'short'
}

/**
 * The last rounds as a row of beads, the newest at the right: as many as fit. Where a table has
 * roads, it opens them.
 */
export function Beads({ beads, label, only }: Props) {
  const { showRoads } = useTableContext()
  const seen = usePainted(beads)
  const last = useMemo(() => seen.slice(-MOST_BEADS), [seen])
  return (
    <div className={`beads${only ? ` only-${only}` : ''}`}>
      <Row beads={last} label={`${label}：${last.map(bead => bead.text).join('') || '还没有'}`} />
      {showRoads && (
        <button type="button" className="go" onClick={showRoads}>
          <span className="sr">全部</span>路单<span aria-hidden="true"> ›</span>
        </button>
      )}
    </div>
  )
}

const Row = memo(function Row({ beads, label }: { beads: readonly Bead[]; label: string }) {
  return (
    <span className="row-b" role="img" aria-label={label}>
      {beads.map(bead => (
        <span key={bead.key} className={`bead ${bead.hue}`}>
          {bead.text}
        </span>
      ))}
    </span>
  )
})
