import { packetRuleTexts, vipRuleTexts } from '@tianping/contract/ruleTexts'
import { standardRules } from '@tianping/contract/site/facts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  conditionText,
  ruleSchema,
  ruleText,
  type Condition,
} from '../../src/areas/activity/rule.ts'
import { agentRuleText } from '../../src/areas/agent/ruleText.ts'
import { agentSchema } from '../../src/areas/agent/setting.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const PROOFS = 'apps/server/test/'

/**
 * The test of this name stands in that file; a rule's text without one would be a promise that
 * nobody keeps.
 */
function proven(file: string, ...names: string[]) {
  const tests = read(PROOFS + file)
  for (const name of names) expect(tests.includes(name), `${file}: ${name}`).toBe(true)
}

describe('the VIP rules on /vip, each with the tests that prove it', () => {
  const proofs: Record<string, () => void> = {
    '累计存款与有效流水达到相应等级要求，次日 24:00 前完成晋级；每日最多晋级一级，不可越级。': () =>
      proven(
        'promotions/vip.test.ts',
        'figures met on one day promote at 00:30 of the next',
        'one fen of deposit or of turnover less does not',
        'figures of the tenth level take nine nights',
      ),
    '达到等级后须在 90 天内完成保级流水，晋级后重新计算。': () =>
      proven(
        'promotions/vip.test.ts',
        'on its last day, at 23:59:59.999',
        'a promotion begins the window anew, with nothing in it',
        'the window of December 1, 2027 ends on the leap day',
      ),
    '一个季度（90 天）内未完成保级，降低一级，返水比例随之调整。': () => {
      proven(
        'promotions/vip.test.ts',
        'one level per window, down to the first, where nothing more is asked',
      )
      proven(
        'promotions/rebate.test.ts',
        'failing within a quarter (90 days) drops one level with rebates adjusted',
      )
    },
  }
  test.each(Object.keys(proofs))('%s', text => {
    expect(vipRuleTexts(standardRules)).toContain(text)
    proofs[text]!()
  })
  test('and there is no other sentence; with another window the texts say that window', () => {
    expect(vipRuleTexts(standardRules)).toEqual(Object.keys(proofs))
    expect(vipRuleTexts({ vip_days: 60 }).slice(1)).toEqual([
      '达到等级后须在 60 天内完成保级流水，晋级后重新计算。',
      '60 天内未完成保级，降低一级，返水比例随之调整。',
    ])
  })
  test('who earns enough since the loss has the level back, as the letter of a relegation says', () => {
    expect(read('apps/server/src/areas/vip/vipMessages.ts')).toContain(
      '完成VIP${from}的保级流水后即可恢复',
    )
    proven(
      'promotions/vip.test.ts',
      'who earns enough since the loss has the level back the next night, also over windows in which the lower one was kept',
    )
  })
})

describe('the red packet’s rules on /hongbao, each with the tests that prove it', () => {
  const lines = packetRuleTexts(standardRules)
  const proofs: [quote: string, file: string, ...names: string[]][] = [
    [
      '领取时间为每日 10:00–12:00（北京时间）',
      'redpacket/redpacket.test.ts',
      'claim window 10:00-12:00 Beijing time daily',
    ],
    [
      '存款统计时间为前一日 12:00 至当日 10:00',
      'redpacket/redpacket.test.ts',
      'deposits counted from 12:00 the previous day to 10:00',
    ],
    [
      '红包次数按活动期间（美东时间）的累计存款计算，达到相应金额即可领取相应次数',
      'redpacket/redpacket.test.ts',
      'within the activity dates (US Eastern time), daylight saving included',
      'deposits between day_flow and flow_money earn recharge claims',
    ],
    [
      '红包即时派发，完成相应倍数流水即可提款',
      'redpacket/redpacket.test.ts',
      'payout is instant and needs a wagering multiple before withdrawal',
    ],
    [
      '未达标或逾期未领取的存款资格自动失效',
      'redpacket/redpacket.test.ts',
      '"unmet deposits expire": what was counted for one day counts for no other',
    ],
    [
      '每个红包的金额由事先公布哈希的种子与您的随机种子共同决定，种子公布后任何人都可以验证',
      'redpacket/redpacket.test.ts',
      'the commitment is shown before, the seed after, and anyone computes the same draw from them',
    ],
  ]
  test.each(proofs)('%s', (quote, file, ...names) => {
    expect(lines.join('')).toContain(quote)
    proven(file, ...names)
  })
  test('and there is no other sentence', () => {
    const parts = lines.flatMap(sentence => sentence.replace(/。$/, '').split('；'))
    expect(parts.length).toBeGreaterThanOrEqual(proofs.length)
    for (const part of parts)
      expect(
        proofs.some(([quote]) => quote === part),
        part,
      ).toBe(true)
  })
  test('with other hours the texts say those hours', () => {
    expect(packetRuleTexts({ packet_opens: '09:30', packet_closes: '11:00' })[0]).toBe(
      '领取时间为每日 09:30–11:00（北京时间）；存款统计时间为前一日 11:00 至当日 09:30。',
    )
  })
})

