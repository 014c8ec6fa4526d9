import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Alert, Card } from '../ui/Card.tsx'
import { TextField } from '../ui/field/Field.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { call } from './call.ts'
import { begin } from './session.ts'
import css from './agent.module.css'

/** The same member, by name and password, where no ticket of the app opened the site. */
export function LoginPage() {
  const [form, setForm] = useState({ name: '', password: '' })
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    if (form.name.trim() === '' || form.password === '') return setError('请输入您的账号和密码！')
    setBusy(true)
    try {
      const { api_token } = await call('POST /api/agent/login', {
        ticket: '',
        name: form.name.trim(),
        password: form.password,
      })
      toast('登录成功')
      begin(api_token)
    } catch (failure) {
      setError((failure as Error).message)
      setBusy(false)
    }
  }
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (value: string) => {
      setError('')
      setForm({ ...form, [name]: value })
    },
  })
  return (
    <div className="app">
      <header className={css.cover}>
        <img src="/art/logo-mark-white.svg" width={64} height={64} alt="" />
        <h1>合营后台</h1>
        <p>团队、佣金与推广，一目了然</p>
      </header>
      <main className={`page ${css.login}`}>
        <Card>
          <form
            className="stack"
            noValidate
            onSubmit={event => {
              event.preventDefault()
              void submit()
            }}
          >
            <TextField
              {...field('name')}
              name="用户名"
              icon="user"
              placeholder="用户名"
              autoComplete="username"
              maxLength={32}
            />
            <TextField
              {...field('password')}
              name="登录密码"
              icon="lock"
              type="password"
              placeholder="登录密码"
              autoComplete="current-password"
              maxLength={32}
            />
            {error && <Alert kind="red">{error}</Alert>}
            <Button type="submit" block busy={busy}>
              登录
            </Button>
          </form>
        </Card>
        <p className={css.hint}>
          使用会员账号与密码登录；也可从会员端“我的 › 代理登录”直接进入。<a href="/">返回会员端</a>
        </p>
      </main>
    </div>
  )
}
