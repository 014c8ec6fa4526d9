import { Icon } from '../../ui/picture/Icon.tsx'
import css from './bankMark.module.css'

/** As many as there are classes. */
const HUES = 6

/** The character that tells a bank from others: what all of them share is left out. */
export const initialOf = (bank: string): string =>
  [...bank.replace(/^(中国|中华)(?=..)/, '')][0] ?? ''

const hueOf = (bank: string) =>
  [...bank].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES

/** A bank's mark: its initial on a colour of our own. It says nothing that the name does not. */
export const BankMark = ({ bank }: { bank: string }) => (
  <span
    className={css.mark}
    data-hue={hueOf(bank)}
    data-initial={bank === 'USDT' ? undefined : initialOf(bank)}
    aria-hidden="true"
  >
    {bank === 'USDT' && <Icon name="usdt" size={20} />}
  </span>
)
