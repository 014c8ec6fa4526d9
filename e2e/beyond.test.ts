// What the app has beyond both documents, and only a browser shows: the agents' site behind
// P1-2.5-02, the statement with its files, conversations with customer service, the red packets'
// verifier as a file, and the notice of a newer app.
import { run, sql, theRow, transaction } from '@tianping/database'
import { commitOf, redPacketFen, toHex } from '@tianping/fairness'
import { DAY_MS, beijingDay, beijingMonth, startOfDay } from '@tianping/money/day'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { decideAgentApplication } from '../apps/server/src/areas/agent/decideAgentApplication.ts'
import { decideStatement, makeDueStatements } from '../apps/server/src/areas/agent/statements.ts'
import { newLog } from '../apps/server/src/kernel/log.ts'
import { applyBets } from '../apps/server/src/areas/venues/feed.ts'
import { systemClock } from '../apps/server/src/kernel/clock.ts'
import { ask, bets, deposit, newMember, type Member } from './support/data.ts'
import { dayWithRoom } from './support/day.ts'
import { logInAtDesk } from './support/journey.ts'
import { at, press, says, settled } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ env: { TRUST_PROXY: '1' } })
await dayWithRoom({ leftMs: 120_000 })
const now = new Date()
const monthBegan = startOfDay(`${beijingMonth(now)}-01`).getTime()
/** Noon of the last day of the month before. */
const lastMonth = new Date(monthBegan - DAY_MS / 2)
const month = beijingMonth(lastMonth)

/** An approved agent whose team has counted since the month before began. */
async function agent(): Promise<Member> {
  const member = await newMember(world)
  await ask(
    world,
    '/api/applyagentdo',
    { mobile: '13800138000', apply_info: '有社群资源' },
    member.token,
  )
  await transaction(world.db, async tx => {
    const { id } = await theRow(
      tx,
      sql<{
        id: string
      }>`select application_id as id from agent_application where member_id = ${member.memberId}`,
    )
    await decideAgentApplication(tx, {
      memberId: member.memberId,
      applicationId: id,
      pass: true,
      reason: '',
      by: 'admin',
      now,
    })
    await run(
      tx,
      sql`update agent set from_day = ${`${month}-01`}::date, next_month = ${month} where member_id = ${member.memberId}`,
    )
  })
  return member
}

/**
 * Registers by the invite link's number, deposits ¥500.00 and bets: today, and ¥2,000.00 lost of
 * ¥3,000.00 the month before.
 */
async function friend(code: string): Promise<string> {
  const name = `friend${String(now.getTime()).slice(-5)}`
  const { data } = await ask<{ api_token: string }>(world, '/api/register', {
    name,
    password: 'secret-1',
    confirmPass: 'secret-1',
    realname: '好友',
    paypassword: '748201',
    code: 'abcd',
    pid: code,
  })
  const {
    data: { id },
  } = await ask<{ id: number }>(world, '/api/user', {}, data.api_token)
  await deposit(world, { memberId: BigInt(id) }, 500)
  await applyBets(
    { db: world.db, clock: systemClock, bus: { publish: () => {} } },
    { venueId: 6 },
    [
      [lastMonth, 3_000_00n, 1_000_00n],
      [now, 120_00n, 50_00n],
    ].map(
      ([at, stake, payout], n) =>
        ({
          bet_id: `agent-${id}-${n}`,
          version: BigInt(1_000 + n),
          revision: 1,
          player: String(id),
          category: 'concise',
          game_code: 'fortune3',
          round_id: 'r',
          selection: {},
          stake,
          valid_amount: stake,
          payout,
          net: (payout as bigint) - (stake as bigint),
          odds: null,
          status: 'SETTLED',
          placed_at: (at as Date).toISOString(),
          settled_at: (at as Date).toISOString(),
          fairness: { commit: '', client_seed: '', nonce: n },
          math_version: '',
        }) as Parameters<typeof applyBets>[2][number],
    ),
  )
  return name
}

