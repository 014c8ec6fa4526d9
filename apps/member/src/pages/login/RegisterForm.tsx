import { PAY_PASSWORD_MAX, registerRules, texts } from '@tianping/contract/rules'
import { useState } from 'react'
import { dropDraft, readDraft, useKeptDraft } from '../../app/form/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useRegister } from './useEntry.ts'
import { registerDraft } from './registerDraft.ts'
import { useForm } from './useForm.ts'
import css from './login.module.css'

const empty = { name: '', password: '', confirmPass: '', realname: '', paypassword: '', code: '' }
type Fields = typeof empty
/** What survives a way back by accident: never a password. */
const kept = { name: '', realname: '' }

export function RegisterForm({
  pid,
  redirect,
  other,
}: {
  pid: string
  redirect: string
  other: string
}) {
  const captcha = useCaptcha()
  const register = useRegister(redirect, () => {
    dropDraft(registerDraft)
    form.set(empty)
  })
  const [start] = useState(() => ({ ...empty, ...readDraft(registerDraft, kept) }))

  function check(fields: Fields) {
    const broken = registerRules(fields)
    if (broken) return broken
    if (captcha.matches(fields.code)) return null
    captcha.roll()
    form.set({ code: '' })
    return { field: 'code', text: texts.captchaWrong }
  }
  const form = useForm(start, check, fields => register.run(pid ? { ...fields, pid } : fields))
  useKeptDraft(registerDraft, { name: form.fields.name, realname: form.fields.realname }, kept)

  return (
    <form ref={form.form} className={css.panel} noValidate onSubmit={form.onSubmit}>
      <h1>
        注册新用户<span>约 1 分钟</span>
      </h1>
      <TextField
        {...form.of('name')}
        name="用户名"
        icon="user"
        placeholder="用户名，6~11 位字母或数字"
        autoComplete="username"
        maxLength={32}
      />
      <PasswordField
        {...form.of('password')}
        name="登录密码"
        placeholder="登录密码，至少 6 位"
        autoComplete="new-password"
        maxLength={32}
      />
      <PasswordField
        {...form.of('confirmPass')}
        name="确认密码"
        placeholder="再次输入登录密码"
        autoComplete="new-password"
        maxLength={32}
      />
      <TextField
        {...form.of('realname')}
        name="真实姓名"
        icon="idcard"
        placeholder="真实姓名，须与收款账户一致"
        autoComplete="name"
        maxLength={32}
      />
      <PasswordField
        {...form.of('paypassword')}
        name="支付密码"
        icon="wallet"
        placeholder="支付密码，6~18 位"
        autoComplete="off"
        inputMode="numeric"
        maxLength={PAY_PASSWORD_MAX}
      />
      <CaptchaField {...form.of('code')} src={captcha.src} onRoll={captcha.roll} maxLength={4} />
      <Button type="submit" block busy={register.busy}>
        注册
      </Button>
      <p className={css.swap}>
        已有账户？<a href={other}>去登录</a>
      </p>
    </form>
  )
}
