import type { ReactNode } from 'react'
import { Icon } from '../picture/Icon.tsx'
import type { IconName } from '../picture/icons.ts'
import { Layer } from './Layer.tsx'

type Props = {
  open: boolean
  title: string
  onClose: () => void
  /** Buttons from left to right: the safe choice first, the action last. */
  buttons: ReactNode
  icon?: IconName
  danger?: boolean
  /** A wide dialog carries a picture on top and reads from the left. */
  picture?: string
  /** Stands above the title in the place of an icon. */
  art?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** Closes by its own button only. */
  firm?: boolean
  children?: ReactNode
}

/** A small panel in the middle that asks for one answer. */
export const Dialog = ({
  open,
  title,
  onClose,
  buttons,
  icon,
  danger,
  picture,
  art,
  role = 'dialog',
  firm,
  children,
}: Props) => (
  <Layer open={open} onClose={onClose} label={title} role={role} firm={firm} centred>
    <div className={picture ? 'dialog dialog--wide' : 'dialog'}>
      {picture && <img src={picture} width={716} height={313} alt="" />}
      {icon && (
        <span className={danger ? 'badge-ico badge-ico--red' : 'badge-ico'}>
          <Icon name={icon} size={28} />
        </span>
      )}
      {art}
      <h2>{title}</h2>
      {children}
      <div className="btns">{buttons}</div>
    </div>
  </Layer>
)
