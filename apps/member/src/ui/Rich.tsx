import css from './rich.module.css'

type Props = { html: string; className?: string }

/**
 * A text the operator wrote, with its headings, lists, tables and pictures. The server has taken
 * out all that could run.
 */
export const Rich = ({ html, className = '' }: Props) => (
  <div className={`${css.rich} ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
)
