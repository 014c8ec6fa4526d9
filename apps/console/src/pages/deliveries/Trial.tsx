import { useQueryClient } from '@tanstack/react-query'
import { channels, type Channel } from '@tianping/contract/delivery/facts'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { Dialog } from '../shared/Dialog.tsx'
import css from './deliveries.module.css'

const name = 'POST /api/console/deliveries/trial'

/** Sends a fixed text at once, and says what the other side said. */
export function Trial({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const [to, setTo] = useState('')
  const cache = useQueryClient()
  const trial = useAction({
    mutationFn: () => callOnce(name, { channel, to: to.trim() }),
    meta: { inPlace: true },
    onSuccess: () => cache.invalidateQueries({ queryKey: ['POST /api/console/audit/list'] }),
  })
  return (
    <Dialog title={`测试${channels[channel]}通道`} width={460} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (to.trim() && !trial.isPending) trial.mutate()
        }}
      >
        <label>
          <span>接收测试消息的{channels[channel]}</span>
          <Input
            value={to}
            maxLength={100}
            autoFocus
            onChange={event => setTo(event.target.value)}
          />
        </label>
        {trial.error && <Alert type="error" showIcon title={trial.error.message} />}
        {trial.data && <Outcome {...trial.data} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" htmlType="submit" loading={trial.isPending} disabled={!to.trim()}>
            发送测试
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Outcome = ({ sent, error }: { sent: boolean; error: string }) =>
  sent ? (
    <Alert type="success" showIcon title="对方已接收，请查看是否收到" />
  ) : (
    <Alert type="error" showIcon title="发送失败" description={error} />
  )
