import { loginRules, texts } from '@tianping/contract/rules'
import { useEffect } from 'react'
import { dropDraft } from '../../app/form/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useLogin } from './useEntry.ts'
import { registerDraft } from './registerDraft.ts'
import { useForm } from './useForm.ts'
import css from './login.module.css'

const empty = { name: '', password: '', code: '' }
type Fields = typeof empty

export function LoginForm({ redirect, other }: { redirect: string; other: string }) {
  const captcha = useCaptcha()
  const login = useLogin(redirect)
  // Showing this form clears the other one, whichever way the member came (P1-2.4-03).
  useEffect(() => dropDraft(registerDraft), [])

  function check(fields: Fields) {
    const broken = loginRules(fields)
    if (broken)
      return broken.field === 'name' && fields.name !== ''
        ? { ...broken, field: 'password' }
        : broken
    if (captcha.matches(fields.code)) return null
    captcha.roll()
    form.set({ code: '' })
    return { field: 'code', text: texts.captchaWrong }
  }
  const form = useForm(empty, check, login.run)

  return (
    <form ref={form.form} className={css.panel} noValidate onSubmit={form.onSubmit}>
      <h1>登录</h1>
      <TextField
        {...form.of('name')}
        icon="user"
        placeholder="用户名"
        autoComplete="username"
        maxLength={32}
      />
      <PasswordField
        {...form.of('password')}
        placeholder="密码"
        autoComplete="current-password"
        maxLength={32}
      />
      <CaptchaField {...form.of('code')} src={captcha.src} onRoll={captcha.roll} maxLength={6} />
      <Button type="submit" block busy={login.busy}>
        登录
      </Button>
      <p className={css.swap}>
        还没有账户？<a href={other}>注册新用户</a>
      </p>
    </form>
  )
}
