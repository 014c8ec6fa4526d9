import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { makePasskey } from '../../app/session/passkeys.ts'
import type { Asked } from './Confirmed.tsx'

export type Enrolment = ConsoleGiven<'POST /api/console/account/totp/begin'>

type Outcomes = {
  onEnrolment: (begun: Enrolment) => void
  onCodes: (codes: string[]) => void
  onDone: (text: string) => void
}

/** Every change of the second factor, each of which asks for the password first. */
export function factorRequests({ onEnrolment, onCodes, onDone }: Outcomes) {
  const addTotp: Asked = {
    title: '设置验证器',
    sentence: '请输入密码，随后用验证器扫描二维码。',
    confirm: '下一步',
    run: async password =>
      onEnrolment(await call('POST /api/console/account/totp/begin', { password })),
  }
  const removeTotp: Asked = {
    title: '移除验证器',
    sentence: '移除后，验证器上的验证码不再有效。',
    confirm: '确认移除',
    danger: true,
    run: async password => {
      await call('POST /api/console/account/totp/remove', { password })
      onDone('已移除验证器')
    },
  }
  const addPasskey: Asked = {
    title: '添加通行密钥',
    sentence: '请输入密码并为这台设备起个名字，随后在设备上确认。',
    confirm: '添加',
    label: '名称，如“办公室电脑”',
    run: async (password, label) => {
      if (await makePasskey(password, label)) onDone('已添加通行密钥')
    },
  }
  const removePasskey = (id: string, label: string): Asked => ({
    title: '移除通行密钥',
    sentence: `移除后，“${label}”不能再用来登录。`,
    confirm: '确认移除',
    danger: true,
    run: async password => {
      await call('POST /api/console/account/passkeys/remove', { id, password })
      onDone('已移除通行密钥')
    },
  })
  const renewCodes: Asked = {
    title: '重新生成恢复码',
    sentence: '原有恢复码将全部失效。',
    confirm: '重新生成',
    run: async password => {
      const { recovery_codes } = await call('POST /api/console/account/recovery', { password })
      onCodes(recovery_codes)
    },
  }
  return { addTotp, removeTotp, addPasskey, removePasskey, renewCodes }
}
