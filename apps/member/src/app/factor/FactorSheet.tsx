import type { FactorProof } from '@tianping/contract/factors'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Card.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { passkeysSupported } from './passkey.ts'
import css from './factor.module.css'

export type FactorKind = FactorProof['kind']
/** What was typed; for a passkey the browser asks afterwards. */
export type Shown = { password: string; kind: FactorKind; code: string }

const ways = { totp: '验证码', passkey: '通行密钥', recovery: '恢复码' } as const
const fields = {
  totp: { label: '验证器中的 6 位验证码', placeholder: '请输入验证码', maxLength: 8 },
  recovery: { label: '恢复码', placeholder: '请输入一个未用过的恢复码', maxLength: 16 },
} as const

type Props = {
  open: boolean
  title: string
  /** Which factors can be shown; none asks for the password alone. */
  methods: readonly FactorKind[]
  /** Whether the login password is asked for too. */
  password?: boolean
  /** Said above the fields. */
  lead?: string
  busy: boolean
  /** Stands in place of the fields while it is not known what is asked for. */
  waiting?: ReactNode
  onShow: (shown: Shown) => void
  onClose: () => void
}

/** Asks the member for a second factor, and where needed for the password. */
export function FactorSheet({ open, title, waiting, onClose, ...form }: Props) {
  return (
    <Sheet open={open} title={title} onClose={onClose}>
      {open && (waiting ?? <FactorForm {...form} />)}
    </Sheet>
  )
}

type FormProps = Omit<Props, 'open' | 'title' | 'waiting' | 'onClose'>

function FactorForm({ methods, password = false, lead, busy, onShow }: FormProps) {
  const possible = methods.filter(each => each !== 'passkey' || passkeysSupported())
  const [shown, setShown] = useState<Shown>({
    password: '',
    kind: possible[0] ?? 'totp',
    code: '',
  })
  const change = (part: Partial<Shown>) => setShown(now => ({ ...now, ...part }))
  if (methods.length > 0 && possible.length === 0)
    return <Alert>您的通行密钥不能在此网址或浏览器使用，请改用本站主网址，或联系客服。</Alert>
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!busy) onShow(shown)
      }}
    >
      {lead !== undefined && <p className="t-13 muted">{lead}</p>}
      {password && (
        <PasswordField
          label="登录密码"
          placeholder="请输入登录密码"
          autoComplete="current-password"
          maxLength={32}
          value={shown.password}
          onChange={typed => change({ password: typed })}
        />
      )}
      {possible.length > 0 && <FactorFields {...{ possible, shown, change }} />}
      <Button
        type="submit"
        block
        busy={busy}
        disabled={(password && shown.password === '') || lacksCode(possible, shown)}
      >
        {possible.length > 0 ? '验证' : '确认'}
      </Button>
    </form>
  )
}

const lacksCode = (possible: readonly FactorKind[], { kind, code }: Shown) =>
  possible.length > 0 && kind !== 'passkey' && code === ''

type FieldsProps = {
  possible: readonly FactorKind[]
  shown: Shown
  change: (part: Partial<Shown>) => void
}

const FactorFields = ({ possible, shown: { kind, code }, change }: FieldsProps) => (
  <>
    {possible.length > 1 && (
      <Segment
        label="验证方式"
        tabs={possible.map(key => ({ key, label: ways[key] }))}
        value={kind}
        onChange={key => change({ kind: key, code: '' })}
      />
    )}
    {kind === 'passkey' ? (
      <p className="t-13 muted">按下后，请按浏览器的提示验证指纹、面容或锁屏密码。</p>
    ) : (
      <TextField
        key={kind}
        {...fields[kind]}
        inputMode={kind === 'totp' ? 'numeric' : 'text'}
        autoComplete={kind === 'totp' ? 'one-time-code' : 'off'}
        value={code}
        onChange={typed => change({ code: typed })}
      />
    )}
  </>
)
