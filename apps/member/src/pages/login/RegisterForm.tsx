import { captchaWrong, registerRules } from '@tianping/contract/account/rules'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { Form, Submit } from '../../app/form/Form.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useRegister } from './useEntry.ts'
import { registerDraft } from './registerDraft.ts'
import css from './login.module.css'

const empty = { name: '', password: '', confirmPass: '', realname: '', paypassword: '', code: '' }

type Props = { pid: string; redirect: string; other: string }

export function RegisterForm({ pid, redirect, other }: Props) {
  const captcha = useCaptcha()
  const form = useForm({
    empty,
    rule: values => registerRules(values) ?? captcha.rule(values.code),
    onBroken: ({ text }) => {
      if (text !== captchaWrong) return
      captcha.roll()
      form.set({ code: '' })
    },
    draft: { name: registerDraft, typed: ['name', 'realname'] },
  })
  const register = useRegister({ pid, redirect, registered: form.clear })

  return (
    <Form form={form} action={register} className={css.panel}>
      <h1>
        注册新用户<span>约 1 分钟</span>
      </h1>
      <Person form={form} />
      <CaptchaField {...form.field('code')} src={captcha.src} onRoll={captcha.roll} maxLength={4} />
      <Submit>注册</Submit>
      <p className={css.swap}>
        已有账户？<a href={other}>去登录</a>
      </p>
    </Form>
  )
}

/** The account, its two passwords, and the member's own name. */
const Person = ({ form }: { form: FormState<typeof empty> }) => (
  <>
    <TextField
      {...form.field('name')}
      name="用户名"
      icon="user"
      placeholder="用户名，6~11 位字母或数字"
      autoComplete="username"
      maxLength={32}
    />
    <PasswordField
      {...form.field('password')}
      name="登录密码"
      placeholder="登录密码，至少 6 位"
      autoComplete="new-password"
      maxLength={32}
    />
    <PasswordField
      {...form.field('confirmPass')}
      name="确认密码"
      placeholder="再次输入登录密码"
      autoComplete="new-password"
      maxLength={32}
    />
    <TextField
      {...form.field('realname')}
      name="真实姓名"
      icon="idcard"
      placeholder="真实姓名，须与收款账户一致"
      autoComplete="name"
      maxLength={32}
    />
    <PasswordField
      {...form.field('paypassword')}
      name="支付密码"
      icon="wallet"
      placeholder="支付密码，6~18 位"
      autoComplete="off"
      inputMode="numeric"
      maxLength={PAY_PASSWORD_MAX}
    />
  </>
)
