import { passkeysSupported } from '../../app/factor/passkey.ts'
import { Tag } from '../../ui/Chip.tsx'
import { ButtonRow, List, Row } from '../../ui/List.tsx'
import type { Change, Safety } from './useSafety.ts'
import css from './safety.module.css'

type Props = { safety: Safety; onChange: (change: Change) => void }

/** The second factors: what is set up, and the way to the rest. */
export function Factors({ safety, onChange }: Props) {
  const { totp_since, passkeys, passkeys_possible, recovery_left } = safety
  const on = totp_since !== ''
  return (
    <section>
      <h2 className={css.title}>双重验证</h2>
      <List icons label="双重验证">
        <ButtonRow
          icon="phone"
          title="验证器"
          note={on ? `启用于 ${totp_since}` : '用手机验证器应用中的验证码登录'}
          end={on ? <Tag kind="jade">已启用</Tag> : <span className="t-13 muted">设置</span>}
          go
          onClick={() => onChange({ what: on ? 'totpOff' : 'totpOn' })}
        />
        {passkeys.map(({ id, label, created_at, last_used_at }) => (
          <ButtonRow
            key={id}
            icon="lock"
            title={`通行密钥：${label}`}
            note={last_used_at ? `最近使用 ${last_used_at}` : `添加于 ${created_at}`}
            end={<span className="t-13 muted">移除</span>}
            go
            onClick={() => onChange({ what: 'passkeyOff', id })}
          />
        ))}
        {passkeys_possible && passkeysSupported() ? (
          <ButtonRow
            icon="plus"
            title="添加通行密钥"
            note="用指纹、面容或锁屏密码验证"
            go
            onClick={() => onChange({ what: 'passkeyOn' })}
          />
        ) : (
          <Row icon="lock" title="通行密钥" note="此网址或浏览器不支持添加" />
        )}
        {(on || passkeys.length > 0) && (
          <ButtonRow
            icon="receipt"
            title="恢复码"
            note={`还有 ${recovery_left} 个未使用`}
            end={<span className="t-13 muted">重新生成</span>}
            go
            onClick={() => onChange({ what: 'recovery' })}
          />
        )}
      </List>
    </section>
  )
}
