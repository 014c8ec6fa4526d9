import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { Copy } from '../../ui/values/Copy.tsx'

type ShownProps = { title: string; ok: string; width?: number; children: ReactNode }

/** What is not shown again: without `onCancel` only its button closes it. Shown by `useAbove`. */
export function ShownOnce({ title, ok, width = 416, children }: ShownProps) {
  const [open, setOpen] = useState(true)
  return (
    <Modal
      open={open}
      title={title}
      width={width}
      okText={ok}
      onOk={() => setOpen(false)}
      footer={(_, { OkBtn }) => <OkBtn />}
      closable={false}
    >
      {children}
    </Modal>
  )
}

/** A new secret, to be read out to the member. */
export const NewSecret = ({ title, secret }: { title: string; secret: string }) => (
  <ShownOnce title={title} ok="已告知">
    <p>
      请当面或通过电话告知会员，关闭后不再显示：
      <br />
      <b style={{ fontSize: 20, letterSpacing: 1 }}>
        <Copy text={secret} />
      </b>
    </p>
  </ShownOnce>
)

/** What was done, and where the new password went when it is not shown. */
export const resetDone = (what: string, sentTo: string) =>
  sentTo ? `${what}已重置，一次性密码已发送到会员的 ${sentTo}` : `${what}已重置`
