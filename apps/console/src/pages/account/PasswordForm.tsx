import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useMessage } from '../../ui/above.ts'
import css from './account.module.css'

/** A new password for oneself; every other log-in of the account ends. */
export function PasswordForm({ onDone }: { onDone: () => void }) {
  const message = useMessage()
  const { name } = useOperator()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const differs = again !== '' && again !== password
  const change = useAction({
    mutationFn: () => call('POST /api/console/account/password', { old, password }),
    meta: { inPlace: true },
    onSuccess: () => {
      setOld('')
      setPassword('')
      setAgain('')
      void message.success('密码已修改，其他登录已退出')
      onDone()
    },
  })
  const ready = old !== '' && password !== '' && again === password
  return (
    <form
      className={css.form}
      aria-label="修改密码"
      onSubmit={event => {
        event.preventDefault()
        if (ready && !change.isPending) change.mutate()
      }}
    >
      <input type="text" autoComplete="username" value={name} readOnly hidden />
      <label>
        <span>当前密码</span>
        <Input.Password
          value={old}
          maxLength={128}
          autoComplete="current-password"
          onChange={event => setOld(event.target.value)}
        />
      </label>
      <label>
        <span>新密码（至少 10 位）</span>
        <Input.Password
          value={password}
          maxLength={128}
          autoComplete="new-password"
          onChange={event => setPassword(event.target.value)}
        />
      </label>
      <label>
        <span>再次输入新密码</span>
        <Input.Password
          value={again}
          maxLength={128}
          autoComplete="new-password"
          status={differs ? 'error' : ''}
          onChange={event => setAgain(event.target.value)}
        />
      </label>
      {differs && <Alert type="error" showIcon title="两次输入的密码不一致" />}
      {change.error && <Alert type="error" showIcon title={change.error.message} />}
      <div>
        <Button type="primary" htmlType="submit" disabled={!ready} loading={change.isPending}>
          修改密码
        </Button>
      </div>
    </form>
  )
}
