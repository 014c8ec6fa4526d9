import { captchaWrong, loginRules } from '@tianping/contract/account/rules'
import { useEffect, useState } from 'react'
import { Form, Submit } from '../../app/form/Form.tsx'
import { dropDraft } from '../../app/form/draft.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useLogin } from './useEntry.ts'
import { registerDraft } from './registerDraft.ts'
import { SecondStep } from './SecondStep.tsx'
import { halfOf, useSecondStep, type Half } from './useSecondStep.ts'
import css from './login.module.css'

const empty = { name: '', password: '', code: '' }

/** One rule covers name and password; it is shown at the one that is missing. */
function ruleOf(values: typeof empty) {
  const broken = loginRules(values)
  const nameGiven = broken?.field === 'name' && values.name !== ''
  return nameGiven ? { ...broken, field: 'password' } : broken
}

export function LoginForm({ redirect, other }: { redirect: string; other: string }) {
  const captcha = useCaptcha()
  const [half, setHalf] = useState<Half | null>(null)
  const second = useSecondStep({ half, redirect, leave: () => setHalf(null) })
  // Showing this form clears the other one, whichever way the member came (P1-2.4-03).
  useEffect(() => dropDraft(registerDraft), [])
  const form = useForm({
    empty,
    rule: values => ruleOf(values) ?? captcha.rule(values.code),
    onBroken: ({ text }) => {
      if (text !== captchaWrong) return
      captcha.roll()
      form.set({ code: '' })
    },
  })

  const login = useLogin(redirect, error => {
    const asked = halfOf(error)
    setHalf(asked)
    if (!asked) form.refused(error)
  })

  return (
    <>
      <Form form={form} action={login} className={css.panel}>
        <h1>登录</h1>
        <TextField
          {...form.field('name')}
          icon="user"
          placeholder="用户名"
          autoComplete="username"
          maxLength={32}
        />
        <PasswordField
          {...form.field('password')}
          placeholder="密码"
          autoComplete="current-password"
          maxLength={32}
        />
        <CaptchaField
          {...form.field('code')}
          src={captcha.src}
          onRoll={captcha.roll}
          maxLength={6}
        />
        <Refusal form={form} />
        <Submit>登录</Submit>
        <p className={css.swap}>
          还没有账户？<a href={other}>注册新用户</a>
        </p>
      </Form>
      <SecondStep half={half} {...second} />
    </>
  )
}
