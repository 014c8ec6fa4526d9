import type { ReactNode } from 'react'
import { Icon } from './picture/Icon.tsx'
import type { IconName } from './picture/icons.ts'

type Look = {
  kind?: 'primary' | 'tonal' | 'quiet' | 'line' | 'danger' | 'gold' | 'glass'
  /** Height in px: 52 leads the screen, 44 is second, 36 stands in a line and still touches 44. */
  size?: 52 | 44 | 36
  block?: boolean
  icon?: IconName
  className?: string
  children: ReactNode
}
type Props = Look & {
  /**
   * The button works: a spinner takes the place of its text, at the same width, and it takes no
   * second press.
   */
  busy?: boolean
  disabled?: boolean
  /** Looks disabled; a press says why nothing can be done. */
  dim?: boolean
  /** The id of the text that says why. */
  reason?: string | undefined
  type?: 'button' | 'submit'
  label?: string
  onClick?: () => void
}

const look = ({ kind = 'primary', size = 52, block, className = '' }: Omit<Look, 'children'>) =>
  [
    'btn',
    kind === 'glass' ? 'glass' : `btn--${kind}`,
    size !== 52 && `btn--${size}`,
    block && 'btn--block',
    className,
  ]
    .filter(Boolean)
    .join(' ')

export const Button = ({
  busy = false,
  disabled = false,
  dim = false,
  reason,
  type = 'button',
  label,
  onClick,
  icon,
  children,
  ...rest
}: Props) => (
  <button
    type={type}
    className={dim ? `${look(rest)} btn--dim` : look(rest)}
    aria-describedby={reason}
    aria-busy={busy || undefined}
    aria-label={label}
    disabled={disabled}
    onClick={event => {
      if (busy) return event.preventDefault()
      onClick?.()
    }}
  >
    {icon && <Icon name={icon} size={20} />}
    {children}
  </button>
)

/** A link that looks like a button. */
export const ButtonLink = ({ href, icon, children, ...rest }: Look & { href: string }) => (
  <a className={look(rest)} href={href}>
    {icon && <Icon name={icon} size={20} />}
    {children}
  </a>
)

/** A square of 44 px that shows only an icon; `label` is its name for those who listen. */
export const IconButton = ({
  icon,
  label,
  size = 20,
  onClick,
  className = '',
}: {
  icon: IconName
  label: string
  size?: 16 | 20 | 24
  onClick?: () => void
  className?: string
}) => (
  <button type="button" className={`icon-btn ${className}`} aria-label={label} onClick={onClick}>
    <Icon name={icon} size={size} />
  </button>
)

/**
 * The place at the thumb: the screen's one action, fixed at the bottom. The page reserves its room
 * (class `app--action`).
 */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action">{children}</div>
)
