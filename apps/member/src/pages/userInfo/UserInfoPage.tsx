import { profileRules } from '@tianping/contract/account/rules'
import { beijingDay } from '@tianping/money/day'
import { useState } from 'react'
import { useRules, useUserAnswer, type User } from '../../app/account.ts'
import { AvatarButton } from '../../app/avatar/AvatarButton.tsx'
import { Awaited } from '../../app/FailedAnswer.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { useProfile, type Profile } from './useProfile.ts'
import css from './userInfo.module.css'

export default function UserInfoPage() {
  const answer = useUserAnswer()
  const user = answer.data
  return user ? (
    <ProfileForm key={user.id} user={user} />
  ) : (
    <main className="page">
      <Awaited of={answer} />
    </main>
  )
}

const clean = ({ mobile, email, birthday }: Profile) => ({
  mobile: mobile.trim(),
  email: email.trim(),
  birthday,
})

function ProfileForm({ user }: { user: User }) {
  const rules = useRules()
  const form = useForm<Profile>({
    empty: { mobile: user.mobile, email: user.email, birthday: user.birthday },
    clean,
    rule: values => profileRules(values, rules),
    draft: { name: 'userInfo', typed: ['mobile', 'email', 'birthday'] },
  })
  const profile = useProfile(form.refused)

  return (
    <Form form={form} action={profile}>
      <main className="page stack">
        <div className={css.face}>
          <AvatarButton src={user.avatar || '/art/avatar.svg'} />
          <p className="t-12 muted">点击更换头像，支持 GIF、PNG，不超过 2MB</p>
        </div>
        <Fixed user={user} />
        <Changeable form={form} />
        <Refusal form={form} />
      </main>
      <SubmitBar>确认修改</SubmitBar>
    </Form>
  )
}

/** The names, which only customer service can change. */
const Fixed = ({ user }: { user: User }) => (
  <Card className={css.fields}>
    <TextField label="用户名" value={user.username} onChange={() => undefined} readOnly />
    <TextField
      label="真实姓名"
      value={user.realname}
      onChange={() => undefined}
      readOnly
      note="用户名与真实姓名不可修改，如有误请联系客服"
    />
  </Card>
)

function Changeable({ form }: { form: FormState<Profile> }) {
  const { earliest_birthday } = useRules()
  const [today] = useState(() => beijingDay(Date.now()))
  return (
    <Card className={css.fields}>
      <TextField
        {...form.field('mobile')}
        label="手机号"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={16}
        placeholder="请输入手机号"
      />
      <TextField
        {...form.field('email')}
        label="邮箱"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={100}
        placeholder="请输入邮箱"
      />
      <TextField
        {...form.field('birthday')}
        label="生日"
        type="date"
        autoComplete="bday"
        min={earliest_birthday}
        max={today}
        placeholder="YYYY-MM-DD"
      />
    </Card>
  )
}
