import type { Catalogue } from '../say.ts'

/** What may be refused when a member gives a bonus up. */
export const turnoverTexts = {
  'wagering.venue_unknown': '没有场馆 {venue}',
  'wagering.game_unknown': '{venue}没有游戏 {game}',
  'bonus.not_open': [404, '该项彩金没有未完成的流水要求，无需放弃'],
  'bonus.at_venue': '请先将场馆余额全部转回中心钱包，再放弃彩金',
  'bonus.open_bets': '您有注单尚未结算，请在结算后再放弃彩金',
  'bonus.unreachable': '{venue}暂时无法连接，请稍后再放弃彩金',
  'bonus.changed': '余额或流水已变化，放弃将扣除{taken}元，请重新确认',
} as const satisfies Catalogue
