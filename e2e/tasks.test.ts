// The daily tasks of each role with the number of presses: clicks, and keys that are not the text
// of a field. Before issue 22 a withdrawal took 3, a payout 8 and more, a missing deposit 7, an
// exclusion 7; a letter to a segment and the NGR of a month could not be had.
import { flagState } from '@tianping/contract/risk/facts'
import { rows, run, sql, theRow } from '@tianping/database'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addProvider } from '../apps/server/src/areas/providers/store/provider.sql.ts'
import { providerKey, providerSchema } from '../apps/server/src/areas/providers/setting.ts'
import { writeSetting } from '../apps/server/src/kernel/setting.ts'
import { ask, bindBankCard, deposit, newMember, settingsTold, withdrawal } from './support/data.ts'
import { setTurnoverTimes } from './support/journey.ts'
import { says } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
const WITHDRAWALS = 4

/** A desk whose presses are counted. */
function seat(page: Page) {
  let presses = 0
  return {
    page,
    key: async (key: string) => {
      presses++
      await page.keyboard.press(key)
    },
    press: async (what: Locator) => {
      presses++
      await what.click()
    },
    type: (text: string) => page.keyboard.type(text),
    /** Since the last time it was asked. */
    presses: () => {
      const so = presses
      presses = 0
      return so
    },
  }
}
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' })
const counted: Record<string, number> = {}
const note = (task: string, presses: number) => {
  counted[task] = presses
  return presses
}
const enter = async (name: string, password: string) =>
  seat(await world.desk({ operator: { name, password } }))

