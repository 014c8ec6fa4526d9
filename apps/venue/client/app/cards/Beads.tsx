import { memo } from 'react'
import { useParts } from '../rounds/TableContext.ts'

export type Bead = { key: number; text: string; hue: 'red' | 'blue' | 'green' | 'black' }
const MOST_BEADS = 11

type Props = { beads: readonly Bead[]; label: string; /** On tall or on short screens only. */ only?: 'tall' | 'short' }

/** The last rounds as a row of beads, the newest at the right: as many as fit. Where a table has roads, it opens them. */
export function Beads({ beads, label, only }: Props) {
  const { showRoads } = useParts()
  const last = beads.slice(-MOST_BEADS)
  const className = `beads${only ? ` only-${only}` : ''}`
  const spoken = `${label}：${last.map(bead => bead.text).join('') || '还没有'}`
  if (!showRoads) return <div className={className} role="img" aria-label={spoken}><Row beads={last} /></div>
  return <button type="button" className={className} aria-label={`${spoken}。全部路单`} onClick={showRoads}><Row beads={last} /><span className="go">路单 ›</span></button>
}

const Row = memo(function Row({ beads }: { beads: readonly Bead[] }) {
  return <span className="row-b">{beads.map(bead => <span key={bead.key} className={`bead ${bead.hue}`}>{bead.text}</span>)}</span>
})
