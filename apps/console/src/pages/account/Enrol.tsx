import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { Copy } from '../../ui/values/Copy.tsx'
import { Dialog } from '../shared/Dialog.tsx'
import css from './account.module.css'

/** The secret, shown once: scanned or typed, and proven by a code. */
export function Enrol({
  begun,
  onDone,
  onClose,
}: {
  begun: ConsoleGiven<'POST /api/console/account/totp/begin'>
  onDone: (codes: string[]) => void
  onClose: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAction({
    mutationFn: () => call('POST /api/console/account/totp/confirm', { code }),
    meta: { inPlace: true },
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
    onError: () => setCode(''),
  })
  const ready = code.length === 6
  return (
    <Dialog title="设置验证器" width={460} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !confirm.isPending) confirm.mutate()
        }}
      >
        <p>用验证器应用扫描二维码，或手动输入密钥，然后填写显示的 6 位验证码。</p>
        <img
          className={css.qr}
          src={`data:image/svg+xml,${encodeURIComponent(begun.qr)}`}
          alt="验证器二维码"
          width={190}
          height={190}
        />
        <div className={css.secret}>
          <Copy text={begun.secret} />
        </div>
        <label>
          <span>验证码</span>
          <Input
            size="large"
            value={code}
            maxLength={6}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            onChange={event => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </label>
        {confirm.error && <Alert type="error" showIcon title={confirm.error.message} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" disabled={!ready} loading={confirm.isPending}>
            启用
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
