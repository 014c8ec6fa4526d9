// A member protects the account: sets an authenticator app up, logs in with its code, ends what is
// open elsewhere, confirms a large withdrawal, and has this browser notified.
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPushService, type Pushed } from '../apps/server/test/support/pushService.ts'
import { captchaAnswer } from '../tooling/pictures/captcha-answers.ts'
import { ask, bindBankCard, deposit, endSession, newMember, type Member } from './support/data.ts'
import { setFactorFrom, setTurnoverTimes } from './support/journey.ts'
import { at, bare, press, question, says, settled, visit } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

// Nobody listens there: codes stay in the outbox.
const mail = { SMTP_URL: 'smtp://user:secret@127.0.0.1:9', MAIL_FROM: 'site@tianping.example' }
const push = await openPushService(() => new Date())
const world = await openWorld({ env: { TRUST_PROXY: '1', ...mail, ...push.env } })
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name })
/**
 * The code of this step, or of the one after it: a step that ends on the way is still taken, and no
 * test waits for a clock.
 */
const codeOf = (secret: string, step: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + step * 30_000 })
/** A code of none of the steps that may be taken while the test types it. */
const wrongCode = (secret: string) => {
  const near = [-2, -1, 0, 1, 2, 3].map(step => codeOf(secret, step))
  return Array.from({ length: 7 }, (_, n) => `${n}`.repeat(6)).find(code => !near.includes(code))!
}

async function logIn(page: Page, { name, password }: Member) {
  await page.getByPlaceholder('用户名').fill(name)
  await page.getByPlaceholder('密码', { exact: true }).fill(password)
  const captcha = await page.getByAltText('验证码图片').getAttribute('src')
  await page.getByPlaceholder('验证码').fill(captchaAnswer(captcha!))
  await submit(page, '登录')
}

async function setUp(page: Page, password: string) {
  await visit(page, '/safety')
  await page.getByRole('button', { name: /^验证器/ }).click()
  await sheet(page, '设置验证器').getByLabel('登录密码', { exact: true }).fill(password)
  await submit(page, '确认')
  const secret = (await page.locator('code').textContent())!
  await page.getByLabel('验证码', { exact: true }).fill(codeOf(secret, 0))
  await submit(page, '启用')
  const codes = sheet(page, '恢复码').getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  await expect.poll(() => codes.count()).toBe(10)
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
  await logIn(other, member)
  const step = sheet(other, '双重验证')
  await step.getByLabel('验证器中的 6 位验证码').fill(wrongCode(secret))
  await submit(other, '验证')
  await says(other, '验证码错误或已使用，请等待下一个', 'danger')
  await step.getByLabel('验证器中的 6 位验证码').fill(codeOf(secret, 1))
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
  await step.getByLabel('验证器中的 6 位验证码').fill(codeOf(secret, 1))
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

const complain = (member: Member, content: string) =>
  ask(
    world,
    '/api/complaints/new',
    { kind: 'other', content, order_no: '', event_day: '' },
    member.token,
  )
const notice = (page: Page) => page.getByRole('status').filter({ hasText: '已收到您的投诉' })

test('one stream serves all tabs: a message is announced on each, counted on 我的, and leads to its page', async () => {
  const member = await newMember(world)
  const one = await world.phone({ token: member.token })
  // The page of before asks for a stream too, until it is gone.
  await one.goto('about:blank')
  const streams: string[] = []
  one.context().on('request', request => {
    if (request.url().includes('/api/live')) streams.push(request.url())
  })
  await one.goto(`${world.url}/#/mine`)
  await expect.poll(() => streams.length).toBe(1)
  const two = await one.context().newPage()
  await two.goto(`${world.url}/#/money`)
  await two.getByRole('heading', { name: '我的钱包' }).waitFor()
  // The second tab has come to wait for the stream that the first one holds.
  const waits = () => two.evaluate(async () => (await navigator.locks.query()).pending?.length)
  await expect.poll(waits).toBe(1)
  expect((await complain(member, '第一次投诉：存款没有到账，请核对')).code).toBe(200)
  await Promise.all([notice(one).waitFor(), notice(two).waitFor()])
  expect(streams).toHaveLength(1)
  const mine = one.getByRole('link', { name: '我的', exact: true })
  await expect.poll(() => mine.getAttribute('aria-description')).toBe('1 条未读消息')
  await notice(one).getByRole('link', { name: '查看' }).click()
  await at(one, /^\/complaint\?no=C/)
  await notice(two).getByRole('button', { name: '关闭通知' }).click()
  await notice(two).waitFor({ state: 'detached' })
  // The tab that listened goes; the other one takes the stream up.
  await one.close()
  await expect.poll(() => streams.length).toBe(2)
  expect((await complain(member, '第二次投诉：取款没有到账，请核对')).code).toBe(200)
  await notice(two).waitFor()
  await visit(two, '/message?type=2')
  await notice(two).waitFor({ state: 'detached' })
  const row = two.getByRole('article').filter({ hasText: '已收到您的投诉' }).first()
  await row.getByRole('link', { name: /查看进度/ }).click()
  await at(two, /^\/complaint\?no=C/)
})

test('a session that is ended elsewhere: every tab says so, and the same member is back on the page with what was typed, another one is not', async () => {
  const [member, other] = [await newMember(world), await newMember(world)]
  const one = await world.phone({ token: member.token, path: '/complaintNew' })
  await one.getByLabel('发生了什么').fill('写了一半的内容')
  const two = await one.context().newPage()
  await two.goto(`${world.url}/#/statement`)
  await two.getByRole('heading', { name: '对账单', exact: true }).waitFor()
  await endSession(world, member)
  const dialog = (page: Page) => question(page).getByRole('heading', { name: '认证失败' })
  await Promise.all([dialog(one).waitFor(), dialog(two).waitFor()])
  await press(one, '重新登录')
  await at(one, '/login')
  await dialog(two).waitFor({ state: 'detached' })
  await at(two, '/login?redirect=/statement')
  await logIn(one, member)
  await at(one, '/complaintNew')
  expect(await one.getByLabel('发生了什么').inputValue()).toBe('写了一半的内容')
  await at(two, '/statement')
  await visit(one, '/mine')
  await press(one, '退出登录')
  await question(one).getByRole('button', { name: '确定' }).click()
  await Promise.all([at(one, '/login'), at(two, /^\/login/)])
  // The page of the log-in is drawn anew when the session has ended.
  await settled(one)
  await logIn(one, other)
  await at(one, '/')
  await expect.poll(() => two.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
  await visit(one, '/complaintNew')
  expect(await one.getByLabel('发生了什么').inputValue()).toBe('')
})

/**
 * Runs in the page before its code: the browser's push service answers as the one of the test. The
 * browser itself connects to its maker's only, and to none in a window of its own.
 */
function answerSubscribing({ endpoint, p256dh, auth }: Record<string, string>) {
  let held: object | null = null
  Object.assign(PushManager.prototype, {
    getSubscription: () => Promise.resolve(held),
    subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      held = {
        options: { applicationServerKey: applicationServerKey.buffer },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: () => {
          held = null
          return Promise.resolve(true)
        },
      }
      return Promise.resolve(held)
    },
  })
}

/**
 * Hands a message to the site's service worker, as the browser does; answers what it shows. A page
 * that asks before the browser has shown a notification makes it forget that one: we wait for the
 * browser's own word that it has.
 */
async function arrive(page: Page, { shown }: Pushed) {
  const worker = await page.context().newCDPSession(page)
  const displayed = new Promise<void>(resolve => {
    worker.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
      if (backgroundServiceEvent.eventName === 'Notification displayed') resolve()
    })
  })
  await worker.send('BackgroundService.startObserving', { service: 'notifications' })
  await worker.send('BackgroundService.setRecording', {
    shouldRecord: true,
    service: 'notifications',
  })
  const registered = new Promise<string>(resolve => {
    worker.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    })
  })
  await worker.send('ServiceWorker.enable')
  await worker.send('ServiceWorker.deliverPushMessage', {
    origin: world.url,
    registrationId: await registered,
    data: JSON.stringify(shown),
  })
  await displayed
  return page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(
      ({ title, body, data }) => ({ title, body, data: data as unknown }),
    ),
  )
}

