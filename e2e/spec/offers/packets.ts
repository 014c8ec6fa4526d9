// Red packets and welfare.
import { expect, test } from 'vitest'
import { beijingMidnight } from '@tianping/money/day'
import {
  redPacketSchema,
  REDPACKET_SETTING,
  type RedPacketSetting,
} from '../../../apps/server/src/areas/redpacket/setting.ts'
import { readSetting, writeSetting } from '../../../apps/server/src/kernel/setting.ts'
import { deposit, newMember, setApp, settingsTold } from '../../support/data.ts'
import { dayWithRoom } from '../../support/day.ts'
import {
  addressOf,
  at,
  bare,
  follow,
  press,
  question,
  says,
  settled,
  visit,
} from '../../support/phone.ts'
import { world, greeted } from './world.ts'

const changePackets = async (part: Partial<RedPacketSetting>, at = new Date()) => {
  const written = { ...(await readSetting(world.db, REDPACKET_SETTING, redPacketSchema)), ...part }
  await writeSetting(world.db, REDPACKET_SETTING, redPacketSchema, written, { name: 'test', at })
  await settingsTold(world)
}

test('red packet: the figures and the rules table; without claims left no call is made and the way leads to /wallet?type=0', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/hongbao' })
  const sent = follow(page)
  const figures = page.getByRole('region', { name: '红包次数' })
  await figures.getByText('10').waitFor()
  await expect
    .poll(() => figures.getByRole('term').allTextContents())
    .toEqual(['剩余领取次数', '已领取次数', '当前最多可领'])
  await expect
    .poll(() => figures.getByRole('definition').allTextContents())
    .toEqual(['0', '0', '10'])
  await expect
    .poll(() => page.getByRole('table').getByRole('columnheader').allTextContents())
    .toEqual(['活动时间', '累计存款金额', '红包次数', '规则'])
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(5)
  for (const rule of [
    '领取时间为每日 10:00–12:00（北京时间）；存款统计时间为前一日 12:00 至当日 10:00。',
    '按活动期间（美东时间）的累计存款计算',
    '红包即时派发，完成相应倍数流水即可提款',
    '逾期未领取的存款资格自动失效',
  ])
    await page.getByText(rule).waitFor()
  await press(page, '立即抢红包')
  const short = page.getByRole('dialog', { name: '还未达到领取条件，快去完成吧！' })
  await short.getByRole('button', { name: '知道了' }).click()
  await bare(page)
  await press(page, '立即抢红包')
  expect(await short.getByRole('link', { name: '立即充值' }).getAttribute('href')).toBe(
    '#/wallet?type=0',
  )
  expect(sent.of('POST /api/douserredpacket')).toEqual([])
  await short.getByRole('link', { name: '立即充值' }).click()
  await at(page, '/wallet?type=0')
})

