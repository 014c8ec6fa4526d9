import { profileRules } from '@tianping/contract/rules'
import { useState } from 'react'
import { useUser, type User } from '../../app/account.ts'
import { AvatarButton } from '../../app/avatar/AvatarButton.tsx'
import { readDraft, useKeptDraft } from '../../app/form/draft.ts'
import { beijingDay } from '../../app/records/days.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { earliest, useProfile, type Profile } from './useProfile.ts'
import css from './userInfo.module.css'

export default function UserInfoPage() {
  const user = useUser()
  return user ? (
    <ProfileForm key={user.id} user={user} />
  ) : (
    <main className="page">
      <SkeletonRows />
    </main>
  )
}

/** What the member may change of the profile, and what only customer service can. */
function ProfileForm({ user }: { user: User }) {
  const untouched: Profile = { mobile: user.mobile, email: user.email, birthday: user.birthday }
  const [{ start, today }] = useState(() => ({
    start: readDraft('userInfo', untouched),
    today: beijingDay(Date.now()),
  }))
  const form = useForm<Profile>(start)
  useKeptDraft('userInfo', form.values, untouched)
  const profile = useProfile(form.refused)
  const field = (name: keyof Profile) => ({
    value: form.values[name],
    onChange: (value: string) => form.set({ [name]: value }),
    error: form.errorAt(name),
  })

  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const sent = {
          mobile: form.values.mobile.trim(),
          email: form.values.email.trim(),
          birthday: form.values.birthday,
        }
        if (form.passes(profileRules(sent))) profile.run(sent)
      }}
    >
      <main className="page stack">
        <div className={css.face}>
          <AvatarButton src={user.avatar || '/art/avatar.svg'} />
          <p className="t-12 muted">点击更换头像，支持 GIF、PNG，不超过 2MB</p>
        </div>
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
        <Card className={css.fields}>
          <TextField
            {...field('mobile')}
            label="手机号"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={16}
            placeholder="请输入手机号"
          />
          <TextField
            {...field('email')}
            label="邮箱"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={100}
            placeholder="请输入邮箱"
          />
          <TextField
            {...field('birthday')}
            label="生日"
            type="date"
            autoComplete="bday"
            min={earliest}
            max={today}
            placeholder="YYYY-MM-DD"
          />
        </Card>
        <Refusal form={form} />
      </main>
      <ActionBar>
        <Button type="submit" busy={profile.busy}>
          确认修改
        </Button>
      </ActionBar>
    </form>
  )
}
