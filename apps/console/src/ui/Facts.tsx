import type { ReactNode } from 'react'
import css from './facts.module.css'

/** Labels with their values, two abreast where there is room. */
export function Facts({ single, children }: { single?: boolean; children: ReactNode }) {
  return <dl className={`${css.facts} ${single ? css.single : ''}`}>{children}</dl>
}

/** One of them; what is empty shows a dash. */
export function Fact({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === '' || children === null || children === undefined ? (
          <span className={css.none}>—</span>
        ) : (
          children
        )}
      </dd>
    </div>
  )
}

/** Eight figures in a grid, each under its label. */
export function Stats({
  stats,
  label,
}: {
  stats: { label: string; value: ReactNode; note?: ReactNode; tone?: 'warn' | undefined }[]
  label: string
}) {
  return (
    <div className={css.frame}>
      <dl className={css.stats} aria-label={label}>
        {stats.map(stat => (
          <div key={stat.label} data-tone={stat.tone}>
            <dt>{stat.label}</dt>
            <dd>{stat.value}</dd>
            {stat.note && <dd className={css.note}>{stat.note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  )
}
