import { Modal } from 'antd'
import type { ReactNode } from 'react'

type DialogProps = { title: string; width: number; onClose: () => void; children: ReactNode }

/** A dialog with buttons of its own. A press beside it does not close it: what was typed stays. */
export function Dialog({ title, width, onClose, children }: DialogProps) {
  return (
    <Modal
      open
      centered
      width={width}
      title={title}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {children}
    </Modal>
  )
}