test('an agent enters the site from the app, sees a member of his link deposit and bet, checks the statement line by line, and is paid through the ledger', async () => {
  const own = await agent()
  const { data: invite } = await ask<{ invite_code: string; url: string }>(
    world,
    '/api/agent/invite',
    {},
    own.token,
  )
  const name = await friend(invite.invite_code)
  // A month is stated an hour after its end, which may be to come yet.
  const stated = new Date(Math.max(now.getTime(), monthBegan + 2 * 3_600_000))
  await makeDueStatements({ db: world.db, clock: { now: () => stated }, log: newLog('silent') })

  const page = await world.phone({ token: own.token, path: '/gamePage?dailiD=1' })
  const site = page.frameLocator('iframe')
  await site.getByText('团队净输赢（投注减派彩）').waitFor()
  expect(await site.locator('main').innerText()).toMatch(
    /团队人数\s*1\s*新增会员\s*1\s*存款会员\s*1\s*投注会员\s*1/,
  )

  await site.getByRole('link', { name: '团队', exact: true }).click()
  const row = site
    .getByRole('listitem')
    .filter({ hasText: `${name.slice(0, 2)}***${name.slice(-2)}` })
  await row.waitFor()
  await site.getByRole('button', { name: '今日' }).click()
  await expect
    .poll(() => row.innerText())
    .toMatch(/存款\s*¥500\.00[\s\S]*投注\s*¥120\.00[\s\S]*派彩\s*¥50\.00[\s\S]*净输赢\s*\+¥70\.00/)

  await site.getByRole('link', { name: '账单', exact: true }).click()
  await site.getByRole('link', { name: /待审核/ }).click()
  await site.getByRole('button', { name: '逐行核对' }).click()
  await site.getByText('已在本机重新计算 1 行，与账单完全一致。').waitFor()
  expect(await site.getByLabel('逐行明细').innerText()).toMatch(
    /¥2,000\.00\s*投注 3,000\.00 − 派彩 1,000\.00 − 优惠 0\.00/,
  )

  const by = { name: 'finance', actor: { type: 'operator', id: '1' } } as const
  await transaction(world.db, tx =>
    decideStatement(tx, {
      agentId: own.memberId,
      month,
      pass: true,
      reason: '',
      by,
      now: new Date(),
    }),
  )
  await page.reload()
  await site.getByRole('link', { name: '账单', exact: true }).click()
  await site.getByRole('link', { name: /¥600\.00\s*已发放/ }).waitFor()
  expect((await ask<{ balance: number }>(world, '/api/user', {}, own.token)).data.balance).toBe(600)

  await site.getByRole('link', { name: '推广' }).click()
  await site.getByAltText('推广二维码').waitFor()
  await site.getByRole('button', { name: '复制推广链接' }).click()
  await says(page, '复制成功！')
  expect(await site.locator('main').innerText()).toContain(invite.url)

  // A session of its own: leaving the site leaves the app as it was, and name and password open it
  // too.
  await site.getByRole('button', { name: '退出登录' }).click()
  await site.getByPlaceholder('用户名').fill(own.name)
  await site.getByPlaceholder('登录密码').fill('wrong-one')
  await site.getByRole('button', { name: '登录', exact: true }).click()
  await site.getByText('账号或密码错误').first().waitFor()
  await site.getByPlaceholder('登录密码').fill(own.password)
  await site.getByRole('button', { name: '登录', exact: true }).click()
  await site.getByText('团队净输赢（投注减派彩）').waitFor()
  expect((await ask(world, '/api/balance', {}, own.token)).code).toBe(200)
  expect(world.complaints).toEqual([])
})