test(
  'red packet: before the hours it has not started, after them it has ended; within them a claim shows the amount won and reads the info anew; a refusal is the server’s; hours that end meanwhile show so',
  { timeout: 600_000 },
  async () => {
    // The hours below leave no other moment: not begun before 23:58, open until 23:59, over from
    // 00:01 on.
    await dayWithRoom({ begunMs: 61_000, leftMs: 180_000 })
    const member = await newMember(world)
    await deposit(world, member, 5_000)
    // Set since yesterday: an hour of closing that is put off after the usual one, at noon, reopens
    // no day.
    await changePackets({ opens: '23:58', closes: '23:59' }, beijingMidnight(new Date(), 1))
    const page = await world.phone({ token: member.token, path: '/hongbao' })
    const sent = follow(page)
    await page.getByRole('region', { name: '红包次数' }).getByText('3', { exact: true }).waitFor()
    await press(page, '立即抢红包')
    await page
      .getByRole('dialog', { name: '活动尚未开始' })
      .getByRole('button', { name: '知道了' })
      .click()
    await bare(page)
    expect(sent.of('POST /api/douserredpacket')).toEqual([])

    const early = await newMember(world)
    await deposit(world, early, 5_000, new Date(beijingMidnight(new Date()).getTime() - 30_000))
    await changePackets({ opens: '00:00', closes: '23:59' })
    const winner = await world.phone({ token: early.token, path: '/hongbao' })
    await winner.getByRole('region', { name: '红包次数' }).getByText('3', { exact: true }).waitFor()
    await winner.route('**/api/douserredpacket', route => route.abort())
    await press(winner, '立即抢红包')
    await says(winner, '服务器错误，请稍后再试！', 'danger')
    await winner.unroute('**/api/douserredpacket')
    // What became of it is asked.
    await winner.getByText(/未发生/).waitFor()
    await winner.reload()
    await winner.getByRole('region', { name: '红包次数' }).getByText('3', { exact: true }).waitFor()
    const claims = follow(winner)
    const answered = winner.waitForResponse('**/api/douserredpacket')
    await press(winner, '立即抢红包')
    const { data } = (await (await answered).json()) as { data: { redpacketmoney: number } }
    const won = winner.getByRole('dialog', {
      name: `恭喜您获得 ${data.redpacketmoney.toFixed(2)} 元`,
    })
    await won.getByText('已存入中心钱包，还剩 2 次机会').waitFor()
    await expect.poll(() => claims.of('GET /api/userredpacket').length).toBeGreaterThan(0)
    // The seed is the browser's own.
    expect(claims.of('POST /api/douserredpacket')).toEqual([
      { client_seed: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    await won.getByRole('button', { name: '关闭' }).click()
    await bare(winner)
    await expect
      .poll(() =>
        winner.getByRole('region', { name: '红包次数' }).getByRole('definition').allTextContents(),
      )
      .toEqual(['2', '1', '10'])
    // The page still shows two claims left; the rule has changed meanwhile.
    await changePackets({ maxTimes: 1 })
    const refused = winner.waitForResponse('**/api/douserredpacket')
    await press(winner, '立即抢红包')
    await says(winner, ((await (await refused).json()) as { message: string }).message, 'danger')

    // The hours end while the page is open and says otherwise.
    await changePackets({ maxTimes: 10 })
    await winner.reload()
    await winner.getByRole('region', { name: '红包次数' }).getByText('2', { exact: true }).waitFor()
    await changePackets({ opens: '00:00', closes: '00:01' })
    await press(winner, '立即抢红包')
    await says(winner, /^今日红包已结束/, 'danger')
    await winner.getByRole('dialog', { name: '今日已结束' }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: '红包次数' }).getByText('3', { exact: true }).waitFor()
    await press(page, '立即抢红包')
    await page.getByRole('dialog', { name: '今日已结束' }).waitFor()
    expect(sent.of('POST /api/douserredpacket')).toEqual([])
    await changePackets({ opens: '00:00', closes: '23:59', maxTimes: 1 })

    await visit(winner, '/welfare')
    await winner.getByRole('region', { name: '红包次数' }).getByText('剩余领取次数').waitFor()
    await settled(winner)
    await expect
      .poll(() => winner.getByRole('region', { name: '红包次数' }).locator('b').allTextContents())
      .toEqual(['0', '1'])
    await expect
      .poll(() =>
        winner.getByRole('main').filter({ visible: true }).getByRole('term').allTextContents(),
      )
      .toEqual(['存款金额', '存款时间', '领取时间'])
    await winner.getByText('5,000.00').waitFor()
    await winner.getByText('没有更多了').waitFor()
    await winner.getByRole('link', { name: '前往领取' }).click()
    await at(winner, '/hongbao')
    await changePackets({ opens: '10:00', closes: '12:00', maxTimes: 10 })
  },
)

test('welfare without packets: 空空如也', async () => {
  const { token } = await newMember(world)
  const page = await world.phone({ token, path: '/usdtmore' })
  const sent = follow(page)
  await visit(page, '/welfare')
  await expect.poll(() => sent.of('GET /api/userredpacket')).toEqual([{ page: '1' }])
  await page.getByRole('heading', { name: '空空如也' }).waitFor()
})

test('/hongbao invites visitors, and says 红包已关闭 when redpacket_switch is 0', async () => {
  const visitor = await world.phone({ path: '/hongbao' })
  await question(visitor).getByText('精彩内容等你来体验，快来登录吧！').waitFor()
  await question(visitor).getByRole('button', { name: '去登录' }).click()
  await at(visitor, '/login')
  await setApp(world, { redpacket_switch: 0 })
  try {
    const { token } = await newMember(world)
    const page = await world.phone({ token, session: greeted })
    // The packet makes way for what comes onto the page, also under a finger.
    await settled(page)
    await page.getByRole('link', { name: '红包', exact: true }).click()
    await says(page, '红包已关闭', 'danger')
    expect(addressOf(page)).toBe('/')
  } finally {
    await setApp(world, { redpacket_switch: 1 })
  }
})
