import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KEY_LENGTH } from '@tianping/contract/providers/facts'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { callOnce } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import { stale, type Provider } from './provider.ts'
import css from './providers.module.css'

const labels = {
  'form-md5': { sign: '密钥', verify: '' },
  'form-rsa': { sign: '商户私钥（PEM）', verify: '平台公钥（PEM）' },
  'card-psp': { sign: 'API 密钥', verify: '回调签名密钥' },
  sandbox: { sign: '', verify: '' },
} as const

/** Keys leave the browser once and are never shown again; what was typed is kept nowhere. */
export function KeysDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const [sign, setSign] = useState('')
  const [verify, setVerify] = useState('')
  const [remark, setRemark] = useState('')
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { code, adapter } = provider
  const label = labels[adapter]
  const send = useMutation({
    mutationFn: () =>
      callOnce('POST /api/console/providers/keys', {
        code,
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
    <Dialog title={`${provider.name}的密钥`} width={520} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!send.isPending) send.mutate()
        }}
      >
        <p className={css.quiet}>
          批准后新密钥生效，当前密钥仍可验签，通道停用，须重新测试并开通。密钥加密保存，之后不再显示。
        </p>
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
      rows={4}
      maxLength={KEY_LENGTH}
      autoComplete="off"
      spellCheck={false}
      onChange={event => onChange(event.target.value)}
    />
  </label>
)
