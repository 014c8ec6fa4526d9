import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Room.tsx'
import { useMessage } from '../../ui/above.ts'
import { Status } from '../../ui/values/Status.tsx'
import { Confirmed, type Asked } from './Confirmed.tsx'
import { Enrol } from './Enrol.tsx'
import { factorRequests, type Enrolment } from './factorRequests.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import css from './account.module.css'

type Account = ConsoleGiven<'POST /api/console/account/show'>
type Requests = ReturnType<typeof factorRequests>
type Asking = { account: Account; requests: Requests; ask: (asked: Asked) => void }

/**
 * Authenticator, passkeys and recovery codes. Whatever changes them asks for the password first.
 */
export function SecondFactor({
  account,
  codes,
  onCodes,
  onChanged,
}: {
  account: Account
  /** Recovery codes that were made now: shown until they were read, and never again. */
  codes: string[]
  onCodes: (codes: string[]) => void
  onChanged: () => void
}) {
  const message = useMessage()
  const [asked, ask] = useState<Asked | null>(null)
  const [enrolling, enrol] = useState<Enrolment | null>(null)
  const requests = factorRequests({
    onEnrolment: enrol,
    onCodes,
    onDone: text => {
      void message.success(text)
      onChanged()
    },
  })
  return (
    <Card title="双重验证" extra={<Enabled account={account} />}>
      <div className={css.factors}>
        {codes.length > 0 && <RecoveryCodes codes={codes} onRead={() => onCodes([])} />}
        <Authenticator account={account} requests={requests} ask={ask} />
        <Passkeys account={account} requests={requests} ask={ask} />
        {isEnabled(account) && <Recovery account={account} requests={requests} ask={ask} />}
      </div>
      {asked && <Confirmed asked={asked} onClose={() => ask(null)} />}
      {enrolling && (
        <Enrol
          begun={enrolling}
          onDone={made => {
            enrol(null)
            onCodes(made)
            void message.success('验证器已启用')
          }}
          onClose={() => enrol(null)}
        />
      )}
    </Card>
  )
}

const isEnabled = (account: Account) => account.totp_since !== '' || account.passkeys.length > 0

function Enabled({ account }: { account: Account }) {
  if (isEnabled(account)) return <Status tone="good">已启用</Status>
  if (account.second_factor_required) return <Status tone="bad">须设置</Status>
  return <Status tone="plain">未启用</Status>
}

/** One kind of second factor, with the button that changes it. */
function Factor({
  icon,
  label,
  note,
  children,
}: {
  icon: IconName
  label: string
  note: ReactNode
  children: ReactNode
}) {
  return (
    <div className={css.factor}>
      <Icon name={icon} />
      <div>
        <b>{label}</b>
        <small>{note}</small>
      </div>
      {children}
    </div>
  )
}

function Authenticator({ account, requests, ask }: Asking) {
  if (account.totp_since === '')
    return (
      <Factor icon="barred" label="验证器" note="手机上的验证器应用，每 30 秒一个验证码">
        <Button type="primary" onClick={() => ask(requests.addTotp)}>
          设置
        </Button>
      </Factor>
    )
  return (
    <Factor icon="barred" label="验证器" note={`启用于 ${account.totp_since}`}>
      <Button danger onClick={() => ask(requests.removeTotp)}>
        移除
      </Button>
    </Factor>
  )
}

function Passkeys({ account, requests, ask }: Asking) {
  const possible = account.passkeys_possible
  return (
    <>
      <Factor
        icon="key"
        label="通行密钥"
        note={possible ? '用指纹、面容或安全钥匙登录' : '须通过 HTTPS 域名访问后台才能使用'}
      >
        <Button disabled={!possible} onClick={() => ask(requests.addPasskey)}>
          添加
        </Button>
      </Factor>
      {account.passkeys.map(key => (
        <div key={key.id} className={css.key}>
          <div>
            <b>{key.label}</b>
            <small>
              添加于 {key.created_at}
              {key.last_used_at && ` · 最近使用 ${key.last_used_at}`}
            </small>
          </div>
          <Button
            size="small"
            danger
            onClick={() => ask(requests.removePasskey(key.id, key.label))}
          >
            移除
          </Button>
        </div>
      ))}
    </>
  )
}

function Recovery({ account, requests, ask }: Asking) {
  return (
    <>
      <Factor
        icon="copy"
        label="恢复码"
        note={<>剩余 {account.recovery_left} 个；手机丢失时使用，每个一次</>}
      >
        <Button onClick={() => ask(requests.renewCodes)}>重新生成</Button>
      </Factor>
      {account.recovery_left === 0 && (
        <Alert type="warning" showIcon title="没有可用的恢复码，请生成一组并妥善保存" />
      )}
    </>
  )
}
