import { shortFen } from '@tianping/money'
import { windowLabels } from '@tianping/contract/activity/facts'
import { categories, categoryLabels, type Category } from '@tianping/contract/games/facts'
import { z } from 'zod'
import { giftSchema } from '../freeRounds/freeRounds.ts'

const fen = z.number().int().min(1).max(1_000_000_000_000)
const bonusFen = z.number().int().min(1).max(100_000_000)
const bonusOrNothing = z.number().int().min(0).max(100_000_000)

/** Whole days, Monday weeks and months of Beijing time. */
const windowNames = { ...windowLabels, ever: '' } as const
export type Window = keyof typeof windowNames
const window = z.enum(Object.keys(windowNames) as [Window, ...Window[]])
const category = z.enum(categories).nullable()

/**
 * What an application must fulfil. Each is measured by the engine and explained when it is not met;
 * nothing else counts.
 */
export const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('min_vip'), vip: z.number().int().min(1).max(10) }),
  z.object({ kind: z.literal('min_deposit'), fen, window }),
  /** The member's first deposit ever, credited within so many whole days of joining. */
  z.object({ kind: z.literal('first_deposit'), fen, withinDays: z.number().int().min(1).max(365) }),
  z.object({ kind: z.literal('min_turnover'), fen, window, category }),
  /** Stakes less payouts. */
  z.object({ kind: z.literal('min_loss'), fen, window, category }),
  z.object({ kind: z.literal('birthday_month') }),
  /**
   * Members invited and registered in the window, with deposits of so much in all, each counted
   * once in the activity.
   */
  z.object({ kind: z.literal('friends'), count: z.number().int().min(1).max(100), fen, window }),
])
export type Condition = z.output<typeof condition>

const measured = z.enum(['min_deposit', 'first_deposit', 'min_turnover', 'min_loss'])

/** What passing pays. */
const bonus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('fixed'), fen: bonusFen }),
  /** By level, VIP1 first. */
  z.object({ kind: z.literal('by_vip'), fen: z.array(bonusOrNothing).length(10) }),
  /** By the day in a row: the first, the second, … and then from the first again. */
  z.object({ kind: z.literal('by_streak'), fen: z.array(bonusFen).min(2).max(31) }),
  /** Hundredths of a percent of what the condition of that kind measured, floored to the fen. */
  z.object({
    kind: z.literal('percent'),
    of: measured,
    hundredths: z.number().int().min(1).max(100_000),
    maxFen: bonusFen,
  }),
  /** Rounds of slots at a fixed stake, paid when they are played. */
  giftSchema.extend({ kind: z.literal('free_rounds') }),
  /** To the member for each friend that counts, and to each friend. */
  z.object({ kind: z.literal('per_friend'), fen: bonusFen, friendFen: bonusFen }),
])

export const ruleSchema = z
  .object({
    /** False for an activity that is only announced. */
    apply: z.boolean().default(true),
    conditions: z.array(condition).max(8).default([]),
    bonus: bonus.default({ kind: 'none' }),
    turnoverTimes: z.number().int().min(0).max(50).default(1),
    /** Applications of a member that pass or wait, per calendar period of Beijing. */
    limit: z
      .object({
        times: z.number().int().min(1).max(100),
        per: z.enum(['ever', 'day', 'week', 'month', 'year']),
      })
      .default({ times: 1, per: 'ever' }),
    /** Applications of all members together, per calendar period; 0 for any number. */
    places: z
      .object({
        times: z.number().int().min(0).max(1_000_000),
        per: z.enum(['ever', 'day', 'week', 'month', 'year']),
      })
      .default({ times: 0, per: 'ever' }),
    /** `auto` passes what fulfils the conditions at once. */
    review: z.enum(['person', 'auto']).default('person'),
  })
  .refine(
    r => new Set(r.conditions.map(c => c.kind)).size === r.conditions.length,
    '同一种条件只能有一个',
  )
  .refine(
    r =>
      r.bonus.kind !== 'percent' ||
      r.conditions.some(c => c.kind === (r.bonus as { of: string }).of),
    '按比例的奖金须有对应的条件',
  )
  .refine(
    r => r.bonus.kind !== 'per_friend' || r.conditions.some(c => c.kind === 'friends'),
    '按好友的奖金须有好友条件',
  )
  .refine(r => r.bonus.kind !== 'by_streak' || r.limit.per === 'day', '连续天数的奖金须按日计次')
