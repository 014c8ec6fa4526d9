import css from './long.module.css'

/**
 * A long number cut at its end for the eye; whole in its hint, for a search in the page and for
 * copying.
 */
export function Long({ text, width = '15ch' }: { text: string; width?: string }) {
  return (
    <span className={css.long} style={{ maxWidth: width }} title={text}>
      {text}
    </span>
  )
}

/** The number of an order in its column: cut only where the column has no room for it. */
export const LongNumber = ({ text }: { text: string }) => (
  <span className={css.number} title={text}>
    <span>{text}</span>
  </span>
)
