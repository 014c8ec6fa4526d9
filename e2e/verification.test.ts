// A member whose withdrawal waits proves who they are; an operator looks at the documents and lets
// it go.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  VERIFICATION_SETTING,
  verificationSchema,
} from '../apps/server/src/areas/verification/verification.ts'
import { writeSetting } from '../apps/server/src/kernel/setting.ts'
import { bindBankCard, deposit, newMember, settingsTold } from './support/data.ts'
import { logInAtDesk, setTurnoverTimes } from './support/journey.ts'
import { at, bare, press, says, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
const photo = await sharp({
  create: { width: 900, height: 560, channels: 3, background: { r: 214, g: 226, b: 240 } },
})
  .jpeg()
  .toBuffer()

/** Chooses a picture for a document, and waits until it has arrived. */
async function give(phone: Page, label: string) {
  const chooser = phone.waitForEvent('filechooser')
  await press(phone, `上传${label}`)
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo })
  await phone.getByRole('button', { name: `删除${label}` }).waitFor()
}

async function withdraw(phone: Page, payPassword: string) {
  await visit(phone, '/withdrawal')
  await phone.getByRole('tab', { name: '银行卡取款' }).click()
  await press(phone, /^到：/)
  await phone.getByRole('option').first().click()
  await bare(phone)
  await phone.getByLabel('取款金额').fill('200')
  await phone.getByPlaceholder('请输入支付密码').fill(payPassword)
  await press(phone, /^立即取款/)
}

test('a withdrawal waits for the identity, which is handed in, looked at and approved', async () => {
  await writeSetting(
    world.db,
    VERIFICATION_SETTING,
    verificationSchema,
    { firstWithdrawalTier: 1 },
    { name: 'test', at: new Date() },
  )
  await settingsTold(world)
  const member = await newMember(world)
  await setTurnoverTimes(world, 0)
  await deposit(world, member, 500)
  await bindBankCard(world, member)
  const phone = await world.phone({ token: member.token })
  await withdraw(phone, member.payPassword)
  const told = phone.getByRole('alertdialog')
  await told.getByText('完成身份认证后即可放款').waitFor()
  await told.getByRole('button', { name: '去认证' }).click()
  await at(phone, '/verification')
  await phone.getByText('1 笔取款共 ¥200.00 已受理').waitFor()
  await phone.getByRole('link', { name: '办理身份认证' }).click()

  await press(phone, '提交审核')
  await says(phone, '请先上传身份证人像面', 'danger')
  await give(phone, '身份证人像面')
  await give(phone, '身份证国徽面')
  await phone.getByLabel('证件号码').fill('330200199006140046')
  await press(phone, '提交审核')
  await says(phone, '请先阅读并勾选全部同意项', 'danger')
  const consent = phone.getByRole('checkbox')
  await expect.poll(() => consent.isChecked()).toBe(false)
  await consent.check()
  await press(phone, '提交审核')
  await at(phone, '/verification')
  await phone.getByRole('heading', { name: '审核中', exact: true }).waitFor()

  const desk = await world.desk()
  await desk.goto(`${world.url}/console/`)
  await logInAtDesk(desk)
  await desk.goto(`${world.url}/console/#/verifications`)
  await desk.getByRole('table', { name: '身份认证' }).getByText(member.name).waitFor()
  await desk.keyboard.press('j')
  await desk.keyboard.press('Enter')
  const panel = desk.getByRole('region', { name: '身份认证详情' })
  const fields = panel.getByRole('table', { name: '资料对照' })
  await fields.getByText('330200199006140046').waitFor()
  expect(await fields.getByRole('row', { name: /^姓名/ }).textContent()).toContain('一致')
  const picture = panel.getByRole('img', { name: '身份证人像面' })
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(900)
  await panel.getByRole('button', { name: /^通过/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: '确认通过' }).click()
  await desk.getByText(`${member.name}：已通过`).waitFor()

  await visit(phone, '/mine')
  await visit(phone, '/verification')
  await phone.getByText('已完成', { exact: true }).waitFor()
  await phone.getByText('不限额', { exact: true }).waitFor()
})