export type ActivityRule = z.output<typeof ruleSchema>

/** Whether applications pay: what can only be read, or gives nothing, costs nothing. */
export const pays = (rule: unknown): boolean => {
  const { apply, bonus: given } = ruleSchema.parse(rule ?? { apply: false })
  return apply && given.kind !== 'none'
}

const named = (of: Category | null) => (of ? categoryLabels[of] : '')

/** A condition as members read it. */
export function conditionText(c: Condition): string {
  switch (c.kind) {
    case 'min_vip':
      return `等级达到VIP${c.vip}`
    case 'min_deposit':
      return `${windowNames[c.window]}累计存款满${shortFen(c.fen)}元`
    case 'first_deposit':
      return `注册后${c.withinDays}天内首笔存款满${shortFen(c.fen)}元`
    case 'min_turnover':
      return `${windowNames[c.window]}${named(c.category)}有效投注满${shortFen(c.fen)}元`
    case 'min_loss':
      return `${windowNames[c.window]}${named(c.category)}净输满${shortFen(c.fen)}元`
    case 'birthday_month':
      return '个人资料中的生日在本月'
    case 'friends':
      return `${windowNames[c.window]}邀请注册且累计存款满${shortFen(c.fen)}元的好友至少${c.count}位，每位好友计算一次`
  }
}

const measuredNames = {
  min_deposit: '存款金额',
  first_deposit: '首笔存款金额',
  min_turnover: '有效投注',
  min_loss: '净输金额',
} as const

function bonusText({ bonus: b }: ActivityRule): string {
  switch (b.kind) {
    case 'none':
      return ''
    case 'fixed':
      return `奖金${shortFen(b.fen)}元`
    case 'by_vip':
      return `奖金按等级：${b.fen
        .map((each, at) => [each, at + 1] as const)
        .filter(([each]) => each > 0)
        .map(([each, vip]) => `VIP${vip} ${shortFen(each)}元`)
        .join('，')}`
    case 'by_streak':
      return `奖金按连续天数：${b.fen.map((each, at) => `第${at + 1}天${shortFen(each)}元`).join('，')}，之后重新计算`
    case 'percent':
      return `奖金为${measuredNames[b.of]}的${b.hundredths / 100}%，最高${shortFen(b.maxFen)}元`
    case 'free_rounds':
      return `赠送旋转${b.rounds}次，每次注额${shortFen(b.stakeFen)}元，${b.days}天内有效`
    case 'per_friend':
      return `每位好友奖金${shortFen(b.fen)}元，好友同得${shortFen(b.friendFen)}元`
  }
}

const periods = { ever: '', day: '每日', week: '每周', month: '每月', year: '每年' } as const

/** The whole rule as members read it, line by line: exactly what the engine keeps. */
export function ruleText(rule: ActivityRule): string[] {
  if (!rule.apply) return []
  const lines = rule.conditions.map(conditionText)
  const pays = bonusText(rule)
  if (pays !== '')
    lines.push(
      pays,
      rule.turnoverTimes === 0 ? '奖金无流水要求' : `奖金完成${rule.turnoverTimes}倍流水即可提款`,
    )
  lines.push(`每位会员${periods[rule.limit.per]}限${rule.limit.times}次`)
  if (rule.places.times > 0)
    lines.push(`${periods[rule.places.per] || '共'}限${rule.places.times}个名额，先到先得`)
  lines.push(
    rule.review === 'auto' ? '符合条件申请后立即派发' : '申请后由人工审核，结果以站内信通知',
  )
  return lines
}
