import type { Catalogue } from '../say.ts'

/** What pages say before they ask. */
export const redpacketForm = {
  'red_packet.closed': '红包已关闭',
} as const satisfies Catalogue

export const redpacketTexts = {
  'red_packet.not_found': [404, '红包不存在'],
  'red_packet.seed_format': '自定义种子只能使用字母、数字、-和_',
  'red_packet.not_started': '红包活动尚未开始',
  'red_packet.ended': '红包活动已结束',
  'red_packet.before_hours': '今日红包尚未开始，领取时间为每日{from}-{to}（北京时间）',
  'red_packet.after_hours': '今日红包已结束，领取时间为每日{from}-{to}（北京时间）',
  'red_packet.all_claimed': '今日{times}个红包已全部领取',
  'red_packet.budget': '今日红包已发完，明天请早',
  'red_packet.deposits': '累计存款未达到领取条件',
  'red_packet.deposits_missing': '累计存款未达到领取条件，还差{missing}元',
} as const satisfies Catalogue