test('a member reads the statement of any days, saves it as CSV and PDF, and sees when they played', async () => {
  await dayWithRoom({ leftMs: 120_000 })
  const today = new Date()
  const member = await newMember(world)
  await deposit(world, member, 500)
  await deposit(world, member, 300)
  await bets(world, member, ['SETTLED', 'VOID', 'OPEN'], today)
  const page = await world.phone({ token: member.token, path: '/transRecord' })
  await settled(page)
  await page.getByRole('link', { name: '对账单' }).click()
  await at(page, '/statement')
  await settled(page)
  const total = page.getByRole('region', { name: '合计' })
  expect((await total.innerText()).replaceAll('\n', '')).toMatch(
    /\+¥15\.00投注 ¥10\.00，派彩 ¥25\.00存款¥800\.00取款¥0\.00净存入¥800\.00/,
  )
  // Bars can be told apart without their colour: deposits are filled, withdrawals are not.
  const [filled, hollow] = await page
    .getByRole('tab', { selected: true, name: /存款 ¥800\.00，取款 ¥0\.00/ })
    .locator('i')
    .evaluateAll(bars => bars.map(bar => getComputedStyle(bar).backgroundColor))
  expect(filled).not.toBe(hollow)

  await press(page, '自选')
  await page.getByLabel('开始日期').fill(beijingDay(today))
  await page.getByLabel('结束日期').fill(beijingDay(today.getTime() - DAY_MS))
  await press(page, '确定')
  await says(page, '开始日期不能晚于结束日期')
  await page.getByLabel('结束日期').fill(beijingDay(today))
  await press(page, '确定')
  await page.getByRole('heading', { name: '每日存取' }).waitFor()

  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, name)])
    expect(file.suggestedFilename()).toContain(beijingDay(today).replaceAll('-', ''))
    return readFileSync(await file.path(), 'utf8')
  }
  expect(await saved('下载 CSV')).toContain('本期,1,10.00,25.00,15.00\r\n')
  expect(await saved('下载 PDF')).toMatch(/^%PDF-1\.7/)

  await page.getByRole('link', { name: '这段时间的投注记录' }).click()
  const days = `${beijingDay(today)} 至 ${beijingDay(today)}`
  await page.getByRole('button', { name: days, pressed: true }).waitFor()
  await page.goBack()
  await settled(page)
  await page.getByRole('tab', { name: '游戏时段' }).click()
  await settled(page)
  await page.getByText('不到 1 分钟，1 笔', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('未结算 10.00').count()).toBe(1)
  expect(world.complaints).toEqual([])
})

test('a member asks customer service with an order and a picture, is answered while looking, and makes a complaint of it', async () => {
  const member = await newMember(world)
  await deposit(world, member, 300)
  const phone = await world.phone({ token: member.token, path: '/kefu' })
  await phone.getByRole('link', { name: '没有找到答案？我的会话' }).click()
  await phone.getByRole('link', { name: '存款没到账' }).click()
  await phone.getByText('银行转账需要人工审核').waitFor()
  await press(phone, '发送给客服')
  await says(phone, '请填写内容')
  await phone.getByLabel('问题', { exact: true }).fill('同一个订单扣了我两次钱')
  await press(phone, '附上订单或注单')
  await phone.getByRole('option', { name: /^存款订单 ¥300.00/ }).click()
  const buffer = await sharp({
    create: { width: 90, height: 120, channels: 3, background: '#87a' },
  })
    .png()
    .toBuffer()
  await phone
    .getByLabel('选择图片')
    .setInputFiles({ name: 'paid.png', mimeType: 'image/png', buffer })
  await press(phone, '发送给客服')
  await at(phone, /^\/ticket\?id=T/)
  const talk = phone.getByRole('list', { name: '会话内容' })
  await talk.getByText('存款订单').waitFor()
  await talk.getByRole('img', { name: '您发的图片' }).waitFor()

  const desk = await world.desk()
  await logInAtDesk(desk)
  await desk.getByRole('button', { name: /^会员与客服/ }).click()
  await desk.getByRole('link', { name: /^客服会话/ }).click()
  await desk.getByRole('row', { name: new RegExp(member.name) }).click()
  const panel = desk.getByRole('region', { name: '会话详情' })
  await panel.getByRole('complementary', { name: '会员' }).getByText('累计存款').waitFor()
  await panel.getByRole('button', { name: '查看图片（记录）' }).click()
  await panel.getByRole('img', { name: '会员发送的图片' }).waitFor()
  await panel.getByRole('button', { name: '正在核实' }).click()
  await panel.getByRole('button', { name: /^发 ?送$/ }).click()
  // The button takes the next press once this message is there.
  await panel.getByRole('listitem').getByText('正在核实').waitFor()
  await panel.locator('.ant-btn-loading').waitFor({ state: 'detached' })
  await panel.getByText('内部备注', { exact: true }).click()
  await panel.getByRole('textbox', { name: '内部备注' }).fill('渠道确认两笔都到了')
  await panel.getByRole('button', { name: '添加备注' }).click()
  await panel.getByRole('listitem').getByText('渠道确认两笔都到了').waitFor()

  await talk.getByText('您好，已收到您的问题，正在核实，请稍候。').waitFor()
  await talk.getByText(/已读 \d\d:\d\d/).waitFor()
  expect(await talk.textContent()).not.toContain('渠道确认')
  // Written without a network: it stays in its field, and is said once.
  await phone.context().setOffline(true)
  const line = phone.getByPlaceholder('输入消息')
  await line.fill('好的，我等您消息')
  await press(phone, '发送')
  await says(phone, '网络中断，内容已保留，恢复后请再次发送')
  expect(await line.inputValue()).toBe('好的，我等您消息')
  await phone.context().setOffline(false)
  await press(phone, '发送')
  await talk.getByText('好的，我等您消息').waitFor()
  await expect.poll(() => line.inputValue()).toBe('')
  await expect.poll(() => talk.getByText('好的，我等您消息').count()).toBe(1)
  await press(phone, '转投诉')
  const sheet = phone.getByRole('dialog', { name: '转为投诉' })
  expect(await sheet.getByLabel('发生了什么').inputValue()).toBe('同一个订单扣了我两次钱')
  await sheet.getByRole('button', { name: '提交投诉' }).click()
  await at(phone, /^\/complaint\?no=C/)
  await phone.getByText('由客服会话').waitFor()
  expect(world.complaints).toEqual([])
})

