import type { MessageAbout } from '@tianping/contract/message/facts'
import { row, sql, transaction, type Db } from '@tianping/database'
import { addDays, beijing, beijingDay, startOfDay } from '@tianping/money/day'
import { messageSchema } from './letter.ts'
import { insertDraft, insertPlan } from './store/letters.sql.ts'
import { insertMessage } from './store/message.sql.ts'
import { htmlOf } from './notify.ts'

const HOUR_MS = 3_600_000
const messages: { hoursAgo: number; title: string; about: MessageAbout; text: string }[] = [
  {
    hoursAgo: 40 * 24,
    title: '欢迎加入天平',
    about: { kind: 'site', link: '/wallet' },
    text: '绑定取款卡片、设置支付密码后，即可随时存取。\n每一局电子游戏都可以离线验证：打开游戏内的“公平”即可。',
  },
  {
    hoursAgo: 26,
    title: '红包活动提醒',
    about: { kind: 'offer', link: '/hongbao' },
    text: '每日10:00-12:00（北京时间）可领取红包，存款统计时间为前一日12:00至当日10:00。',
  },
]

/** A few messages in the demo member's inbox; what stands already stays. */
export async function seedMessages(db: Db, memberId: bigint, now: Date): Promise<void> {
  for (const { hoursAgo, title, about, text } of messages) {
    await insertMessage(db, {
      memberId,
      title,
      content: htmlOf(text),
      about,
      at: new Date(now.getTime() - hoursAgo * HOUR_MS),
    })
  }
}

type Letters = {
  segment: { segmentId: bigint; name: string }
  /** Two operators. */
  writtenBy: string
  approvedBy: string
  now: Date
}

/** A letter to a segment that is planned for noon in three days, and a draft to everybody. */
export async function seedLetters(db: Db, demo: Letters): Promise<void> {
  const { segment, writtenBy, approvedBy, now } = demo
  const noon = new Date(startOfDay(addDays(beijingDay(now), 3)).getTime() + 12 * HOUR_MS)
  const letter = messageSchema.parse({
    audience: 'segment',
    segment: segment.name,
    segment_id: segment.segmentId.toString(),
    heading: '周末锦标赛开始报名',
    content:
      '<p>本周末的锦标赛已开放报名，名次按有效投注计算。未满 18 周岁禁止参与，请量力而行。<a href="/activity">主要条件与条款</a></p>',
    member_ids: [],
    send_at: beijing(noon).slice(0, 16),
  })
  const draft = {
    audience: 'all',
    segment_id: 0,
    kind: 'service',
    product: '',
    channels: [],
    title: '系统维护通知',
    content: '<p>下周二 04:00 至 05:00（北京时间）进行例行维护，期间暂停存取款。</p>',
    send_at: '',
  }
  await transaction(db, async tx => {
    if (await row(tx, sql`select 1 as one from letter_plan limit 1`)) return
    const approvedAt = new Date(now.getTime() - HOUR_MS)
    await insertPlan(tx, { value: letter, sendAt: noon, writtenBy, approvedBy, approvedAt })
    await insertDraft(tx, { value: draft, by: writtenBy, at: now })
  })
}