test('the tasks of finance: withdrawals, payouts and a month', async () => {
  await setTurnoverTimes(world, 0)
  await run(
    world.db,
    sql`update withdrawal_order set state = 3, decided_at = now() where state = 1`,
  )
  // With a provider outside nothing is paid by the sandbox itself.
  const outside = providerSchema.parse({
    name: '通道外',
    adapter: 'form-md5',
    endpoint: 'http://127.0.0.1:9',
    merchant: 'M1',
    key: 0,
    previousKey: 0,
    methods: ['zh_ylsm'],
    currency: 'CNY',
    minFen: 1,
    maxFen: 1,
    feeRate: 0,
    feeFen: 0,
    payoutMinFen: 1,
    payoutMaxFen: 100_000_00,
    from: '00:00',
    until: '24:00',
    minTier: 0,
    priority: 50,
    weight: 100,
    live: true,
  })
  await writeSetting(world.db, providerKey('outer'), providerSchema, outside, {
    name: 'test',
    at: new Date(),
  })
  await addProvider(world.db, 'outer', new Date())
  await settingsTold(world)
  for (let n = 0; n < WITHDRAWALS; n++) {
    const member = await newMember(world)
    await deposit(world, member, 1_000)
    await bindBankCard(world, member, `62220277${String(10_000_000 + n)}`)
    await withdrawal(world, member, 100 + n)
  }
  // What the rules of risk found of members who withdraw at once was looked at before.
  await run(
    world.db,
    sql`update risk_flag set state = ${flagState.dismissed}, decided_by = 'risk', decided_at = now()`,
  )
  const finance = await enter('finance', 'finance888')
  const { page } = finance
  await page.getByRole('heading', { name: '取款审核' }).waitFor()
  await finance.press(page.getByRole('checkbox', { name: 'Select all' }))
  await finance.press(page.getByRole('button', { name: '批量通过' }))
  await page.getByRole('button', { name: `确认通过 ${WITHDRAWALS} 笔` }).waitFor()
  await finance.key('Enter')
  await page.getByText('已处理').waitFor()
  expect(note('withdrawal', finance.presses()) / WITHDRAWALS).toBeLessThanOrEqual(1.5)
  await page.keyboard.press('Escape')

  await finance.press(menu(page).getByRole('link', { name: /^付款(?!批次)/ }))
  await page
    .getByRole('row', { name: /第 1 次/ })
    .first()
    .waitFor()
  await finance.key('j')
  await finance.key('Enter')
  const panel = page.getByRole('region', { name: '付款详情' })
  for (let left = WITHDRAWALS; left > 0; left--) {
    await panel.getByRole('button', { name: /^标记已付款/ }).waitFor()
    const address = page.url()
    await finance.key('a')
    await page
      .getByRole('dialog')
      .getByLabel(/^付款流水号/)
      .waitFor()
    await finance.type(`BANK${left}`)
    await finance.key('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    if (left > 1) await page.waitForURL(url => url.href !== address)
  }
  const { paid } = await theRow(
    world.db,
    sql<{
      paid: number
    }>`select count(*)::int as paid from payout_attempt where state = 'paid' and reference like 'BANK%'`,
  )
  expect(paid).toBe(WITHDRAWALS)
  expect(note('payout', finance.presses()) / WITHDRAWALS).toBeLessThanOrEqual(4)

  await finance.key('/')
  await page.getByRole('combobox', { name: '全局搜索' }).waitFor()
  await finance.type('月结')
  await page.getByRole('option', { name: /月结/ }).waitFor()
  await finance.key('Enter')
  await page.getByRole('heading', { name: '月结', exact: true }).waitFor()
  await page.getByRole('region', { name: '双人签字' }).waitFor()
  expect(note('month', finance.presses())).toBeLessThanOrEqual(2)
  expect(world.complaints).toEqual([])
})

test('the tasks of support and marketing: a missing deposit, an exclusion, an answer, a letter', async () => {
  const member = await newMember(world)
  const made = await ask<{ deposit_no?: string }>(
    world,
    '/api/recharge',
    { paytype: 'wxpay', amount: 200 },
    member.token,
  )
  expect(made.code, made.message).toBe(200)
  const [order] = await rows(
    world.db,
    sql<{
      no: string
    }>`select deposit_no as no from deposit_order where member_id = ${member.memberId}`,
  )
  await ask(world, '/api/tickets/new', { topic: 'deposit', content: '没到账' }, member.token)
  const support = await enter('support', 'support888')
  const { page } = support
  await page.getByRole('heading', { name: '客服会话', exact: true }).waitFor()
  const find = async (text: string, option: RegExp) => {
    await support.key('/')
    await page.getByRole('combobox', { name: '全局搜索' }).waitFor()
    await support.type(text)
    await page.getByRole('option', { name: option }).first().waitFor()
    await support.key('Enter')
    await page.getByRole('combobox', { name: '全局搜索' }).waitFor({ state: 'detached' })
  }

  await find(order!.no, new RegExp(order!.no))
  await page.getByText('通道从未回调').waitFor()
  expect(note('missing deposit', support.presses())).toBeLessThanOrEqual(3)

  await find(`${member.name} 暂停`, /暂停使用/)
  await page.getByRole('dialog').getByLabel('原因（必填）').waitFor()
  await support.type('会员来电要求')
  await support.key('Enter')
  await says(page, '已记录')
  const blocked = await ask(world, '/api/recharge', { paytype: 'wxpay', amount: 200 }, member.token)
  expect(blocked.code, blocked.message).not.toBe(200)
  expect(note('exclusion', support.presses())).toBeLessThanOrEqual(3)

  await support.press(menu(page).getByRole('link', { name: /^客服会话/ }))
  await support.press(page.getByRole('row', { name: new RegExp(member.name) }))
  await support.press(page.getByRole('textbox', { name: '回复会员' }))
  await support.type('正在核实，请稍候')
  await support.key('Control+Enter')
  await page.getByRole('listitem').getByText('正在核实，请稍候').waitFor()
  expect(note('answer', support.presses())).toBeLessThanOrEqual(4)
  await page.getByRole('textbox', { name: '回复会员' }).blur()

  const by = { 'x-tianping-console': '1', 'idempotency-key': crypto.randomUUID() }
  const condition = { fact: 'joined', days: 0, least: 0, most: null, id: 0 }
  const saved = await page.request.post(`${world.url}/api/console/segments/save`, {
    headers: by,
    data: { segment_id: 0, name: '全部新老会员', note: '', conditions: [condition] },
  })
  expect(await saved.json()).toMatchObject({ code: 200 })
  await find('会员', /打开页面/)
  await support.press(page.getByRole('link', { name: '人群' }))
  await support.press(page.getByRole('link', { name: '写站内信' }))
  await support.press(page.getByRole('dialog').getByRole('textbox', { name: '标题' }))
  await support.type('周末活动')
  await support.press(page.getByRole('dialog').getByRole('textbox', { name: '内容', exact: true }))
  await support.type('本周末有活动。')
  // An offer without an age sign and a link to its terms asks for a reason.
  await support.press(page.getByRole('dialog').getByRole('textbox', { name: /^仍要提交的理由/ }))
  await support.type('仅作提醒')
  await support.press(page.getByRole('button', { name: '确认发送' }))
  await says(page, '已提交，等待另一位同事审批')
  expect(note('letter to a segment', support.presses())).toBeLessThanOrEqual(8)
  expect(world.complaints).toEqual([])
})

test('the tasks of risk, the administrator and management: a flag, an approval, the NGR of a month', async () => {
  const { memberId } = await newMember(world)
  await run(
    world.db,
    sql`
    insert into risk_flag (member_id, kind, subject, rule_version, inputs, weight, raised_at, seen_at, state)
    values (${memberId}, 'shared_address', 'tasks', 1, '{"members": 2, "address": "203.0.113.7"}', 99, now(), now(), 1)`,
  )
  const risk = await enter('risk', 'risk8888')
  await risk.page.getByRole('heading', { name: '风控' }).waitFor()
  await risk.page.getByRole('row', { name: /203\.0\.113\.7/ }).waitFor()
  await risk.key('j')
  await risk.key('Enter')
  await risk.page
    .getByRole('region')
    .getByRole('button', { name: /^确认风险/ })
    .waitFor()
  await risk.key('a')
  await risk.page.getByRole('dialog').getByLabel(/^备注/).waitFor()
  await risk.type('地址相同')
  await risk.key('Enter')
  await says(risk.page, /^已确认 .* 的风险$/)
  expect(note('flag', risk.presses())).toBeLessThanOrEqual(4)

  const admin = await enter('admin', 'admin888')
  const { page } = admin
  await page.getByRole('heading', { name: '今日', exact: true }).waitFor()
  await admin.press(page.getByRole('main').getByRole('link', { name: /^规则审批/ }))
  await page.getByText('待另一位同事审批').waitFor()
  await admin.key('a')
  await page.getByRole('dialog').waitFor()
  await admin.key('Enter')
  await says(page, '已批准，已生效')
  expect(note('approval', admin.presses())).toBeLessThanOrEqual(3)

  await admin.press(page.getByRole('link', { name: '经营报表' }))
  await page.getByRole('region', { name: '与对比期' }).getByText('净收入 NGR').waitFor()
  await admin.press(page.getByRole('combobox', { name: '时段' }))
  await admin.press(page.getByTitle('上月'))
  await page.getByRole('region', { name: '与对比期' }).getByText('净收入 NGR').waitFor()
  expect(note('NGR of a month', admin.presses())).toBeLessThanOrEqual(3)
  console.log(`Presses: ${JSON.stringify(counted)}`)
  expect(world.complaints).toEqual([])
})
