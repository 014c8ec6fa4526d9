import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useDraft, writeDraft } from '../../app/drafts.ts'
import type { Operator } from '../../app/me.ts'
import { Icon } from '../../ui/Icon.tsx'
import css from './login.module.css'

/** The way in. After an expiry it says so, knows the name, and leads back to the same place. */
export default function LoginPage({ last, onEnter }: { last: Operator | null; onEnter: (operator: Operator) => void }) {
  const [typed, setTyped] = useDraft('login/name')
  const [password, setPassword] = useState('')
  const name = typed || last?.name || ''
  const login = useMutation({
    mutationFn: () => call('POST /api/console/login', { name: name.trim(), password }),
    meta: { inPlace: true },
    onSuccess: operator => {
      writeDraft('login/name', '')
      onEnter(operator)
    },
  })
  const ready = name.trim() !== '' && password !== ''
  return (
    <div className={css.page}>
      <form
        className={css.card}
        aria-label="登录"
        onSubmit={event => {
          event.preventDefault()
          if (ready && !login.isPending) login.mutate()
        }}
      >
        <header className={css.brand}>
          <span><Icon name="scales" size={28} /></span>
          <h1>天平后台</h1>
        </header>
        {last && <Alert type="info" showIcon title="登录已过期，请重新登录" description="登录后回到原来的页面，已填写的内容不会丢失。" />}
        <label>
          <span>账号</span>
          <Input size="large" value={name} maxLength={32} required autoComplete="username" autoFocus={!name} onChange={event => setTyped(event.target.value)} />
        </label>
        <label>
          <span>密码</span>
          <Input.Password size="large" value={password} maxLength={128} required autoComplete="current-password" autoFocus={!!name} onChange={event => setPassword(event.target.value)} />
        </label>
        {login.error && <Alert type="error" showIcon title={login.error.message} />}
        <Button type="primary" size="large" htmlType="submit" block loading={login.isPending}>登录</Button>
        <p className={css.note}>仅限授权人员使用，所有操作均会记录。</p>
      </form>
    </div>
  )
}
