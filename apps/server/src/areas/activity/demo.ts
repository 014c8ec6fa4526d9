import { reviewState } from '@tianping/contract/facts'
import { row, run, sql, theRow, transaction, type Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import type { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { apply } from './apply.ts'
import { decideApplication } from './decide.ts'
import { ruleSchema, ruleText } from './rule.ts'
import { writeRule } from './writeRule.ts'
import { at } from '../../kernel/present.ts'

const types = ['新人', '日常', '体育', '真人', '电子', 'VIP'] as const
type Shown = {
  type: (typeof types)[number]
  title: string
  banner: string
  intro: string
  rule: z.input<typeof ruleSchema>
}

const announced = [
  '领取时间为每日10:00-12:00（北京时间），存款统计时间为前一日12:00至当日10:00',
  '领取次数取决于累计存款，活动日期以美东时间计',
  '红包即时派发，完成相应倍数流水即可提款',
]

/** Titles as written on the pictures; conditions only such as the engine keeps. */
const activities: readonly Shown[] = [
  {
    type: '新人',
    title: '新会员专享：首存有礼',
    banner: '/art/activity-1.webp',
    intro: '首笔存款，加赠到账。',
    rule: {
      conditions: [{ kind: 'first_deposit', fen: 100_00, withinDays: 7 }],
      bonus: { kind: 'percent', of: 'first_deposit', hundredths: 1_000, maxFen: 888_00 },
      turnoverTimes: 5,
      limit: { times: 1, per: 'ever' },
    },
  },
  {
    type: '日常',
    title: '每日签到：签到有奖',
    banner: '/art/activity-2.webp',
    intro: '连签七日，天天加码。',
    rule: {
      conditions: [{ kind: 'min_deposit', fen: 100_00, window: 'today' }],
      bonus: { kind: 'by_streak', fen: [1_00, 2_00, 3_00, 5_00, 8_00, 12_00, 18_00] },
      limit: { times: 1, per: 'day' },
      review: 'auto',
    },
  },
  {
    type: '日常',
    title: '邀请有礼：好友同行',
    banner: '/art/activity-3.webp',
    intro: '邀请好友，你我各得一份礼。',
    rule: {
      conditions: [{ kind: 'friends', count: 1, fen: 500_00, window: 'this_month' }],
      bonus: { kind: 'per_friend', fen: 18_00, friendFen: 8_00 },
      turnoverTimes: 3,
      limit: { times: 4, per: 'month' },
    },
  },
  {
    type: 'VIP',
    title: '会员生日：生日礼金',
    banner: '/art/activity-4.webp',
    intro: '生日当月，专属好礼。',
    rule: {
      conditions: [{ kind: 'min_vip', vip: 2 }, { kind: 'birthday_month' }],
      bonus: {
        kind: 'by_vip',
        fen: [0, 18_00, 38_00, 58_00, 88_00, 188_00, 388_00, 588_00, 888_00, 1_888_00],
      },
      limit: { times: 1, per: 'year' },
    },
  },
  {
    type: '真人',
    title: '真人专场：真人加赠',
    banner: '/art/activity-5.webp',
    intro: '有效流水，每周加赠。',
    rule: {
      conditions: [
        { kind: 'min_turnover', fen: 10_000_00, window: 'last_week', category: 'realbet' },
      ],
      bonus: { kind: 'percent', of: 'min_turnover', hundredths: 10, maxFen: 1_888_00 },
      limit: { times: 1, per: 'week' },
      review: 'auto',
    },
  },
  {
    type: '体育',
    title: '电竞专场：观赛助威',
    banner: '/art/activity-6.webp',
    intro: '每周电竞，加赠奖金。',
    rule: {
      conditions: [
        { kind: 'min_turnover', fen: 5_000_00, window: 'last_week', category: 'gaming' },
      ],
      bonus: { kind: 'fixed', fen: 58_00 },
      limit: { times: 1, per: 'week' },
      review: 'auto',
    },
  },
  {
    type: '电子',
    title: '电子专区：救援金',
    banner: '/art/banner-6.webp',
    intro: '每周最高 ¥8,888。',
    rule: {
      conditions: [{ kind: 'min_loss', fen: 2_000_00, window: 'last_week', category: 'concise' }],
      bonus: { kind: 'percent', of: 'min_loss', hundredths: 500, maxFen: 8_888_00 },
      turnoverTimes: 3,
      limit: { times: 1, per: 'week' },
    },
  },
  {
    type: '日常',
    title: '天天抢红包：存款达标，次次有礼',
    banner: '/art/banner-1.webp',
    intro: '每日 10:00–12:00，存款达标即可抢红包。',
    rule: { apply: false },
  },
]

const memo =
  '<p>1. 有效投注、存款与净输均以北京时间和系统结算的数据为准。</p><p>2. 奖金与流水要求同时入账，剩余流水可在取款页查看。</p>'

const contentOf = ({ intro, rule }: Shown) => {
  const full = ruleSchema.parse(rule)
  const lines = full.apply ? ruleText(full) : announced
  return `<h3>活动内容</h3><p>${intro}</p><ul>${lines.map(line => `<li>${line}</li>`).join('')}</ul>`
}

/**
 * Types and activities of a first start, and what the demo member has applied for; what stands
 * already stays.
 */
export async function seedActivities(db: Db, memberId: bigint, now: Date): Promise<void> {
  if (await row(db, sql`select 1 as one from activity limit 1`)) return
  for (const [rank, name] of types.entries())
    await run(
      db,
      sql`insert into activity_type (name, rank) values (${name}, ${rank}) on conflict do nothing`,
    )
  const ids: number[] = []
  for (const [rank, shown] of activities.entries()) {
    const { id } = await theRow(
      db,
      sql<{ id: number }>`
      insert into activity (type_id, title, banner, content, memo, rank)
      select type_id, ${shown.title}, ${shown.banner}, ${contentOf(shown)}, ${memo}, ${rank} from activity_type where name = ${shown.type}
      returning activity_id as id`,
    )
    await writeRule(db, id, shown.rule, { name: 'demo', at: now })
    ids.push(id)
  }
  await applyAsDemo(db, memberId, ids, now)
}

/**
 * Through the same code as a member's own application: where the history does not fulfil the
 * conditions, nothing comes of it.
 */
async function applyAsDemo(db: Db, memberId: bigint, ids: number[], now: Date) {
  const tries = [
    { place: 1, daysAgo: 1, pass: null },
    { place: 1, daysAgo: 0, pass: null },
    { place: 0, daysAgo: 3, pass: true },
    { place: 6, daysAgo: 2, pass: null },
  ]
  for (const { place, daysAgo, pass } of tries) {
    const when = new Date(now.getTime() - daysAgo * DAY_MS)
    try {
      await transaction(db, async tx => {
        const made = await apply(tx, {
          memberId,
          activityId: at(ids, place),
          actionKey: `demo-${place}-${daysAgo}`,
          now: when,
        })
        if (pass !== null && made.state === reviewState.waiting) {
          await decideApplication(tx, {
            memberId,
            applicationId: made.applicationId,
            pass,
            reason: '',
            by: { name: 'admin', actor: { type: 'operator', id: 'demo' } },
            now: when,
          })
        }
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}
