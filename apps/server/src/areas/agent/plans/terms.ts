import { shortFen } from '@tianping/money'
import { z } from 'zod'
import { agentSchema, type AgentRule } from '../setting.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000)
/** Hundredths of a percent: 500 is 5 %. */
const hundredths = z.number().int().min(0).max(10_000)
export const MAX_CPA_FEN = 10_000_00
const MAX_CPA_COUNT = 100_000

/** What a plan pays, as `agent_plan.terms` holds it. */
export const planTermsSchema = z
  .object({
    /**
     * The revenue share of the agent's own members: by the tiers of the settings, at one
     * percentage of the same base, or none.
     */
    share: z.enum(['house', 'percent', 'none']).default('house'),
    /** The percentage of `percent`. */
    hundredths: hundredths.default(0),
    /** Percentages of the second and the third level of the tree; none as the settings have it. */
    levels: z.array(hundredths).max(2).default([]),
    /** Paid once per person who deposits for the first time; none where it is null. */
    cpa: z
      .object({
        amountFen: z.number().int().min(1).max(MAX_CPA_FEN),
        /** The first deposit has to reach it. */
        minDepositFen: fen,
        /** Valid turnover since registration has to reach it. */
        minValidFen: fen,
        /** Only who has proven who they are. */
        verified: z.boolean(),
        /** So many in one statement at most; null for no bound. */
        most: z.number().int().min(1).max(MAX_CPA_COUNT).nullable().default(null),
      })
      .nullable()
      .default(null),
  })
  .refine(t => t.share !== 'percent' || t.hundredths > 0, '请填写分成比例')
  .refine(t => t.share !== 'none' || t.levels.every(each => each === 0), '不计分成时不能有下级比例')
  .refine(
    t => t.hundredths + t.levels.reduce((sum, each) => sum + each, 0) <= 10_000,
    '各级比例合计不能超过100%',
  )
  .refine(t => t.share !== 'none' || t.cpa !== null, '方案不能没有任何佣金')
export type PlanTerms = z.output<typeof planTermsSchema>

/** Of a statement without a plan. */
export const noPlan: PlanTerms = planTermsSchema.parse({})

/** How many levels of the tree the share counts: 0 where there is none. */
export function levelsOf({ share, levels }: PlanTerms): number {
  if (share === 'none') return 0
  return levels.findLastIndex(each => each > 0) + 2
}

/** The rule for the agent's own members: the one of the settings with the plan's percentage. */
export const ruleOf = (terms: PlanTerms, house: AgentRule): AgentRule =>
  terms.share === 'percent'
    ? agentSchema.parse({
        ...house,
        tiers: [{ fromFen: 1, minActive: 0, hundredths: terms.hundredths }],
      })
    : house

const percent = (each: number) => `${each / 100}%`
const levelNames = ['二级', '三级'] as const

const shareText: Record<PlanTerms['share'], (terms: PlanTerms) => string[]> = {
  house: () => ['直属会员按通用规则的档位计佣'],
  percent: t => [`直属会员按计佣金额的${percent(t.hundredths)}计佣`],
  none: () => ['不计收入分成'],
}

function cpaText({ cpa }: PlanTerms): string[] {
  if (cpa === null) return []
  const verified = cpa.verified ? '、已完成身份认证' : ''
  const asked = `首笔存款满${shortFen(cpa.minDepositFen)}元、累计有效投注满${shortFen(cpa.minValidFen)}元${verified}`
  return [
    `每位合格的首存会员${shortFen(cpa.amountFen)}元：${asked}，每人只计一次`,
    ...(cpa.most === null ? [] : [`每月最多计${cpa.most}位，其余按首存先后顺延至以后月份`]),
    '是否合格由平台按账户资料核定，核定明细不对外提供',
  ]
}

/** What a plan pays, line by line as agents and operators read it. */
export const planText = (terms: PlanTerms): string[] => [
  ...shareText[terms.share](terms),
  ...terms.levels.flatMap((each, n) =>
    each > 0 ? [`${levelNames[n] ?? ''}会员按同一口径计佣${percent(each)}`] : [],
  ),
  ...cpaText(terms),
]
