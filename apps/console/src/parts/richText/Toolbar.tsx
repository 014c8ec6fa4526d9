import type { ReactNode } from 'react'
import css from './richText.module.css'

/** The tools of a text, and at the end the change between the text and its HTML. */
export function Toolbar({
  label,
  tools,
  children,
}: {
  label: string
  tools?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.tools} role="toolbar" aria-label={`${label}工具`}>
      {tools}
      <span className={css.push} />
      {children}
    </div>
  )
}
