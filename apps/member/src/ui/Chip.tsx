import type { ReactNode } from 'react'
import { Icon } from './picture/Icon.tsx'

/** A choice among filters. With `opens` it shows that a sheet follows. */
export const Chip = ({
  on,
  opens,
  onClick,
  children,
}: {
  on: boolean
  opens?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <button type="button" className="chip" aria-pressed={on} onClick={onClick}>
    {children}
    {opens && <Icon name="down" size={16} />}
  </button>
)

export const Tag = ({
  kind,
  children,
}: {
  kind?: 'gold' | 'brand' | 'jade' | 'red' | 'vip'
  children: ReactNode
}) => <span className={kind ? `tag tag--${kind}` : 'tag'}>{children}</span>

/** A state as a dot and a word, never colour alone. */
export const StateDot = ({
  kind,
  long = false,
  children,
}: {
  kind?: 'ok' | 'wait' | 'bad'
  /** It is a sentence, which may take several lines. */
  long?: boolean
  children: ReactNode
}) => (
  <span
    className={['state', kind && `state--${kind}`, long && 'state--long'].filter(Boolean).join(' ')}
  >
    {children}
  </span>
)

/** How many wait; nothing when none do. */
export const Count = ({ number }: { number: number }) =>
  number > 0 && <span className="count">{number > 99 ? '99+' : number}</span>
