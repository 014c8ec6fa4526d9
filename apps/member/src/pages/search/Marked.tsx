import css from './search.module.css'

type Props = { text: string; hit: readonly [from: number, count: number] | null }

/** A text whose hit is marked. */
export function Marked({ text, hit }: Props) {
  if (!hit) return text
  const [from, count] = hit
  return (
    <>
      {text.slice(0, from)}
      <mark className={css.hit}>{text.slice(from, from + count)}</mark>
      {text.slice(from + count)}
    </>
  )
}
