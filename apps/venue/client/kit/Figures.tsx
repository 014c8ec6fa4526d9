import type { ReactNode } from 'react'

/** Names beside their figures. */
export const Figures = ({ of }: { of: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="kv">
    {of.map(([name, figure]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{figure}</dd>
      </div>
    ))}
  </dl>
)
