// Log-in and registration in the page, the passwords and the profile, which end or change a
// session.
import { run, sql, theRow } from '@tianping/database'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { captchaAnswer } from '../../tooling/pictures/captcha-answers.ts'
import captchas from '../../apps/member/src/pages/login/captchas.json' with { type: 'json' }
import { ask, newMember } from '../support/data.ts'
import { addressOf, at, follow, press, says, settled, visit } from '../support/phone.ts'
import { openWorld } from '../support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })

const captcha = (page: Page) => page.getByAltText('验证码图片')
const shown = async (page: Page) => (await captcha(page).getAttribute('src'))!
const code = (page: Page) => page.getByPlaceholder('验证码')
const solve = async (page: Page) => code(page).fill(captchaAnswer(await shown(page)).toUpperCase())
const submit = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('log-in: name and password first, then the captcha; a wrong one clears its field and draws another image', async () => {
  const page = await world.phone({ path: '/login' })
  await submit(page, '登录')
  await says(page, '请输入您的账号和密码！', 'danger')
  await page.getByPlaceholder('用户名').fill('demo888')
  await submit(page, '登录')
  await says(page, '请输入您的账号和密码！', 'danger')
  await page.getByPlaceholder('密码', { exact: true }).fill('demo888')
  await submit(page, '登录')
  await says(page, '请输入验证码！', 'danger')
  const before = await shown(page)
  await code(page).fill('zzzzzz')
  await submit(page, '登录')
  await says(page, '验证码错误！', 'danger')
  expect(await code(page).inputValue()).toBe('')
  expect(await shown(page)).not.toBe(before)
  expect(await page.getByPlaceholder('用户名').inputValue()).toBe('demo888')
})

