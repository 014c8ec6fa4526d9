import type { Catalogue } from '../say.ts'

export const gameTexts = {
  'game.closed': '该游戏暂未开放',
  'game.maintained': '游戏维护中，请稍后再试',
  'game.venue_maintained': '{venue}维护中，请稍后再试',
  'game.venue_unreachable': '游戏场馆暂时无法连接，请稍后再试',
  'game.others_open': '您设有净输限额，其他游戏暂时无法结束，请稍后再试',
  'venue.not_found': [404, '该场馆不存在'],
  'venue.changed': [409, '该场馆已被他人修改，请刷新后重试'],
  'venue.unknown': '没有接入该场馆',
  'venue.tab_for_slots_only': '只有电子场馆才有电子标签',
  'venue.exists': [409, '该场馆或其电子标签已存在'],
  'venue.no_answer': [502, '{venue}没有答复，请稍后再试'],
  'venue.game_not_found': [404, '该游戏不存在'],
  'venue.game_changed': [409, '该游戏已被他人修改，请刷新后重试'],
  'venue.transfer_not_found': [404, '该转账不存在'],
  'venue.transfer_known': [409, '该转账已{how}，无需再查询'],
} as const satisfies Catalogue
