import { useState } from 'react'
import { formText } from './formText.ts'
import type { Typed } from './useOperator.ts'

/** Signs in with a password and the code of an authenticator. */
export function Enter({ enter }: { enter: (typed: Typed) => Promise<string> }) {
  const [trouble, setTrouble] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (form: FormData) => {
    setBusy(true)
    const typed = {
      name: formText(form, 'name'),
      password: formText(form, 'password'),
      code: formText(form, 'code'),
    }
    setTrouble(await enter(typed).catch(() => '没有连上'))
    setBusy(false)
  }
  return (
    <form
      className="enter"
      onSubmit={event => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <h1>
        场馆运营 <small>沙盒·试玩币</small>
      </h1>
      <label>
        用户名
        <input name="name" required maxLength={32} autoCapitalize="none" autoComplete="username" />
      </label>
      <label>
        密码
        <input name="password" type="password" required autoComplete="current-password" />
      </label>
      <label>
        验证码
        <input name="code" inputMode="numeric" maxLength={7} autoComplete="one-time-code" />
        <small>身份验证器上的六位数字；演示账户没有，留空即可</small>
      </label>
      {trouble && (
        <p className="bad" role="alert">
          {trouble}
        </p>
      )}
      <button type="submit" className="main" disabled={busy}>
        进入
      </button>
    </form>
  )
}