test('the captcha is one of the first 20 of 21 images, drawn anew on a touch, on opening the page and on changing the mode', async () => {
  const page = await world.phone({ path: '/login' })
  const images = captchas.images.slice(0, 20).map(({ file }) => `/captcha/${file}`)
  const seen = new Set<string>()
  for (let n = 0; n < 12; n++) {
    const before = await shown(page)
    expect(images).toContain(before)
    seen.add(before)
    await press(page, '换一张')
    expect(await shown(page)).not.toBe(before)
  }
  expect(seen.size).toBeGreaterThan(3)
  const drawn = new Set<string>()
  for (const [link, heading] of [
    ['注册新用户', /注册新用户/],
    ['去登录', /^登录$/],
    ['注册新用户', /注册新用户/],
    ['去登录', /^登录$/],
    ['注册新用户', /注册新用户/],
    // Six times the same one by chance happens to nobody.
    ['去登录', /^登录$/],
  ] as const) {
    await page.getByRole('link', { name: link }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
    drawn.add(await shown(page))
  }
  expect(drawn.size).toBeGreaterThan(1)
})

test('changing the mode clears both forms and hides the passwords again', async () => {
  const page = await world.phone({ path: '/login' })
  await page.getByPlaceholder('用户名').fill('someone')
  await page.getByPlaceholder('密码', { exact: true }).fill('secret')
  await page.getByRole('button', { name: '显示密码' }).click()
  expect(await page.getByPlaceholder('密码', { exact: true }).getAttribute('type')).toBe('text')
  await page.getByRole('link', { name: '注册新用户' }).click()
  await at(page, '/login?type=1')
  await page.getByPlaceholder('真实姓名').fill('某人')
  await page.getByRole('link', { name: '去登录' }).click()
  await at(page, /^\/login(\?type=0)?$/)
  expect(await page.getByPlaceholder('用户名').inputValue()).toBe('')
  expect(await page.getByPlaceholder('密码', { exact: true }).inputValue()).toBe('')
  expect(await page.getByPlaceholder('密码', { exact: true }).getAttribute('type')).toBe('password')
  await page.getByRole('link', { name: '注册新用户' }).click()
  expect(await page.getByPlaceholder('真实姓名').inputValue()).toBe('')
})

test('fields take 32 characters, a new payment password 18, the captcha 6 at log-in and 4 at registration', async () => {
  const page = await world.phone({ path: '/login' })
  await captcha(page).waitFor()
  const limits = () =>
    page
      .getByRole('main')
      .locator('input')
      .evaluateAll(inputs => inputs.map(input => (input as HTMLInputElement).maxLength))
  expect(await limits()).toEqual([32, 32, 6])
  await visit(page, '/login?type=1')
  // The birthday and the tick that our own app asks for have none.
  expect(await limits()).toEqual([32, 32, 32, 32, 18, 4, -1, -1])
})

test('the log-in has a way in for visitors and one to customer service, and no tab bar', async () => {
  const page = await world.phone({ path: '/login' })
  await page.getByRole('link', { name: '先去逛逛' }).waitFor()
  expect(await page.getByRole('link', { name: '先去逛逛' }).getAttribute('href')).toBe('#/')
  expect(await page.getByRole('link', { name: '在线客服' }).getAttribute('href')).toBe('#/kefu')
  expect(await page.getByRole('navigation').count()).toBe(0)
})

test('log-in: while strangers try a name, the page does a second of work by itself; a browser used before does none', async () => {
  const { name, password } = await newMember(world)
  const attack = async () => {
    for (let n = 0; n < 10; n++)
      await ask(world, '/api/login', { name, password: 'wrong', code: 'abcd' })
    const stranger = await ask(world, '/api/login', { name, password, code: 'abcd' })
    expect(stranger.message).toMatch(/^该账号近期登录尝试过多/)
  }
  const page = await world.phone({ path: '/login' })
  const sent = follow(page)
  const enter = async () => {
    await page.getByPlaceholder('用户名').fill(name)
    await page.getByPlaceholder('密码', { exact: true }).fill(password)
    await solve(page)
    await submit(page, '登录')
    await says(page, '登录成功', 'success')
    await at(page, '/')
  }
  await attack()
  await enter()
  const proofs = () =>
    sent.of('POST /api/login').map(body => 'proof' in (body as Record<string, string>))
  expect(proofs()).toEqual([false, true])
  await attack()
  await page.evaluate(() => localStorage.clear())
  await visit(page, '/login')
  await page.reload()
  await enter()
  expect(proofs()).toEqual([false, true, false])
})

/** What our own app asks for after the documented fields. */
async function agree(page: Page) {
  await page.getByLabel('生日').fill('1990-02-28')
  await page.getByRole('checkbox').check()
}

test('register: the page says the rules in their order', async () => {
  const page = await world.phone({ path: '/login?type=1' })
  const steps = [
    ['用户名长度6~11位，以字母或数字组合！', '用户名', 'stepper1'],
    ['请输入正确的密码长度，最少6位！', '登录密码', 'secret-1'],
    ['两次密码不一致！', '再次输入', 'secret-1'],
    ['请输入您的真实姓名!', '真实姓名', '行者'],
    ['请输入正确的支付密码长度，最少6位！', '支付密码', '748201'],
    ['请输入验证码！', '验证码', 'zzzz'],
  ] as const
  for (const [text, placeholder, value] of steps) {
    await submit(page, '注册')
    await says(page, text, 'danger')
    await page.getByPlaceholder(placeholder).first().fill(value)
  }
  const before = await shown(page)
  await submit(page, '注册')
  await says(page, '验证码错误！', 'danger')
  expect(await shown(page)).not.toBe(before)
  await solve(page)
  const more = [
    ['请选择您的生日', '2030-05-05'],
    ['生日不能晚于今天', '1990-02-28'],
    ['请阅读并勾选同意《规则与条款》和《隐私政策》', '1990-02-28'],
  ] as const
  await expect
    .poll(() => page.getByRole('checkbox').isChecked(), { message: 'nobody has ticked it' })
    .toBe(false)
  for (const [text, birthday] of more) {
    await submit(page, '注册')
    await says(page, text, 'danger')
    await page.getByLabel('生日').fill(birthday)
  }
})

test('registration carries pid, keeps the token, asks for the user, begins polling and goes to /', async () => {
  const referrer = await newMember(world)
  const page = await world.phone({ path: `/register?pid=${referrer.memberId}` })
  await at(page, `/login?type=1&pid=${referrer.memberId}`)
  const sent = follow(page)
  await page.getByPlaceholder('用户名').fill('friend01')
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByPlaceholder('再次输入').fill('secret-1')
  await page.getByPlaceholder('真实姓名').fill('好友')
  await page.getByPlaceholder('支付密码').fill('748201')
  await solve(page)
  await agree(page)
  await submit(page, '注册')
  await says(page, '注册成功', 'success')
  await at(page, '/')
  const { code: typed, ...payload } = sent.of('POST /api/register')[0] as Record<string, string>
  expect(typed).toHaveLength(4)
  expect(payload).toEqual({
    name: 'friend01',
    password: 'secret-1',
    confirmPass: 'secret-1',
    realname: '好友',
    paypassword: '748201',
    pid: String(referrer.memberId),
    birthday: '1990-02-28',
    terms: 1,
    privacy: 1,
  })
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[0-9a-f]{64}$/)
  await expect
    .poll(() => [sent.of('POST /api/user').length > 0, sent.of('POST /api/balance').length > 0])
    .toEqual([true, true])
  expect(
    await theRow(
      world.db,
      sql<{ referrer: bigint }>`select referrer_id as referrer from member where name = 'friend01'`,
    ),
  ).toEqual({ referrer: referrer.memberId })
})

