// Giveaways from the proposal to the member: another operator approves, the member gets it.
import { run, sql } from '@tianping/database'
import { addDays, beijing, beijingDay, startOfDay } from '@tianping/money/day'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deposit, newMember } from './support/data.ts'
import { dayWithRoom } from './support/day.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
const admin = { name: 'admin', password: 'admin888' }
const other = { name: 'admin2', password: 'admin2888' }

const inMinutes = (minutes: number) => beijing(new Date(Date.now() + minutes * 60_000)).slice(0, 16)
const common = (name: string) => ({
  name,
  note: '',
  budget: '100',
  turnover_times: 3,
  min_vip: 0,
  segment_id: 0,
  starts_at: inMinutes(2),
  ends_at: inMinutes(3 * 24 * 60),
})

/** Proposes as `admin`; the form's own fields are proven beside the server. */
async function propose(desk: Page, kind: string, data: object): Promise<number> {
  const answer = await desk.request.post(`${world.url}/api/console/giveaways/propose-${kind}`, {
    headers: { 'x-tianping-console': '1' },
    data,
  })
  const said = (await answer.json()) as { data: { id: number } | null; message: string }
  expect(said.data, said.message).not.toBeNull()
  return said.data!.id
}

/** `admin2` approves it on its page; its time has come. */
async function approve(id: number, startsAt = new Date(Date.now() - 60_000)) {
  const desk = await world.desk({ operator: other, path: `/giveaways/${id}` })
  await desk.getByRole('button', { name: '批准', exact: true }).click()
  await desk.getByRole('button', { name: '批准 ¥100.00', exact: true }).click()
  await desk.getByText('已批准').first().waitFor()
  await run(world.db, sql`update giveaway set starts_at = ${startsAt} where giveaway_id = ${id}`)
}

/** Notes whether what is said of an action and a notice of a letter ever stand there together. */
const watchOverlap = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset['overlapped'] = 'no'
    const look = () => {
      const both = ['.toast', '[aria-label="关闭通知"]'].every(each => document.querySelector(each))
      if (both) document.body.dataset['overlapped'] = 'yes'
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })

test('a further window of red packets: proposed, approved by another operator, claimed by a member', async () => {
  await dayWithRoom()
  const desk = await world.desk({ operator: admin, path: '/giveaways' })
  const id = await propose(desk, 'packets', {
    ...common('全天红包'),
    opens: '00:00',
    closes: '23:59',
    needed: '100',
    claims: 1,
    draw_min: '1',
    draw_max: '8.88',
    day_budget: '50',
  })
  await approve(id)
  const member = await newMember(world)
  await deposit(world, member, 100)
  const page = await world.phone({ token: member.token, path: '/hongbao' })
  const windows = page.getByRole('region', { name: '更多红包时段' })
  await windows.getByText('每日 00:00-23:59（北京时间）').waitFor()
  await windows.getByRole('button', { name: '领取“全天红包”的红包', exact: true }).click()
  await windows.getByText('今日1个红包已全部领取').waitFor()
  expect(world.complaints).toEqual([])
})

