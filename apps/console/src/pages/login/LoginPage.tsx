import { Alert, Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { useDraft, writeDraft } from '../../app/drafts.ts'
import type { Operator } from '../../app/session/me.ts'
import { showPasskey } from '../../app/session/passkeys.ts'
import { takeTicket } from '../../app/session/ticket.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Entered, Half } from './half.ts'
import { SecondStep } from './SecondStep.tsx'
import css from './login.module.css'

/** The way in. After an expiry it says so, knows the name, and leads back to the same place. */
export default function LoginPage({
  last,
  onEnter,
}: {
  last: Operator | null
  onEnter: (operator: Operator) => void
}) {
  const [half, setHalf] = useState<Half | null>(null)
  const entered = ({ operator, second }: Entered) => {
    if (operator) {
      writeDraft('login/name', '')
      onEnter(operator)
    } else setHalf(second)
  }
  return (
    <div className={css.page}>
      <div className={css.card}>
        <header className={css.brand}>
          <span>
            <Icon name="scales" size={28} />
          </span>
          <h1>天平后台</h1>
        </header>
        {half ? (
          <SecondStep half={half} onEnter={entered} onBack={() => setHalf(null)} />
        ) : (
          <FirstStep last={last} onEnter={entered} />
        )}
        <p className={css.note}>仅限授权人员使用，所有操作均会记录。</p>
      </div>
    </div>
  )
}

type StepProps = { last: Operator | null; onEnter: (entered: Entered) => void }

/** The two ways of the first step. Starting one forgets why the other failed. */
function useFirstStep(name: string, password: string, onEnter: (entered: Entered) => void) {
  const login = useAction({
    mutationFn: () => call('POST /api/console/login', { name, password }),
    meta: { inPlace: true },
    onSuccess: onEnter,
  })
  const passkey = useAction({
    mutationFn: () => showPasskey(''),
    meta: { inPlace: true },
    onSuccess: entered => entered && onEnter(entered),
  })
  const ready = name !== '' && password !== ''
  const brand = useAction({
    mutationFn: (ticket: string) => call('POST /api/console/login/brand', { ticket }),
    meta: { inPlace: true },
    onSuccess: onEnter,
  })
  const { mutate: comeIn } = brand
  // Whoever comes from another brand's back office has a ticket, which counts once.
  useEffect(() => {
    const ticket = takeTicket()
    if (ticket !== '') comeIn(ticket)
  }, [comeIn])
  return {
    error: login.error ?? passkey.error ?? (login.isPending ? null : brand.error),
    coming: brand.isPending,
    login: {
      busy: login.isPending,
      start: () => {
        passkey.reset()
        if (ready && !login.isPending) login.mutate()
      },
    },
    passkey: {
      busy: passkey.isPending,
      start: () => {
        login.reset()
        passkey.mutate()
      },
    },
  }
}

function FirstStep({ last, onEnter }: StepProps) {
  const [typed, setTyped] = useDraft('login/name')
  const [password, setPassword] = useState('')
  const name = typed || last?.name || ''
  const { error, coming, login, passkey } = useFirstStep(name.trim(), password, onEnter)
  return (
    <form
      className={css.form}
      aria-label="登录"
      onSubmit={event => {
        event.preventDefault()
        login.start()
      }}
    >
      {last && <Expired />}
      <label>
        <span>账号</span>
        <Input
          size="large"
          value={name}
          maxLength={32}
          required
          autoComplete="username"
          autoFocus={!name}
          onChange={event => setTyped(event.target.value)}
        />
      </label>
      <label>
        <span>密码</span>
        <Input.Password
          size="large"
          value={password}
          maxLength={128}
          required
          autoComplete="current-password"
          autoFocus={!!name}
          onChange={event => setPassword(event.target.value)}
        />
      </label>
      {error && <Alert type="error" showIcon title={error.message} />}
      <Button type="primary" size="large" htmlType="submit" block loading={login.busy || coming}>
        登录
      </Button>
      {passkeysHere() && <PasskeyButton {...passkey} />}
    </form>
  )
}

const Expired = () => (
  <Alert
    type="info"
    showIcon
    title="登录已过期，请重新登录"
    description="登录后回到原来的页面，已填写的内容不会丢失。"
  />
)

const PasskeyButton = ({ busy, start }: { busy: boolean; start: () => void }) => (
  <Button size="large" block icon={<Icon name="key" size={16} />} loading={busy} onClick={start}>
    使用通行密钥
  </Button>
)

/** Browsers know passkeys only where the connection is secure. */
const passkeysHere = () =>
  isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