test('the server’s message is shown whatever the code of a registration', async () => {
  const { name } = await newMember(world)
  const page = await world.phone({ path: '/login?type=1' })
  await page.getByPlaceholder('用户名').fill(name)
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByPlaceholder('再次输入').fill('secret-1')
  await page.getByPlaceholder('真实姓名').fill('好友')
  await page.getByPlaceholder('支付密码').fill('748201')
  await solve(page)
  await agree(page)
  await submit(page, '注册')
  await says(page, '该用户名已被注册', 'danger')
  expect(addressOf(page)).toBe('/login?type=1')
  // A message is gone after two seconds: the field says it as long as its name stands.
  await page.locator('.toast').waitFor({ state: 'detached' })
  const field = page.getByPlaceholder('用户名')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await page.getByRole('alert').getByText('该用户名已被注册').waitFor()
  await field.fill('another1')
  expect(await field.getAttribute('aria-invalid')).toBeNull()
})

test('a refused log-in says why until something is changed', async () => {
  const { name } = await newMember(world)
  const page = await world.phone({ path: '/login' })
  await page.getByPlaceholder('用户名').fill(name)
  await page.getByPlaceholder('密码', { exact: true }).fill('not-the-one')
  await solve(page)
  await submit(page, '登录')
  await says(page, '账号或密码错误', 'danger')
  await page.locator('.toast').waitFor({ state: 'detached' })
  const why = page.getByRole('alert').getByText('账号或密码错误')
  await why.waitFor()
  await page.getByPlaceholder('密码', { exact: true }).fill('another')
  await why.waitFor({ state: 'detached' })
})

test('the texts that are agreed to are read over the form, and nothing that was typed is lost', async () => {
  const page = await world.phone({ path: '/login?type=1' })
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByLabel('生日').fill('1990-02-28')
  for (const text of ['规则与条款', '隐私政策']) {
    await press(page, text)
    const sheet = page.getByRole('dialog', { name: text })
    await sheet.getByRole('heading', { name: '正文' }).waitFor()
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
  }
  expect(addressOf(page)).toBe('/login?type=1')
  expect(await page.getByPlaceholder('登录密码').first().inputValue()).toBe('secret-1')
  expect(await page.getByLabel('生日').inputValue()).toBe('1990-02-28')
})