test('the red packet verifier is one file that needs no network', async () => {
  const seed = new Uint8Array(32).fill(7)
  const draw = { serverSeed: seed, clientSeed: '42.lucky', nonce: 1 }
  const proof = {
    server_seed: toHex(seed),
    client_seed: draw.clientSeed,
    nonce: 1,
    amount_min: 1.88,
    amount_max: 88.88,
    commit: commitOf(seed),
    redpacketmoney: redPacketFen(draw, { minFen: 188, maxFen: 8888 }) / 100,
    day: '',
    anchor_day: '',
    anchor: '',
  }
  const saved = join(mkdtempSync(join(tmpdir(), 'tianping-verify-')), 'verify.html')
  onTestFinished(() => rmSync(dirname(saved), { recursive: true }))
  writeFileSync(saved, await (await fetch(`${world.url}/verify`)).text())
  const page = await world.phone()
  await page.context().setOffline(true)
  await page.goto(`file://${saved}`)
  await page.getByRole('textbox').first().fill(JSON.stringify(proof))
  await page.getByRole('button', { name: '读取' }).click()
  await page.getByText(`重新计算得 ¥${proof.redpacketmoney.toFixed(2)}`).waitFor()
  expect(await page.getByRole('status').innerText()).toMatch(
    /通过\s*种子与领取前公布的哈希一致\s*通过\s*与派发金额一致/,
  )
  await page.getByLabel('实际金额（元，可空）').fill('0.01')
  await page.getByRole('button', { name: '验证' }).click()
  await page.getByText('不符').waitFor()
})

test('a newer app is offered when the page comes back after a quarter of an hour; it starts when the member says so', async () => {
  const page = await world.phone({ session: { 'closed:welcome': '1' }, clock: 'running' })
  await settled(page)
  // Two seconds after the start the app begins to watch.
  await page.clock.runFor(2_000)
  const comeBack = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  const asked: number[] = []
  // What the server sends after a release: the same page with other code.
  await page.route(`${world.url}/`, async route => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    asked.push(asked.length)
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(
        /(<script[^>]+type="module"[^>]+src=")[^"]+/,
        '$1/assets/newer.js',
      ),
    })
  })
  await comeBack(10)
  await comeBack(6)
  const notice = page.getByRole('status').filter({ hasText: '新版本已就绪' })
  await notice.waitFor()
  expect(asked).toEqual([0])
  await press(page, '稍后')
  await notice.waitFor({ state: 'detached' })
  await comeBack(16)
  await notice.waitFor()
  await Promise.all([page.waitForEvent('load'), press(page, '立即更新')])
  await settled(page)
  expect(await notice.count()).toBe(0)
})
