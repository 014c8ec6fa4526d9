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

/**
 * The number of an order in its column: in one line where the list has room for it, otherwise in
 * two. A list gives way at its `data-gives` before it scrolls sideways.
 */
export const LongNumber = ({ text }: { text: string }) => (
  <span className={css.number} title={text} data-gives="">
    <span>{text}</span>
  </span>
)

/**
 * What somebody wrote, in the last column of a list: it has what the other columns leave, and three
 * lines at most.
 */
export const Remark = ({ text }: { text: string }) => (
  <span className={css.remark} title={text} data-gives="">
    <span>{text || '—'}</span>
  </span>
)
