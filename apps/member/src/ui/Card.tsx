import type { ReactNode } from 'react'
import { Icon } from './picture/Icon.tsx'
import type { IconName } from './picture/icons.ts'

type Box = { label?: string; className?: string; children: ReactNode }

/** One surface of content. */
export const Card = ({ label, className = '', pad = true, children }: Box & { pad?: boolean }) => (
  <section className={`card ${pad ? 'card--pad' : ''} ${className}`} aria-label={label}>
    {children}
  </section>
)

/**
 * The engraved card that carries the leading figure of a screen: blue is money, gold is reward.
 * Once per screen.
 */
export const Vault = ({ label, className = '', gold, children }: Box & { gold?: boolean }) => (
  <section className={`vault ${gold ? 'vault--gold' : ''} ${className}`} aria-label={label}>
    {children}
  </section>
)

/** A remark that stays: plain warns, red refuses, blue explains. */
export const Alert = ({
  kind,
  icon = kind === 'red' ? 'warn' : 'info',
  children,
}: {
  kind?: 'red' | 'blue'
  icon?: IconName
  children: ReactNode
}) => (
  <p
    className={kind ? `alert alert--${kind}` : 'alert'}
    role={kind === 'red' ? 'alert' : undefined}
  >
    <Icon name={icon} size={20} />
    <span>{children}</span>
  </p>
)

/** What happens next, in steps; the first `done` of them are behind the member. */
export const Steps = ({ steps, done = 0 }: { steps: readonly string[]; done?: number }) => (
  <ol className="steps">
    {steps.map((step, i) => (
      <li key={step} className={i < done ? 'done' : undefined}>
        {step}
      </li>
    ))}
  </ol>
)

export const Progress = ({ label, percent }: { label: string; percent: number }) => (
  <div
    className="progress"
    role="progressbar"
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-label={label}
  >
    <i style={{ width: `${percent}%` }} />
  </div>
)
