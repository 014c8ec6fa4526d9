// A member protects the account: sets an authenticator app up, logs in with its code, ends what is
// open elsewhere, and confirms a large withdrawal.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { captchaAnswer } from '../tooling/pictures/captcha-answers.ts'
import { bindBankCard, deposit, newMember } from './support/data.ts'
import { setFactorFrom, setTurnoverTimes } from './support/journey.ts'
import { at, bare, press, says, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

// Nobody listens there: codes stay in the outbox.
const mail = { SMTP_URL: 'smtp://user:secret@127.0.0.1:9', MAIL_FROM: 'site@tianping.example' }
const world = await openWorld({ env: { TRUST_PROXY: '1', ...mail } })
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
/** The code of the step after the one used last, so that no test waits for a clock. */
const codeOf = (secret: string, step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + step * 30_000 })

async function setUp(page: Page, password: string) {
  await visit(page, '/safety')
  await page.getByRole('button', { name: /^验证器/ }).click()
  await sheet(page, '设置验证器').getByLabel('登录密码', { exact: true }).fill(password)
  await submit(page, '确认')
  const secret = (await page.locator('code').textContent())!
  await page.getByLabel('验证码', { exact: true }).fill(codeOf(secret, -1))
  await submit(page, '启用')
  const codes = sheet(page, '恢复码').getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  await submit(page, '我已保存')
  await bare(page)
  await page.getByText('已启用', { exact: true }).waitFor()
  return secret
}

test('an authenticator app is set up, asked for at log-in, and other log-ins are ended', async () => {
  const member = await newMember(world)
  const phone = await world.phone({ token: member.token })
  const secret = await setUp(phone, member.password)

  const other = await world.phone({ path: '/login' })
  await other.getByPlaceholder('用户名').fill(member.name)
  await other.getByPlaceholder('密码', { exact: true }).fill(member.password)
  const captcha = await other.getByAltText('验证码图片').getAttribute('src')
  await other.getByPlaceholder('验证码').fill(captchaAnswer(captcha!))
  await submit(other, '登录')
  const step = sheet(other, '双重验证')
  await step.getByLabel('验证器中的 6 位验证码').fill('000000')
  await submit(other, '验证')
  await says(other, '验证码错误或已使用，请等待下一个', 'danger')
  await step.getByLabel('验证器中的 6 位验证码').fill(codeOf(secret, 0))
  await submit(other, '验证')
  await says(other, '登录成功')
  await at(other, '/')

  await visit(phone, '/mine')
  await visit(phone, '/safety')
  await submit(phone, '结束其他所有登录')
  await phone.getByRole('alertdialog').getByRole('button', { name: '结束' }).click()
  await says(phone, /^已结束 \d 个登录/)
  await phone.getByText('本机', { exact: true }).waitFor()
  await visit(other, '/money')
  await other.getByRole('alertdialog').getByText('登录已过期，请重新登录').waitFor()
})

test('a withdrawal above the site’s amount asks for the code and goes through with it', async () => {
  const member = await newMember(world)
  await setTurnoverTimes(world, 0)
  await setFactorFrom(world, 100)
  await deposit(world, member, 500)
  await bindBankCard(world, member)
  const phone = await world.phone({ token: member.token })
  const secret = await setUp(phone, member.password)
  await visit(phone, '/withdrawal')
  await phone.getByRole('tab', { name: '银行卡取款' }).click()
  await press(phone, /^到：/)
  await phone.getByRole('option').first().click()
  await bare(phone)
  await phone.getByLabel('取款金额').fill('200')
  await phone.getByPlaceholder('请输入支付密码').fill(member.payPassword)
  await press(phone, /^立即取款/)
  const step = sheet(phone, '双重验证')
  await step.getByLabel('验证器中的 6 位验证码').fill(codeOf(secret, 0))
  await submit(phone, '验证')
  await says(phone, '提交成功，请等待审核')
})

test('a double tap on 获取验证码 asks for one code, which its ticket goes along with', async () => {
  const member = await newMember(world)
  const phone = await world.phone({ path: '/recover' })
  const asked: string[] = []
  phone.on('request', request => {
    if (request.url().includes('/api/recover')) asked.push(request.url())
  })
  await phone.getByPlaceholder('用户名').fill(member.name)
  // On a busy phone both taps are waiting when the page comes to them, before it draws anything.
  await phone.getByRole('button', { name: '获取验证码' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await says(phone, '如该账号已验证此联系方式，验证码将很快送达')
  await phone.getByRole('button', { name: /^\d+ 秒后重发$/ }).waitFor()
  expect(asked.filter(url => url.endsWith('/api/recover/code'))).toHaveLength(1)

  await phone.getByLabel('验证码', { exact: true }).fill('123456')
  await phone.getByLabel('新密码', { exact: true }).fill('my-own-7')
  await phone.getByLabel('确认新密码', { exact: true }).fill('my-own-7')
  const sent = phone.waitForRequest(request => request.url().endsWith('/api/recover'))
  await submit(phone, '重置密码')
  expect((await sent).postDataJSON()).toMatchObject({
    ticket: expect.stringMatching(/^[\w-]{32}$/),
  })
  await says(phone, '验证码错误或已过期', 'danger')
})
