import { formatYuan } from '@tianping/money'

/**
 * An amount of yuan as the member reads it: `1,234.50`. Numbers and decimal strings of the wire are
 * taken; what is missing or no number reads as `0.00`. A minus stands before the digits.
 */
export function yuanText(yuan: number | string | null | undefined): string {
  const number = Number(yuan ?? 0)
  return formatYuan(Number.isFinite(number) ? number : 0)
}

type Props = {
  /** Undefined while it is not known, which reads as a dash and never as nothing. */
  yuan: number | string | null | undefined
  /**
   * Height of the figure in px: 34 leads a screen, 28 shares its card, 20 and 17 stand in lines.
   */
  size?: 34 | 28 | 20 | 17
  /** `+` and `-` for what comes and goes; without it only a minus shows. */
  signed?: boolean
  hidden?: boolean
  className?: string
}

/** A sum of money: tabular figures, the sign of the currency a step smaller. */
export function Money({ yuan, size, signed = false, hidden = false, className = '' }: Props) {
  const text = yuanText(yuan)
  const minus = text.startsWith('-')
  const plus = signed && !minus && text !== '0.00'
  const figure = yuan !== undefined && (
    <>
      {minus && '-'}
      {plus && '+'}
      <i>¥</i>
      {minus ? text.slice(1) : text}
    </>
  )
  return (
    <span className={`fig ${size ? `fig--${size}` : ''} ${className}`}>
      {hidden ? '****' : figure || '—'}
    </span>
  )
}

/**
 * The last four characters of a number that is hidden for the rest; the dots are drawn, since fonts
 * differ in theirs.
 */
export const Masked = ({ number, groups = 1 }: { number: string; groups?: number }) => (
  <>
    <span className="sr">尾号</span>
    {Array.from({ length: groups }, (_, i) => (
      <span key={i} className="mask" aria-hidden="true" />
    ))}
    {number.slice(-4)}
  </>
)
