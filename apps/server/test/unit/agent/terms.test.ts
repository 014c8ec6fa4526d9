// What an agent's plan may pay, at its bounds and beyond them, and how it reads.
import { expect, test } from 'vitest'
import { agentRuleText } from '../../../src/areas/agent/ruleText.ts'
import { agentSchema } from '../../../src/areas/agent/setting.ts'
import {
  levelsOf,
  planTermsSchema,
  planText,
  ruleOf,
} from '../../../src/areas/agent/plans/terms.ts'

const cpa = { amountFen: 1, minDepositFen: 0, minValidFen: 0, verified: false }
const problems = (terms: object) => {
  const read = planTermsSchema.safeParse(terms)
  return read.success ? [] : read.error.issues.map(({ message }) => message)
}

test('a plan pays something: a share of 0.01 % or more, levels up to all of it, or for persons', () => {
  expect(problems({ share: 'percent', hundredths: 1 })).toEqual([])
  expect(problems({ share: 'percent', hundredths: 0 })).toEqual(['请填写分成比例'])
  expect(problems({ share: 'percent', hundredths: 9_000, levels: [600, 400] })).toEqual([])
  expect(problems({ share: 'percent', hundredths: 9_000, levels: [600, 401] })).toEqual([
    '各级比例合计不能超过100%',
  ])
  expect(problems({ share: 'none', cpa })).toEqual([])
  expect(problems({ share: 'none' })).toEqual(['方案不能没有任何佣金'])
  expect(problems({ share: 'none', levels: [0, 0], cpa })).toEqual([])
  expect(problems({ share: 'none', levels: [0, 1], cpa })).toEqual(['不计分成时不能有下级比例'])
  for (const [change, right] of [
    [{ amountFen: 0 }, false],
    [{ amountFen: 10_000_00 }, true],
    [{ amountFen: 10_000_01 }, false],
    [{ most: 1 }, true],
    [{ most: 0 }, false],
    [{ most: 100_000 }, true],
    [{ most: 100_001 }, false],
  ] as const)
    expect(problems({ cpa: { ...cpa, ...change } }).length === 0, JSON.stringify(change)).toBe(
      right,
    )
})

test('levels count to the last one that pays', () => {
  const levels = (...each: number[]) => levelsOf(planTermsSchema.parse({ levels: each }))
  expect([levels(), levels(0), levels(5), levels(0, 5), levels(5, 0)]).toEqual([1, 1, 2, 3, 2])
  expect(levelsOf(planTermsSchema.parse({ share: 'none', cpa }))).toBe(0)
})

test('a percentage of its own takes the place of all tiers, and of nothing else', () => {
  const house = agentSchema.parse({ basis: 'turnover', turnoverTimes: 2 })
  expect(ruleOf(planTermsSchema.parse({ share: 'percent', hundredths: 777 }), house)).toEqual({
    ...house,
    tiers: [{ fromFen: 1, minActive: 0, hundredths: 777 }],
  })
  expect(ruleOf(planTermsSchema.parse({}), house)).toBe(house)
})

test('it reads as what it pays', () => {
  const text = (terms: object) => planText(planTermsSchema.parse(terms))
  expect(text({})).toEqual(['直属会员按通用规则的档位计佣'])
  expect(text({ share: 'percent', hundredths: 525, levels: [0, 50] })).toEqual([
    '直属会员按计佣金额的5.25%计佣',
    '三级会员按同一口径计佣0.5%',
  ])
  const persons = { ...cpa, amountFen: 88_00, minDepositFen: 100_00, minValidFen: 200_00 }
  const known = '是否合格由平台按账户资料核定，核定明细不对外提供'
  expect(text({ share: 'none', cpa: persons })).toEqual([
    '不计收入分成',
    '每位合格的首存会员88元：首笔存款满100元、累计有效投注满200元，每人只计一次',
    known,
  ])
  expect(text({ share: 'none', cpa: { ...persons, verified: true, most: 20 } })).toEqual([
    '不计收入分成',
    '每位合格的首存会员88元：首笔存款满100元、累计有效投注满200元、已完成身份认证，每人只计一次',
    '每月最多计20位，其余按首存先后顺延至以后月份',
    known,
  ])
  const last = (rule: object) => agentRuleText(agentSchema.parse(rule)).at(-1)
  expect(last({ turnoverTimes: 0 })).toBe('佣金审核后入账，无流水要求')
  expect(last({ turnoverTimes: 1 })).toBe('佣金审核后入账，完成1倍流水即可提款')
})
