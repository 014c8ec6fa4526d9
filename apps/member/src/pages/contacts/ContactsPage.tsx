import type { RowOf } from '@tianping/contract'
import { channels } from '@tianping/contract/delivery/facts'
import { verifyRules } from '@tianping/contract/delivery/rules'
import { useAnswer } from '../../app/calls.ts'
import { Awaited } from '../../app/FailedAnswer.tsx'
import { CodeField, useCodeRest } from '../../app/form/CodeField.tsx'
import { Form, Submit } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { Alert, Card } from '../../ui/Card.tsx'
import { StateDot } from '../../ui/Chip.tsx'
import { PasswordField } from '../../ui/field/Field.tsx'
import { useContactCode, useProof } from './useContacts.ts'
import css from './contacts.module.css'

type Contact = RowOf<'POST /api/contacts'>

/** The contacts of the profile: proved ones hear of changes and recover a forgotten password. */
export default function ContactsPage() {
  const answer = useAnswer('POST /api/contacts', {})
  return (
    <main className="page stack">
      <Alert kind="blue" icon="shield">
        验证后，账号的重要变更会通知到这里，忘记密码时也可自助找回。
      </Alert>
      {answer.data?.map(each => <ContactCard key={each.channel} contact={each} />) ?? (
        <Awaited of={answer} />
      )}
    </main>
  )
}

function stateOf({ verified, contact }: Contact) {
  if (verified) return <StateDot kind="ok">已验证</StateDot>
  return contact === '' ? <StateDot>未填写</StateDot> : <StateDot kind="wait">未验证</StateDot>
}

const ContactCard = ({ contact }: { contact: Contact }) => (
  <Card label={channels[contact.channel]}>
    <div className={css.head}>
      <b>{channels[contact.channel]}</b>
      {stateOf(contact)}
    </div>
    {contact.contact === '' ? (
      <a className={css.fill} href={href('/userInfo')}>
        去个人资料填写
      </a>
    ) : (
      <p className="muted">{contact.contact}</p>
    )}
    {!contact.verified && contact.contact !== '' && <ProofOf contact={contact} />}
  </Card>
)

const empty = { code: '', password: '' }

function ProofOf({ contact: { channel, open } }: { contact: Contact }) {
  const form = useForm({ empty, rule: verifyRules })
  const rest = useCodeRest()
  const code = useContactCode(form.refused, rest.begin)
  const prove = useProof(channel, form.refused)
  if (!open) return <p className="t-13 faint">暂未开通{channels[channel]}验证，请联系客服</p>
  return (
    <Form form={form} action={prove} className={css.form}>
      <CodeField
        {...form.field('code')}
        left={rest.left}
        busy={code.busy}
        onAsk={() => code.run({ channel })}
      />
      <PasswordField
        {...form.field('password')}
        label="登录密码"
        placeholder="请输入登录密码"
        autoComplete="current-password"
        maxLength={32}
      />
      <Refusal form={form} />
      <Submit>完成验证</Submit>
    </Form>
  )
}
