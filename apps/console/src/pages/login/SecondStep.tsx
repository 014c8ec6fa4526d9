import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { showPasskey } from '../../app/session/passkeys.ts'
import { Icon } from '../../ui/Icon.tsx'
import { overIn, type Entered, type Half } from './half.ts'
import css from './login.module.css'

type Method = Half['methods'][number]
const names: Record<Method, string> = { totp: '验证器', passkey: '通行密钥', recovery: '恢复码' }

/** Whether a method has what it needs to be tried. */
const isReady: Record<Method, (code: string) => boolean> = {
  totp: code => /^\d{6}$/.test(code),
  recovery: code => code.trim().length >= 10,
  passkey: () => true,
}

type StepProps = { half: Half; onEnter: (entered: Entered) => void; onBack: () => void }

/** The chosen method with the code typed for it. Another method starts without either. */
function useSecondStep({ half, onEnter }: Pick<StepProps, 'half' | 'onEnter'>) {
  const [method, setMethod] = useState<Method>(half.methods[0] ?? 'totp')
  const [code, setCode] = useState('')
  const enter = useAction({
    mutationFn: async () =>
      method === 'passkey'
        ? showPasskey(half.ticket)
        : call('POST /api/console/login/second', { ticket: half.ticket, kind: method, code }),
    meta: { inPlace: true },
    onSuccess: entered => entered && onEnter(entered),
    onError: () => setCode(''),
  })
  const choose = (next: Method) => {
    setCode('')
    enter.reset()
    setMethod(next)
  }
  return { method, choose, code, setCode, enter }
}

/**
 * The second half of a log-in: a code of the authenticator, a passkey, or one of the recovery
 * codes.
 */
export function SecondStep({ half, onEnter, onBack }: StepProps) {
  const { method, choose, code, setCode, enter } = useSecondStep({ half, onEnter })
  const ready = isReady[method](code)
  return (
    <form
      className={css.form}
      aria-label="双重验证"
      onSubmit={event => {
        event.preventDefault()
        if (ready && !enter.isPending) enter.mutate()
      }}
    >
      <h2 className={css.step}>双重验证</h2>
      <Proof method={method} code={code} onCode={setCode} />
      {enter.error && <Alert type="error" showIcon title={enter.error.message} />}
      {overIn(enter.error) ? (
        <Button type="primary" size="large" block onClick={onBack}>
          重新登录
        </Button>
      ) : (
        <Submit method={method} ready={ready} busy={enter.isPending} />
      )}
      <div className={css.ways}>
        {half.methods
          .filter(each => each !== method)
          .map(each => (
            <Button key={each} type="link" size="small" onClick={() => choose(each)}>
              改用{names[each]}
            </Button>
          ))}
        <Button type="link" size="small" onClick={onBack}>
          返回
        </Button>
      </div>
    </form>
  )
}

type ProofProps = { method: Method; code: string; onCode: (code: string) => void }

/** What the chosen method asks for. */
function Proof({ method, code, onCode }: ProofProps) {
  if (method === 'passkey') return <p>请在设备上确认您的通行密钥。</p>
  if (method === 'recovery')
    return (
      <label>
        <span>恢复码（每个只能用一次）</span>
        <Input
          key="recovery"
          size="large"
          value={code}
          maxLength={11}
          autoComplete="off"
          autoFocus
          onChange={event => onCode(event.target.value)}
        />
      </label>
    )
  return (
    <label>
      <span>验证器上的 6 位验证码</span>
      <Input
        key="totp"
        size="large"
        value={code}
        maxLength={6}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        onChange={event => onCode(event.target.value.replace(/\D/g, ''))}
      />
    </label>
  )
}

function Submit({ method, ready, busy }: { method: Method; ready: boolean; busy: boolean }) {
  const passkey = method === 'passkey'
  return (
    <Button
      type="primary"
      size="large"
      htmlType="submit"
      block
      disabled={!ready}
      loading={busy}
      icon={passkey ? <Icon name="key" size={16} /> : undefined}
    >
      {passkey ? '使用通行密钥' : '验证'}
    </Button>
  )
}
