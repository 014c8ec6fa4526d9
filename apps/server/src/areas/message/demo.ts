import type { MessageAbout } from '@tianping/contract/message/facts'
import type { Db } from '@tianping/database'
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
