import type { ReactNode } from 'react'
import { copyText } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import css from './records.module.css'

type Props = {
  /** The whole order number; a touch copies it. */
  no: string
  onOpen: () => void
  children: ReactNode
}

/**
 * One record of a list: a touch opens it, and its order number below is copied by a touch of its
 * own.
 */
export const RecordRow = ({ no, onOpen, children }: Props) => (
  <div className={css.record}>
    <button type="button" className="row" onClick={onOpen}>
      {children}
    </button>
    <button
      type="button"
      className={css.no}
      aria-label={`复制订单号 ${no}`}
      onClick={() => void copyText(no)}
    >
      <span>{no}</span>
      <Icon name="copy" size={16} />
    </button>
  </div>
)
