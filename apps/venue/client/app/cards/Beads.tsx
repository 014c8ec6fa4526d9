import { memo } from 'react'

export type Bead = { key: number; text: string; hue: 'red' | 'blue' | 'green' | 'black' }
const MOST_BEADS = 11

/** The last rounds as a row of beads, the newest at the right: as many as fit. */
export const Beads = memo(function Beads({ beads, label, only }: { beads: readonly Bead[]; label: string; /** On tall or on short screens only. */ only?: 'tall' | 'short' }) {
  const last = beads.slice(-MOST_BEADS)
  return (
    <div className={`beads${only ? ` only-${only}` : ''}`} role="img" aria-label={`${label}：${last.map(bead => bead.text).join('') || '还没有'}`}>
      {last.map(bead => <span key={bead.key} className={`bead ${bead.hue}`}>{bead.text}</span>)}
    </div>
  )
})