test('the rebate’s rule on /fanshui: 00:00–23:59 Beijing time, within 24 h, claimed by hand, 1x turnover', () => {
  const page = read('apps/member/src/pages/fanshui/FanshuiPage.tsx').replace(/\s+/g, ' ')
  for (const quote of [
    '每日 00:00–23:59（北京时间）的有效投注',
    '当日结束后 24 小时内派发，请在福利中心手动领取',
    'VIP 返水 1 倍流水即可提款',
  ])
    expect(page).toContain(quote)
  proven(
    'promotions/rebate.test.ts',
    'paid on valid bets from 00:00 to 23:59 Beijing time, granted within 24 h after the day ends',
    'a claim moves all pending into claimed in one posting',
    'VIP rebate needs only 1x turnover to withdraw',
  )
})

describe('activities: every kind of condition and bonus as members read it, each with the test that proves it', () => {
  const conditions: [Condition, string, string][] = [
    [{ kind: 'min_vip', vip: 3 }, '等级达到VIP3', 'level and deposit, with figures'],
    [
      { kind: 'min_deposit', fen: 1_000_00, window: 'today' },
      '当日累计存款满1,000元',
      'level and deposit, with figures',
    ],
    [
      { kind: 'first_deposit', fen: 100_00, withinDays: 7 },
      '注册后7天内首笔存款满100元',
      '注册后7天内首笔存款满100元: the first deposit only, and in time; 10% of it to the fen',
    ],
    [
      { kind: 'min_turnover', fen: 10_000_00, window: 'last_week', category: 'realbet' },
      '上周真人有效投注满10,000元',
      '上周真人有效投注: Monday to Sunday of Beijing, of that category only',
    ],
    [
      { kind: 'min_loss', fen: 2_000_50, window: 'last_week', category: 'concise' },
      '上周电子净输满2,000.50元',
      '上周电子净输: stakes less payouts; who won has lost nothing',
    ],
    [
      { kind: 'birthday_month' },
      '个人资料中的生日在本月',
      '生日当月: by the month of Beijing; the bonus by level; once a year',
    ],
    [
      { kind: 'friends', count: 1, fen: 500_00, window: 'this_month' },
      '本月邀请注册且累计存款满500元的好友至少1位，每位好友计算一次',
      '你我各得一份礼: each friend counts once, and friend and member are both paid',
    ],
  ]
  test.each(conditions)('%j', (condition, text, name) => {
    expect(conditionText(condition)).toBe(text)
    proven('activity/activity.test.ts', name)
  })
  test('奖金, 流水, 次数 and 审核', () => {
    const lines = (rule: Parameters<typeof ruleSchema.parse>[0]) => ruleText(ruleSchema.parse(rule))
    expect(
      lines({
        bonus: { kind: 'fixed', fen: 58_00 },
        limit: { times: 1, per: 'week' },
        review: 'auto',
      }),
    ).toEqual([
      '奖金58元',
      '奖金完成1倍流水即可提款',
      '每位会员每周限1次',
      '符合条件申请后立即派发',
    ])
    expect(
      lines({
        conditions: [{ kind: 'min_loss', fen: 1, window: 'ever', category: null }],
        bonus: { kind: 'percent', of: 'min_loss', hundredths: 500, maxFen: 8_888_00 },
        turnoverTimes: 0,
      }).slice(1),
    ).toEqual([
      '奖金为净输金额的5%，最高8,888元',
      '奖金无流水要求',
      '每位会员限1次',
      '申请后由人工审核，结果以站内信通知',
    ])
    expect(
      lines({
        bonus: { kind: 'by_streak', fen: [1_00, 2_00] },
        limit: { times: 1, per: 'day' },
      })[0],
    ).toBe('奖金按连续天数：第1天1元，第2天2元，之后重新计算')
    expect(lines({ apply: false })).toEqual([])
    proven(
      'activity/activity.test.ts',
      'passing posts the bonus with its turnover and a letter, once, whoever decides again',
      '连签七日，天天加码: the day in a row decides; a missed day begins anew',
      '该活动本周限申请1次，您已申请1次',
    )
  })
})

test('the agents’ formula, line by line, each line with the test that proves it', () => {
  const proofs: [string, string][] = [
    [
      '每个自然月（北京时间）结算一次，计佣基数为团队投注减派彩，再减去团队的红包、返水与活动奖金',
      'net result: stakes less payouts less promotions of the team, times the tier’s percentage, floored',
    ],
    [
      '当月为负数时结转至下月扣除',
      'negative carry-over: a losing month is taken off the next, when the setting says so',
    ],
    [
      '当月有效投注满1,000元的会员为活跃会员',
      'turnover as the basis, and tiers that ask for active members',
    ],
    [
      '计佣金额达到0.01元且活跃会员不少于1位：佣金比例30%',
      'net result: stakes less payouts less promotions of the team, times the tier’s percentage, floored',
    ],
    [
      '计佣金额达到100,000元且活跃会员不少于5位：佣金比例35%',
      'turnover as the basis, and tiers that ask for active members',
    ],
    [
      '计佣金额达到500,000元且活跃会员不少于10位：佣金比例40%',
      'turnover as the basis, and tiers that ask for active members',
    ],
    [
      '已结算月份的注单如有更正，差额计入下一个月',
      'a bet that is resettled after the statement is a correction of the next one, to the fen and once',
    ],
    [
      '佣金审核后入账，无流水要求',
      'paid through the ledger after review, once, and told to the agent',
    ],
  ]
  expect(agentRuleText(agentSchema.parse({}))).toEqual(proofs.map(([text]) => text))
  proven('agent/agent.test.ts', ...proofs.map(([, name]) => name))
})
