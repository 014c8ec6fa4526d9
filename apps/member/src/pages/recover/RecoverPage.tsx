import { channels, type Channel } from '@tianping/contract/delivery/facts'
import { recoverNameRules, recoverRules } from '@tianping/contract/delivery/rules'
import { useState } from 'react'
import { useAnswer } from '../../app/calls.ts'
import { Awaited } from '../../app/FailedAnswer.tsx'
import { CodeField, useCodeRest } from '../../app/form/CodeField.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { useRecover, useRecoverCode } from './useRecover.ts'
import css from './recover.module.css'

/** A forgotten password becomes another one, by a code to a contact that was proved before. */
export default function RecoverPage() {
  const answer = useAnswer('POST /api/recover/channels', {})
  if (!answer.data)
    return (
      <main className="page">
        <Awaited of={answer} />
      </main>
    )
  const [first] = answer.data
  return first ? <RecoverForm open={answer.data} first={first} /> : <Unreachable />
}

const Unreachable = () => (
  <main className="page stack">
    <Alert>暂未开通自助找回密码，请联系客服核实身份后重置。</Alert>
    <ServiceAsk about="找回密码" />
  </main>
)

/** `ticket` is what the code that was sent is good with. */
const empty = { name: '', code: '', password: '', confirm: '', ticket: '' }

function RecoverForm({ open, first }: { open: Channel[]; first: Channel }) {
  const [channel, setChannel] = useState(first)
  const form = useForm({
    empty,
    rule: recoverRules,
    // The code is read in another app, and this page may be loaded anew meanwhile.
    draft: { name: 'recover', typed: ['name', 'ticket'] },
  })
  const rest = useCodeRest()
  const code = useRecoverCode(form.refused, ticket => {
    form.set({ ticket })
    rest.begin()
  })
  const recover = useRecover(form.refused, form.clear)
  return (
    <Form form={form} action={recover} className="app--action">
      <main className="page stack">
        {open.length > 1 && (
          <Segment
            label="验证方式"
            tabs={open.map(key => ({ key, label: `${channels[key]}验证` }))}
            value={channel}
            onChange={setChannel}
          />
        )}
        <Card className={css.fields}>
          <TextField
            {...form.field('name')}
            label="账号"
            icon="user"
            placeholder="用户名"
            autoComplete="username"
            maxLength={32}
          />
          <CodeField
            {...form.field('code')}
            left={rest.left}
            busy={code.busy}
            onAsk={() => form.check(recoverNameRules, ({ name }) => code.run({ name, channel }))}
          />
          <PasswordField
            {...form.field('password')}
            label="新密码"
            placeholder="请输入新密码"
            note="至少 6 位"
            autoComplete="new-password"
            maxLength={32}
          />
          <PasswordField
            {...form.field('confirm')}
            label="确认新密码"
            placeholder="请再次输入新密码"
            autoComplete="new-password"
            maxLength={32}
          />
        </Card>
        <Refusal form={form} />
        <Alert kind="blue" icon="shield">
          验证码只发送到账号已验证的{channels[channel]}。重置后所有设备退出登录，取款可能延后处理。
        </Alert>
        <ServiceAsk about="找回密码" />
      </main>
      <SubmitBar>重置密码</SubmitBar>
    </Form>
  )
}
