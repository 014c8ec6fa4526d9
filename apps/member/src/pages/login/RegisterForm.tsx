import { beijingDay } from '@tianping/money/day'
import { lazy, Suspense, useState } from 'react'
import { captchaWrong, joiningRules, registerRules } from '@tianping/contract/account/rules'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { useRules } from '../../app/account.ts'
import { Form, Submit } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { titleOf } from '../../app/routes/paths.ts'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Tick } from '../../ui/field/Tick.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { useCaptcha } from './useCaptcha.ts'
import { useRegister } from './useEntry.ts'
import { registerDraft } from './registerDraft.ts'
import css from './login.module.css'

const TextSheet = lazy(async () => ({ default: (await import('./TextSheet.tsx')).TextSheet }))

const documented = {
  name: '',
  password: '',
  confirmPass: '',
  realname: '',
  paypassword: '',
  code: '',
}
/** The documents' fields, then what our own app asks for. */
const empty = { ...documented, birthday: '', agreed: false }

type Props = { pid: string; redirect: string; other: string }

export function RegisterForm({ pid, redirect, other }: Props) {
  const captcha = useCaptcha()
  const rules = useRules()
  const form = useForm({
    empty,
    rule: values =>
      registerRules(values) ?? captcha.rule(values.code) ?? joiningRules(values, rules),
    onBroken: ({ text }) => {
      if (text !== captchaWrong) return
      captcha.roll()
      form.set({ code: '' })
    },
    draft: { name: registerDraft, typed: ['name', 'realname', 'birthday'] },
  })
  const register = useRegister({ pid, redirect, registered: form.clear, failed: form.refused })

  return (
    <Form form={form} action={register} className={css.panel}>
      <h1>
        注册新用户<span>约 1 分钟</span>
      </h1>
      <Person form={form} />
      <CaptchaField {...form.field('code')} src={captcha.src} onRoll={captcha.roll} maxLength={4} />
      <Joining form={form} earliest={rules.earliest_birthday} />
      <Refusal form={form} />
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

/** One of the two texts, read over the form: what was typed into it stays. */
function Text({ type }: { type: '5' | '6' }) {
  const [open, setOpen] = useState<boolean>()
  const title = titleOf('/abouts', `type=${type}`)
  return (
    <>
      <button type="button" className="hit hit--10" onClick={() => setOpen(true)}>
        {title}
      </button>
      {open !== undefined && (
        <Suspense>
          <TextSheet open={open} type={type} title={title} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The birthday, and the tick that nobody has set before. */
function Joining({ form, earliest }: { form: FormState<typeof empty>; earliest: string }) {
  const [today] = useState(() => beijingDay(Date.now()))
  return (
    <>
      <TextField
        {...form.field('birthday')}
        label="生日"
        type="date"
        icon="calendar"
        autoComplete="bday"
        min={earliest}
        max={today}
        note="仅用于核验年龄"
      />
      <Tick
        {...form.field('agreed')}
        label="我已阅读并同意《规则与条款》和《隐私政策》"
        note={
          <span className={css.links}>
            查看
            <Text type="5" />、
            <Text type="6" />
            ：我们为开户、支付与核验年龄收集以上信息，注销后按法定年限保存，您可随时查看、更正、下载或申请删除。
          </span>
        }
      />
    </>
  )
}
