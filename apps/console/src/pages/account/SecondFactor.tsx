import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { makePasskey } from '../../app/session/passkeys.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Confirmed, type Asked } from './Confirmed.tsx'
import { Enrol } from './Enrol.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import css from './account.module.css'

type Account = ConsoleGiven<'POST /api/console/account/show'>

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
  const { message } = App.useApp()
  const [asked, ask] = useState<Asked | null>(null)
  const [enrolling, enrol] = useState<ConsoleGiven<'POST /api/console/account/totp/begin'> | null>(
    null,
  )
  const done = (text: string) => {
    void message.success(text)
    onChanged()
  }
  const begin: Asked = {
    title: '设置验证器',
    sentence: '请输入密码，随后用验证器扫描二维码。',
    confirm: '下一步',
    run: async password => enrol(await call('POST /api/console/account/totp/begin', { password })),
  }
  const remove: Asked = {
    title: '移除验证器',
    sentence: '移除后，验证器上的验证码不再有效。',
    confirm: '确认移除',
    danger: true,
    run: async password => {
      await call('POST /api/console/account/totp/remove', { password })
      done('已移除验证器')
    },
  }
  const renew: Asked = {
    title: '重新生成恢复码',
    sentence: '原有恢复码将全部失效。',
    confirm: '重新生成',
    run: async password => {
      onCodes((await call('POST /api/console/account/recovery', { password })).recovery_codes)
    },
  }
  const add: Asked = {
    title: '添加通行密钥',
    sentence: '请输入密码并为这台设备起个名字，随后在设备上确认。',
    confirm: '添加',
    label: '名称，如“办公室电脑”',
    run: async (password, label) => {
      if (await makePasskey(password, label)) done('已添加通行密钥')
    },
  }
  const drop = (id: string, label: string): Asked => ({
    title: '移除通行密钥',
    sentence: `移除后，“${label}”不能再用来登录。`,
    confirm: '确认移除',
    danger: true,
    run: async password => {
      await call('POST /api/console/account/passkeys/remove', { id, password })
      done('已移除通行密钥')
    },
  })
  const any = account.totp_since !== '' || account.passkeys.length > 0
  return (
    <Card
      title="双重验证"
      extra={
        <Status tone={any ? 'good' : account.second_factor_required ? 'bad' : 'plain'}>
          {any ? '已启用' : account.second_factor_required ? '须设置' : '未启用'}
        </Status>
      }
    >
      <div className={css.factors}>
        {codes.length > 0 && <RecoveryCodes codes={codes} onRead={() => onCodes([])} />}
        <div className={css.factor}>
          <Icon name="barred" />
          <div>
            <b>验证器</b>
            <small>
              {account.totp_since
                ? `启用于 ${account.totp_since}`
                : '手机上的验证器应用，每 30 秒一个验证码'}
            </small>
          </div>
          {account.totp_since ? (
            <Button danger onClick={() => ask(remove)}>
              移除
            </Button>
          ) : (
            <Button type="primary" onClick={() => ask(begin)}>
              设置
            </Button>
          )}
        </div>
        <div className={css.factor}>
          <Icon name="key" />
          <div>
            <b>通行密钥</b>
            <small>
              {account.passkeys_possible
                ? '用指纹、面容或安全钥匙登录'
                : '须通过 HTTPS 域名访问后台才能使用'}
            </small>
          </div>
          <Button disabled={!account.passkeys_possible} onClick={() => ask(add)}>
            添加
          </Button>
        </div>
        {account.passkeys.map(key => (
          <div key={key.id} className={css.key}>
            <div>
              <b>{key.label}</b>
              <small>
                添加于 {key.created_at}
                {key.last_used_at && ` · 最近使用 ${key.last_used_at}`}
              </small>
            </div>
            <Button size="small" danger onClick={() => ask(drop(key.id, key.label))}>
              移除
            </Button>
          </div>
        ))}
        {any && (
          <div className={css.factor}>
            <Icon name="copy" />
            <div>
              <b>恢复码</b>
              <small>剩余 {account.recovery_left} 个；手机丢失时使用，每个一次</small>
            </div>
            <Button onClick={() => ask(renew)}>重新生成</Button>
          </div>
        )}
        {any && account.recovery_left === 0 && (
          <Alert type="warning" showIcon title="没有可用的恢复码，请生成一组并妥善保存" />
        )}
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
