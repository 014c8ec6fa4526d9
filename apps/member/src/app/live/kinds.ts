import type { MessageKind } from '@tianping/contract/message/facts'
import type { IconName } from '../../ui/picture/icons.ts'

type Look = { icon: IconName; action: string; tone: 'plain' | 'jade' | 'red' | 'gold' }

/** How messages of a kind look, and what their link says. */
export const looks: Record<MessageKind, Look> = {
  money: { icon: 'wallet', action: '查看详情', tone: 'jade' },
  safety: { icon: 'shield', action: '立即处理', tone: 'red' },
  offer: { icon: 'gift', action: '去看看', tone: 'gold' },
  play: { icon: 'clock', action: '查看设置', tone: 'plain' },
  service: { icon: 'headset', action: '查看进度', tone: 'plain' },
  site: { icon: 'speaker', action: '查看公告', tone: 'plain' },
}
