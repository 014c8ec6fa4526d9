import { PAY_PASSWORD_MAX, passwordRules, payPasswordRules } from '@tianping/contract/rules'
import { useState, type ReactNode } from 'react'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { PasswordField } from '../../ui/field/Field.tsx'
import { useLoginPassword, usePayPassword, type Change } from './usePassword.ts'
import css from './password.module.css'

/** Type 1 changes the login password, any other value or none the payment password (P2-2.6-01). */
export default function PasswordPage() {
  return useQueryOf('/password').type === '1' ? <LoginPassword /> : <PayPassword />
}

const empty = { old: '', next: '', confirm: '' }
type Values = typeof empty

/** The wire's names differ: its `password` is `old` here, its `paypassword` is `next`. */
const usePasswordForm = () => useForm<Values>(empty)
type Form = ReturnType<typeof usePasswordForm>

function LoginPassword() {
  const form = usePasswordForm()
  const { run, busy } = useLoginPassword({ failed: form.refused, changed: form.clear })
  return (
    <Fields
      form={form}
      busy={busy}
      onPassed={run}
      autoComplete="password"
      rules={passwordRules}
      longest={32}
    >
      <Alert kind="blue" icon="shield">
        修改后，所有设备都需要用新密码重新登录。
      </Alert>
    </Fields>
  )
}

function PayPassword() {
  const form = usePasswordForm()
  const { run, busy } = usePayPassword({ failed: form.refused, changed: form.clear })
  return (
    <Fields
      form={form}
      busy={busy}
      onPassed={run}
      autoComplete="off"
      rules={payPasswordRules}
      longest={PAY_PASSWORD_MAX}
    >
      <Alert kind="blue" icon="shield">
        支付密码用于取款与绑定卡片，请勿与登录密码相同，也不要告诉任何人。
      </Alert>
    </Fields>
  )
}

type FieldsProps = {
  form: Form
  busy: boolean
  onPassed: (change: Change) => void
  /** Whether the browser may offer and keep these passwords: the login password only. */
  autoComplete: 'password' | 'off'
  rules: typeof passwordRules
  /** The most characters a new password takes; an old one may be longer. */
  longest: number
  children: ReactNode
}

function Fields({ form, busy, onPassed, autoComplete, rules, longest, children }: FieldsProps) {
  const [round, setRound] = useState(0)
  const { old, next } = form.values
  const field = (name: keyof Values, kind: 'current' | 'new') => ({
    value: form.values[name],
    onChange: (value: string) => form.set({ [name]: value }),
    error: form.errorAt(name),
    autoComplete: autoComplete === 'off' ? 'off' : `${kind}-password`,
    maxLength: kind === 'current' ? 32 : longest,
  })

  function submit() {
    const broken = rules(form.values)
    // The last rule clears the form (P2-5-17).
    if (broken?.field === 'next' && next !== '' && next === old) {
      form.clear()
      setRound(round + 1)
    }
    if (form.passes(broken)) onPassed({ password: old, paypassword: next })
  }

  return (
    <form
      ref={form.element}
      className="app--action"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <main className="page stack" key={round}>
        <Card className={css.form}>
          <PasswordField {...field('old', 'current')} label="旧密码" placeholder="请输入旧密码" />
          <PasswordField
            {...field('next', 'new')}
            label="新密码"
            placeholder="请输入新密码"
            note={longest === PAY_PASSWORD_MAX ? `6~${PAY_PASSWORD_MAX} 位` : '至少 6 位'}
          />
          <PasswordField
            {...field('confirm', 'new')}
            label="确认新密码"
            placeholder="请再次输入新密码"
          />
        </Card>
        <Refusal form={form} />
        {children}
        <ServiceAsk about="修改密码" />
      </main>
      <ActionBar>
        <Button type="submit" busy={busy}>
          确认修改
        </Button>
      </ActionBar>
    </form>
  )
}