test('log-in sends name, password and code, keeps the token and goes to /, or back to the page that asked', async () => {
  const { name, password } = await newMember(world)
  // A greeting that opens while the address changes would take the page back to home.
  const page = await world.phone({ path: '/login', session: { 'closed:welcome': '1' } })
  const sent = follow(page)
  const logIn = async () => {
    await page.getByPlaceholder('用户名').fill(name)
    await page.getByPlaceholder('密码', { exact: true }).fill(password)
    await solve(page)
    await submit(page, '登录')
  }
  await logIn()
  await at(page, '/')
  expect(sent.of('POST /api/login')).toEqual([{ name, password, code: expect.any(String) }])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toMatch(/^[0-9a-f]{64}$/)
  await page.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  await page.evaluate(() => {
    location.hash = '/wallet?type=2'
  })
  await at(page, '/login?redirect=/wallet?type=2')
  await logIn()
  await at(page, '/wallet?type=2')
})

test('the login password: 密码修改成功！, both storages cleared, and /login', async () => {
  const member = await newMember(world)
  const page = await world.phone({
    token: member.token,
    path: '/password?type=1',
    session: { kept: '1' },
  })
  const sent = follow(page)
  await page.getByPlaceholder('请输入旧密码').fill(member.password)
  await page.getByPlaceholder('请输入新密码').fill('secret-2')
  await page.getByPlaceholder('请再次输入新密码').fill('secret-2')
  await submit(page, '确认修改')
  await says(page, '密码修改成功！', 'success')
  await at(page, '/login')
  expect(sent.of('POST /api/editPassword')).toEqual([
    { password: member.password, paypassword: 'secret-2' },
  ])
  expect(
    await page.evaluate(() => [
      localStorage.getItem('token'),
      localStorage.getItem('userInfo'),
      sessionStorage.length,
    ]),
  ).toEqual([null, null, 0])
  expect(
    (await ask(world, '/api/login', { name: member.name, password: 'secret-2', code: 'x' })).code,
  ).toBe(200)
})

test('the pay password: the rules in their order, the form cleared when old and new are the same, and only the form cleared on success', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/password?type=2' })
  const [old, next, confirm] = [
    page.getByPlaceholder('请输入旧密码'),
    page.getByPlaceholder('请输入新密码'),
    page.getByPlaceholder('请再次输入新密码'),
  ]
  const sent = follow(page)
  const steps: [string, () => Promise<void>][] = [
    ['请输入旧密码', () => old.fill('246')],
    ['请输入新密码', () => next.fill('135')],
    ['请输入正确的旧密码长度', () => old.fill(member.payPassword)],
    ['请输入正确的新密码长度', () => next.fill(member.payPassword)],
    ['请输入确认密码', () => confirm.fill('135791')],
    ['两次密码不一致！', () => confirm.fill(member.payPassword)],
  ]
  for (const [text, mend] of steps) {
    await submit(page, '确认修改')
    await says(page, text, 'danger')
    await mend()
  }
  await submit(page, '确认修改')
  await says(page, '新旧密码不能一致！', 'danger')
  expect([await old.inputValue(), await next.inputValue(), await confirm.inputValue()]).toEqual([
    '',
    '',
    '',
  ])
  expect(sent.of('POST /api/editPayPassword')).toEqual([])
  await old.fill(member.payPassword)
  await next.fill('135791')
  await confirm.fill('135791')
  await submit(page, '确认修改')
  await says(page, '密码修改成功！', 'success')
  expect(sent.of('POST /api/editPayPassword')).toEqual([
    { password: member.payPassword, paypassword: '135791' },
  ])
  expect([await old.inputValue(), await next.inputValue(), await confirm.inputValue()]).toEqual([
    '',
    '',
    '',
  ])
  expect(addressOf(page)).toBe('/password?type=2')
})

