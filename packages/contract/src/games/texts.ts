import type { Catalogue } from '../say.ts'

export const gamesTexts = {
  'game.closed': '该游戏暂未开放',
  'game.maintained': '游戏维护中，请稍后再试',
  'game.venue_maintained': '{venue}维护中，请稍后再试',
  'game.venue_unreachable': '游戏场馆暂时无法连接，请稍后再试',
  'game.one_at_once': '同一时间只能打开一个游戏，其他游戏暂时无法结束，请稍后再试',
  'game.favourites_full': '最多收藏 {most} 个游戏，请先取消一些',
  'game.others_open': '您设有净输限额，其他游戏暂时无法结束，请稍后再试',
} as const satisfies Catalogue
