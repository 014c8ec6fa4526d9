import type { App } from 'antd'
import { Copy } from '../../ui/values/Copy.tsx'

type Modal = ReturnType<typeof App.useApp>['modal']

/** A secret that is never shown again: to be read out to the member. */
export const showOnce = (modal: Modal, title: string, secret: string) =>
  void modal.info({
    title,
    content: (
      <p>
        请当面或通过电话告知会员，关闭后不再显示：
        <br />
        <b style={{ fontSize: 20, letterSpacing: 1 }}>
          <Copy text={secret} />
        </b>
      </p>
    ),
    okText: '已告知',
  })

/** What was done, and where the new password went when it is not shown. */
export const resetDone = (what: string, sentTo: string) =>
  sentTo ? `${what}已重置，一次性密码已发送到会员的 ${sentTo}` : `${what}已重置`
