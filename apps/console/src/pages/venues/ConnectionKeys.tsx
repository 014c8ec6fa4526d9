import { useMutation, useQueryClient } from '@tanstack/react-query'
import { VENUE_KEY_LENGTH } from '@tianping/contract/venues/facts'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { stale, type Connection } from './connection.ts'
import css from './venues.module.css'

const labels: Record<Connection['adapter'], { sign: string; verify: string }> = {
  sandbox: { sign: '', verify: '' },
  v1: { sign: '密钥', verify: '' },
  'transfer-wallet': { sign: '商户私钥（PEM）', verify: '' },
}

type Props = { connection: Connection; onClose: () => void }

/** Keys leave the browser once and are never shown again; what was typed is kept nowhere. */
export function ConnectionKeys({ connection, onClose }: Props) {
  const [id, setId] = useState('')
  const [sign, setSign] = useState('')
  const [verify, setVerify] = useState('')
  const [remark, setRemark] = useState('')
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { code, adapter } = connection
  const label = labels[adapter]
  const send = useMutation({
    mutationFn: () =>
      callOnce('POST /api/console/venues/keys', {
        code,
        key_id: id.trim(),
        sign_key: sign,
        verify_key: verify,
        remark: remark.trim(),
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      onClose()
      void message.success('已提交，等待另一位同事批准')
    },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <Dialog title={`${connection.name || code}的密钥`} width={520} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!send.isPending) send.mutate()
        }}
      >
        <p className={css.quiet}>
          先在场馆登记新密钥。提交后先测试，再由另一位同事批准：新密钥开始签名，当前密钥保留为上一把，场馆不中断。未测试就批准，场馆转入维护。密钥加密保存，之后不再显示。
        </p>
        <label>
          <span>密钥编号</span>
          <Input value={id} maxLength={40} onChange={event => setId(event.target.value)} />
        </label>
        <Area label={label.sign} value={sign} onChange={setSign} />
        {label.verify !== '' && <Area label={label.verify} value={verify} onChange={setVerify} />}
        <label>
          <span>说明</span>
          <Input value={remark} maxLength={200} onChange={event => setRemark(event.target.value)} />
        </label>
        {send.error && <ActionError error={send.error} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={send.isPending}>
            提交
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type AreaProps = { label: string; value: string; onChange: (value: string) => void }

const Area = ({ label, value, onChange }: AreaProps) => (
  <label>
    <span>{label}</span>
    <Input.TextArea
      value={value}
      rows={3}
      maxLength={VENUE_KEY_LENGTH}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)
