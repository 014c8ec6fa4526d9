import type { Catalogue } from '../say.ts'

export const jackpotTexts = {
  'jackpot.venue_unknown': '没有场馆 {venue}',
  'jackpot.refused_here': '已启用的辖区规则不允许奖池',
  'jackpot.venue_without': '{venue}不支持奖池，只能使用场馆自己的奖池',
  'jackpot.game_unknown': '{venue}没有游戏 {game}',
} as const satisfies Catalogue