/** A member whose log-in password customer service has set, good for one use. */
async function oneTime() {
  const { memberId, name, password } = await newMember(world)
  await run(
    world.db,
    sql`update member set password_once_until = now() + interval '1 day' where member_id = ${memberId}`,
  )
  const entered = await ask<{ api_token: string }>(world, '/api/login', {
    name,
    password,
    code: 'abcd',
  })
  return { name, password, token: entered.data.api_token }
}
const typed = (page: Page, address: string) =>
  page.evaluate(to => {
    location.hash = to
  }, address)

test('a one-time login password leads to the page that replaces it: one message, one way, then a new log-in', async () => {
  const { name, password, token } = await oneTime()
  const page = await world.phone({ token })
  await settled(page)
  expect(addressOf(page), 'home reads as for visitors').toBe('/')
  await typed(page, '/withdrawal')
  await at(page, '/password?type=1&once=1')
  await settled(page)
  const said = await page.evaluate(() => (globalThis as { said?: { text: string }[] }).said)
  expect(said?.map(({ text }) => text)).toEqual(['请先修改登录密码'])
  await page.getByText(/客服提供的登录密码为一次性密码/).waitFor()
  await page.goBack()
  await at(page, '/')
  await settled(page)
  await typed(page, '/mine')
  await at(page, '/password?type=1&once=1')
  await page.getByPlaceholder('请输入旧密码').fill(password)
  await page.getByPlaceholder('请输入新密码').fill('my-own-7')
  await page.getByPlaceholder('请再次输入新密码').fill('my-own-7')
  await submit(page, '确认修改')
  await says(page, '密码修改成功！', 'success')
  await at(page, '/login')
  await page.getByPlaceholder('用户名').fill(name)
  await page.getByPlaceholder('密码', { exact: true }).fill('my-own-7')
  await solve(page)
  await submit(page, '登录')
  await at(page, '/')
  await visit(page, '/withdrawal')
})

test('/password says nothing of one-time passwords to who came by themselves', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/password?type=1' })
  await settled(page)
  expect(await page.getByText('一次性密码').count()).toBe(0)
})

test('profile: read-only names, the rules in their order, what is sent, 操作成功, and the user asked for again', async () => {
  const member = await newMember(world)
  await run(world.db, sql`update member set birthday = null where member_id = ${member.memberId}`)
  const page = await world.phone({ token: member.token, path: '/userInfo' })
  await settled(page)
  expect(await page.getByLabel('用户名').inputValue()).toBe(member.name)
  expect(await page.getByLabel('用户名').getAttribute('readonly')).not.toBe(null)
  expect(await page.getByLabel('真实姓名').getAttribute('readonly')).not.toBe(null)
  expect(await page.getByLabel('生日').getAttribute('min')).toBe('1980-01-01')
  const sent = follow(page)
  await submit(page, '确认修改')
  await says(page, '请输入正确手机号', 'danger')
  await page.getByLabel('手机号').fill('13800138000')
  await submit(page, '确认修改')
  await says(page, '请输入正确邮箱号', 'danger')
  await page.getByLabel('邮箱').fill('someone@example.cn')
  await submit(page, '确认修改')
  await says(page, '请输入正确的日期格式：YYYY-MM-DD', 'danger')
  await page.getByLabel('生日').fill('1990-02-28')
  await submit(page, '确认修改')
  await says(page, '操作成功', 'success')
  expect(sent.of('POST /api/updateuserinfo')).toEqual([
    { mobile: '13800138000', email: 'someone@example.cn', birthday: '1990-02-28' },
  ])
  await expect.poll(() => sent.of('POST /api/user').length).toBeGreaterThan(0)
  await expect
    .poll(() =>
      page.evaluate(
        () => (JSON.parse(localStorage.getItem('userInfo')!) as { birthday: string }).birthday,
      ),
    )
    .toBe('1990-02-28')
})

