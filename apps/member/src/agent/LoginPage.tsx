import type { Broken } from '@tianping/contract/rule'
import { useState } from 'react'
import { Form, Submit } from '../app/form/Form.tsx'
import { useForm } from '../app/form/useForm.ts'
import { Alert, Card } from '../ui/Card.tsx'
import { TextField } from '../ui/field/Field.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { call } from './call.ts'
import { begin } from './session.ts'
import css from './agent.module.css'

const empty = { name: '', password: '' }

const rule = ({ name, password }: typeof empty): Broken | null =>
  name === '' || password === '' ? { field: '', text: '请输入您的账号和密码！' } : null

/** Begins the site's own session; `failed` gets the text of a refusal. */
function useLogin(failed: (text: string) => void) {
  const [busy, setBusy] = useState(false)
  const login = async (values: typeof empty) => {
    setBusy(true)
    try {
      const { api_token } = await call('POST /api/agent/login', { ticket: '', ...values })
      toast('登录成功')
      begin(api_token)
    } catch (failure) {
      failed((failure as Error).message)
      setBusy(false)
    }
  }
  return { busy, run: (values: typeof empty) => void login(values) }
}

/** The same member, by name and password, where no ticket of the app opened the site. */
export function LoginPage() {
  const form = useForm({
    empty,
    rule,
    clean: ({ name, password }) => ({ name: name.trim(), password }),
    silent: true,
  })
  const login = useLogin(text => form.show({ field: '', text }))
  const error = form.errorAt('')
  return (
    <div className="app">
      <header className={css.cover}>
        <img src="/art/logo-mark-white.svg" width={64} height={64} alt="" />
        <h1>合营后台</h1>
        <p>团队、佣金与推广，一目了然</p>
      </header>
      <main className={`page ${css.login}`}>
        <Card>
          <Form form={form} action={login} className="stack">
            <TextField
              {...form.field('name')}
              name="用户名"
              icon="user"
              placeholder="用户名"
              autoComplete="username"
              maxLength={32}
            />
            <TextField
              {...form.field('password')}
              name="登录密码"
              icon="lock"
              type="password"
              placeholder="登录密码"
              autoComplete="current-password"
              maxLength={32}
            />
            {error && <Alert kind="red">{error}</Alert>}
            <Submit>登录</Submit>
          </Form>
        </Card>
        <p className={css.hint}>
          使用会员账号与密码登录；也可从会员端“我的 › 代理登录”直接进入。<a href="/">返回会员端</a>
        </p>
      </main>
    </div>
  )
}