test('a browser is notified of a deposit once the member has turned it on, and of nothing that is off', async () => {
  const member = await newMember(world)
  const plain = await world.phone({ token: member.token, path: '/notices' })
  await plain.getByText(/^浏览器已禁止本站的通知/).waitFor()
  await expect.poll(() => plain.getByRole('switch').isDisabled()).toBe(true)

  const { sent, path } = push.browser()
  const phone = await world.phone({
    token: member.token,
    permissions: ['notifications'],
    worker: true,
  })
  await phone.addInitScript(answerSubscribing, sent)
  await phone.reload()
  await visit(phone, '/userCent')
  await phone.getByRole('link', { name: /^通知设置/ }).click()
  await at(phone, '/notices')
  const here = phone.getByRole('switch', { name: '在此浏览器接收推送' })
  await here.click()
  await says(phone, '推送已开启')
  await expect.poll(() => here.getAttribute('aria-checked')).toBe('true')
  await deposit(world, member, 500)
  // A browser that is new to the member is told of first, everywhere.
  await expect
    .poll(() => push.got)
    .toMatchObject([{ path }, { path, shown: { body: '您的订单有新进展' } }])
  const [, arrived] = push.got
  expect(arrived?.shown.link).toMatch(/^\/payInfo\?deposit_no=/)
  expect(await arrive(phone, arrived!)).toEqual([
    { title: '天平', body: '您的订单有新进展', data: { link: arrived?.shown.link } },
  ])

  const money = phone.getByRole('group', { name: '存款、取款与账目' })
  const chip = money.getByRole('button', { name: '推送' })
  await chip.click()
  await expect.poll(() => chip.getAttribute('aria-pressed')).toBe('false')
  // What is off is passed over; a letter written later arrives.
  await deposit(world, member, 200)
  expect(await complain(member, '请处理此事，我已经等了很久')).toMatchObject({ code: 200 })
  await expect
    .poll(() => push.got.slice(1).map(({ shown: { body } }) => body))
    .toEqual(['您的订单有新进展', '您有一条新回复'])

  // The log-in that it belonged to is over; the next one of the same member goes on with it.
  const shown = async (token: string) =>
    (await ask<{ browsers: unknown[] }>(world, '/api/notices/show', {}, token)).data.browsers
  await endSession(world, member)
  const again = { name: member.name, password: member.password, code: '1234' }
  const { api_token } = (await ask<{ api_token: string }>(world, '/api/login', again)).data
  expect(await shown(api_token)).toEqual([])
  await phone.evaluate(token => localStorage.setItem('token', token), api_token)
  await phone.reload()
  await expect.poll(async () => (await shown(api_token)).length).toBe(1)
  await phone.reload()
  await here.click()
  await says(phone, '推送已关闭')
  await expect.poll(() => here.getAttribute('aria-checked')).toBe('false')
  await phone.getByText(/目前没有浏览器接收推送/).waitFor()
  expect(world.complaints).toEqual([])
})
