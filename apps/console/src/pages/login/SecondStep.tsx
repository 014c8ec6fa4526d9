import { useMutation } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { showPasskey } from '../../app/session/passkeys.ts'
import { Icon } from '../../ui/Icon.tsx'
import { overIn, type Entered, type Half } from './half.ts'
import css from './login.module.css'

type Method = Half['methods'][number]
const names: Record<Method, string> = { totp: '验证器', passkey: '通行密钥', recovery: '恢复码' }

/**
 * The second half of a log-in: a code of the authenticator, a passkey, or one of the recovery
 * codes.
 */
export function SecondStep({
  half,
  onEnter,
  onBack,
}: {
  half: Half
  onEnter: (entered: Entered) => void
  onBack: () => void
}) {
  const [method, setMethod] = useState<Method>(half.methods[0]!)
  const [code, setCode] = useState('')
  const enter = useMutation({
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
  const ready =
    method === 'passkey' || (method === 'totp' ? /^\d{6}$/.test(code) : code.trim().length >= 10)
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
      {method === 'totp' && (
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
            onChange={event => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </label>
      )}
      {method === 'recovery' && (
        <label>
          <span>恢复码（每个只能用一次）</span>
          <Input
            key="recovery"
            size="large"
            value={code}
            maxLength={11}
            autoComplete="off"
            autoFocus
            onChange={event => setCode(event.target.value)}
          />
        </label>
      )}
      {method === 'passkey' && <p>请在设备上确认您的通行密钥。</p>}
      {enter.error && <Alert type="error" showIcon title={enter.error.message} />}
      {overIn(enter.error) ? (
        <Button type="primary" size="large" block onClick={onBack}>
          重新登录
        </Button>
      ) : (
        <Button
          type="primary"
          size="large"
          htmlType="submit"
          block
          disabled={!ready}
          loading={enter.isPending}
          icon={method === 'passkey' ? <Icon name="key" size={16} /> : undefined}
        >
          {method === 'passkey' ? '使用通行密钥' : '验证'}
        </Button>
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