test('a batch of codes: proposed by a role that decides nothing, approved, read by the desk, redeemed by a member', async () => {
  const marketing = { name: 'marketing', password: 'marketing888' }
  const proposer = await world.desk({ operator: marketing, path: '/giveaways' })
  await proposer.getByRole('button', { name: '新建兑换码', exact: true }).click()
  const form = proposer.getByRole('dialog', { name: '新建兑换码', exact: true })
  const values = { 名称: '开业礼', '每次金额（元）': '8', '总预算（元，派发不会超过）': '100' }
  for (const [label, text] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByLabel('数量（每人限一次）', { exact: true }).fill('5')
  for (const [nth, minutes] of [2, 3 * 24 * 60].entries()) {
    const [day, time] = inMinutes(minutes).split(' ') as [string, string]
    await form.getByPlaceholder('年-月-日').nth(nth).fill(day)
    await form.getByPlaceholder('时:分').nth(nth).fill(time)
  }
  const proposing = proposer.waitForResponse('**/api/console/giveaways/propose-code')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  const { data, message } = (await (await proposing).json()) as {
    data: { id: number } | null
    message: string
  }
  expect(data, message).not.toBeNull()
  const { id } = data!
  await proposer.goto(`${world.url}/console#/giveaways/${id}`)
  // One's own may be taken back; nothing else is decided here.
  await proposer.getByRole('button', { name: '撤回', exact: true }).waitFor()
  expect(await proposer.getByRole('button', { name: /^(批准|拒绝)$/ }).count()).toBe(0)
  await approve(id)
  const desk = await world.desk({ operator: admin, path: `/giveaways/${id}` })
  await desk.getByRole('link', { name: '查看兑换码', exact: true }).click()
  const codes = desk.getByRole('button', { name: /^复制 [A-Z2-9]{12}$/ })
  await codes.first().waitFor()
  await expect.poll(() => codes.count()).toBe(5)
  const code = (await codes.first().getAttribute('aria-label'))!.slice(-12)

  const member = await newMember(world)
  const page = await world.phone({ token: member.token, path: '/welfare' })
  const field = page.getByRole('textbox', { name: '兑换码', exact: true })
  const button = page.getByRole('button', { name: '兑换', exact: true })
  await field.fill('NOSUCHCODE')
  await button.click()
  await page.getByRole('alert').getByText('兑换码不存在或已失效').first().waitFor()
  let sent = 0
  page.on('request', request => void (sent += Number(request.url().endsWith('/api/codeRedeem'))))
  await field.fill(code.toLowerCase())
  await watchOverlap(page)
  await button.dblclick()
  await page.getByText('兑换成功，8.00元已存入中心钱包').waitFor()
  await page.getByRole('button', { name: '关闭通知', exact: true }).waitFor()
  expect(await page.evaluate(() => document.body.dataset['overlapped'])).toBe('no')
  expect(await field.inputValue()).toBe('')
  expect(sent).toBe(1)
  // Its answer is lost: what became of it is asked by its key.
  await page.route('**/api/codeRedeem', async route => {
    await route.fetch()
    await route.abort()
  })
  await field.fill(code)
  await button.click()
  await page.getByRole('status').getByText('未发生：您已领取过该优惠').waitFor()
  expect(world.complaints).toEqual([])
})

test('a mission: proposed in its form, approved, its progress seen and its prize claimed by a member', async () => {
  await dayWithRoom()
  const desk = await world.desk({ operator: admin, path: '/giveaways' })
  await desk.getByRole('button', { name: '新建任务', exact: true }).click()
  const form = desk.getByRole('dialog', { name: '新建任务', exact: true })
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await form.getByText('须为大于 0 的金额', { exact: true }).waitFor()
  const goal = form.getByLabel('目标金额（元）', { exact: true })
  await expect.poll(() => goal.evaluate(each => each === document.activeElement)).toBe(true)
  const values = {
    名称: '存款任务',
    '目标金额（元）': '300',
    '奖金（元，每人一次）': '18',
    '总预算（元，派发不会超过）': '100',
  }
  for (const [label, text] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(text)
  const today = beijingDay(new Date())
  for (const [nth, days] of [1, 10].entries()) {
    await form.getByPlaceholder('年-月-日').nth(nth).fill(addDays(today, days))
    await form.getByPlaceholder('时:分').nth(nth).fill('00:00')
  }
  const proposing = desk.waitForResponse('**/api/console/giveaways/propose-mission')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  const { data, message } = (await (await proposing).json()) as {
    data: { id: number } | null
    message: string
  }
  expect(data, message).not.toBeNull()
  const { id } = data!
  await approve(id, startOfDay(today))

  const member = await newMember(world)
  await deposit(world, member, 200)
  const page = await world.phone({ token: member.token, path: '/welfare' })
  const missions = page.getByRole('region', { name: '任务', exact: true })
  await missions.getByText('累计存款满 ¥300.00，奖金 ¥18.00').waitFor()
  await missions.getByText('已完成 ¥200.00 / ¥300.00').waitFor()
  const claim = missions.getByRole('button', { name: '领取“存款任务”的奖金', exact: true })
  expect(await claim.count()).toBe(0)
  await deposit(world, member, 100)
  await page.reload()
  let sent = 0
  page.on('request', request => void (sent += Number(request.url().endsWith('/api/missionClaim'))))
  await claim.dblclick()
  await page.getByText('领取成功，18.00元已存入中心钱包').waitFor()
  await missions.getByText('已领取', { exact: true }).waitFor()
  expect(sent).toBe(1)

  await desk.goto(`${world.url}/console#/giveaways/${id}`)
  await desk.getByText(/^[1-9]\d* 人（不计等级与人群）$/).waitFor()
  await desk.getByRole('table', { name: '派发记录' }).getByText(member.name).waitFor()
  expect(world.complaints).toEqual([])
})