test('a picture is taken as gif or png only, sent as the field file, and the user asked for again', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/userInfo' })
  await settled(page)
  const picker = page.locator('input[type="file"]')
  expect(await picker.getAttribute('accept')).toBe('image/gif,image/png')
  const sent = follow(page)
  await picker.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  })
  await says(page, '头像仅支持 GIF 或 PNG 图片', 'danger')
  expect(sent.of('POST /api/uploadimg')).toEqual([])
  const uploaded = page.waitForRequest('**/api/uploadimg')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  )
  await picker.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png })
  expect((await uploaded).headers()['content-type']).toMatch(/^multipart\/form-data/)
  await says(page, '操作成功', 'success')
  await expect.poll(() => sent.of('POST /api/user').length).toBeGreaterThan(0)
  await visit(page, '/mine')
  await expect
    .poll(() => page.getByRole('button', { name: '更换头像' }).locator('img').getAttribute('src'))
    .toMatch(/^\/(?!art\/)/)
  const chooser = page.waitForEvent('filechooser')
  await press(page, '更换头像')
  expect(await (await chooser).element().getAttribute('accept')).toBe('image/gif,image/png')
})

test('the mode is left by a typed address or the way back: both forms are cleared all the same, drafts included', async () => {
  const page = await world.phone({ path: '/login?type=1' })
  for (const leave of [
    () => visit(page, '/login'),
    async () => {
      await visit(page, '/login?type=0')
      await page.goBack()
      await at(page, '/login?type=1')
    },
  ]) {
    await page.getByPlaceholder('用户名').fill('someone')
    await page.getByPlaceholder('真实姓名').fill('某人')
    await leave()
    await visit(page, '/login?type=1')
    expect([
      await page.getByPlaceholder('用户名').inputValue(),
      await page.getByPlaceholder('真实姓名').inputValue(),
    ]).toEqual(['', ''])
  }
})

test('a registration that is answered with 401 says the message, and shows no dialog', async () => {
  const page = await world.phone({ path: '/login?type=1' })
  await page.getByPlaceholder('用户名').fill('fresh401')
  await page.getByPlaceholder('登录密码').first().fill('secret-1')
  await page.getByPlaceholder('再次输入').fill('secret-1')
  await page.getByPlaceholder('真实姓名').fill('好友')
  await page.getByPlaceholder('支付密码').fill('748201')
  await solve(page)
  await agree(page)
  // Another call of the same server, which knows no session.
  await page.route('**/api/register', route => route.continue({ url: `${world.url}/api/user` }))
  await submit(page, '注册')
  await says(page, '登录已过期，请重新登录', 'danger')
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await page.getByPlaceholder('用户名').inputValue()).toBe('fresh401')
})

test('/password: type 1 changes the password of the log-in; any other value, or none, that of payments', async () => {
  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/password?type=1' })
  await page.getByRole('heading', { name: '修改登录密码' }).waitFor()
  const sent = follow(page)
  for (const [n, address] of [
    '/password',
    '/password?type=2',
    '/password?type=3',
    '/password?type=x',
  ].entries()) {
    await visit(page, address)
    await page
      .getByRole('banner')
      .filter({ visible: true })
      .getByRole('heading', { name: '支付密码', exact: true })
      .waitFor()
    const next = `24681${n}`
    await page
      .getByPlaceholder('请输入旧密码')
      .fill(n === 0 ? member.payPassword : `24681${n - 1}x`)
    await page.getByPlaceholder('请输入新密码').fill(`${next}x`)
    await page.getByPlaceholder('请再次输入新密码').fill(`${next}x`)
    await submit(page, '确认修改')
    await says(page, '密码修改成功！', 'success')
  }
  expect([
    sent.of('POST /api/editPassword').length,
    sent.of('POST /api/editPayPassword').length,
  ]).toEqual([0, 4])
})

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
