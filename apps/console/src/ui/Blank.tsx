import type { ReactNode } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import css from './blank.module.css'

/** What stands where there is nothing to show: why, and what to do next. */
export function Blank({
  picture,
  title,
  children,
  full,
}: {
  picture: IconName
  title: string
  children?: ReactNode
  full?: boolean
}) {
  return (
    <div className={`${css.blank} ${full ? css.full : ''}`}>
      <span className={css.picture}>
        <Icon name={picture} size={40} />
      </span>
      <h2>{title}</h2>
      {children && <div className={css.text}>{children}</div>}
    </div>
  )
}
