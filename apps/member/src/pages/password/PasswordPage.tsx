import { passwordRules, payPasswordRules } from '@tianping/contract/account/rules'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { useState, type ReactNode } from 'react'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { PasswordField } from '../../ui/field/Field.tsx'
import { useLoginPassword, usePayPassword, type Change } from './usePassword.ts'
import css from './password.module.css'

/** Type 1 changes the login password, any other value or none the payment password (P2-2.6-01). */
export default function PasswordPage() {
  const { type, once } = useQueryOf('/password')
  return type === '1' ? <LoginPassword once={once === '1'} /> : <PayPassword once={once === '1'} />
}

/** Why this page came up by itself, or was offered: the old password is one of a single use. */
type Once = { once: boolean }

const empty: Change = { old: '', next: '', confirm: '' }

/** `round` counts how often the form was cleared: the passwords are hidden again then. */
function usePasswordForm(rule: typeof passwordRules) {
  const [round, setRound] = useState(0)
  const form = useForm({
    empty,
    rule,
    // The last rule clears the form (P2-5-17).
    onBroken: ({ field }, { old, next }) => {
      if (field !== 'next' || next === '' || next !== old) return
      form.clear()
      setRound(round + 1)
    },
  })
  return { form, round }
}

function LoginPassword({ once }: Once) {
  const { form, round } = usePasswordForm(passwordRules)
  const change = useLoginPassword({ failed: form.refused })
  return (
    <Form form={form} action={change} className="app--action">
      <Fields
        key={round}
        form={form}
        autoComplete="password"
        longest={32}
        lead={once && '客服提供的登录密码为一次性密码，请先改为您自己的新密码，再继续其他操作。'}
      >
        <Alert kind="blue" icon="shield">
          修改后，所有设备都需要用新密码重新登录。
        </Alert>
      </Fields>
      <SubmitBar>确认修改</SubmitBar>
    </Form>
  )
}

function PayPassword({ once }: Once) {
  const { form, round } = usePasswordForm(payPasswordRules)
  const change = usePayPassword({ failed: form.refused, changed: form.clear })
  return (
    <Form form={form} action={change} className="app--action">
      <Fields
        key={round}
        form={form}
        autoComplete="off"
        longest={PAY_PASSWORD_MAX}
        lead={once && '客服提供的支付密码为一次性密码，请先改为您自己的新密码，再绑定卡片或取款。'}
      >
        <Alert kind="blue" icon="shield">
          支付密码用于取款与绑定卡片，请勿与登录密码相同，也不要告诉任何人。
        </Alert>
      </Fields>
      <SubmitBar>确认修改</SubmitBar>
    </Form>
  )
}

type FieldsProps = {
  form: FormState<Change>
  /** Whether the browser may offer and keep these passwords: the login password only. */
  autoComplete: 'password' | 'off'
  /** The most characters a new password takes; an old one may be longer. */
  longest: number
  /** Said above the fields. */
  lead: string | false
  children: ReactNode
}

function Fields({ form, autoComplete, longest, lead, children }: FieldsProps) {
  const field = (name: keyof Change, kind: 'current' | 'new') => ({
    ...form.field(name),
    autoComplete: autoComplete === 'off' ? 'off' : `${kind}-password`,
    maxLength: kind === 'current' ? 32 : longest,
  })
  return (
    <main className="page stack">
      {lead !== false && <Alert icon="lock">{lead}</Alert>}
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
  )
}
