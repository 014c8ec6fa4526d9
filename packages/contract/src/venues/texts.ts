import type { Catalogue } from '../say.ts'

export const venuesTexts = {
  'venue.not_found': [404, '该场馆不存在'],
  'venue.changed': [409, '该场馆已被他人修改，请刷新后重试'],
  'venue.play_stopped': [409, '全站游戏已经停止'],
  'venue.unknown': '没有接入该场馆',
  'venue.tab_for_slots_only': '只有电子场馆才有电子标签',
  'venue.exists': [409, '该场馆或其电子标签已存在'],
  'venue.no_answer': [502, '{venue}没有答复，请稍后再试'],
  'venue.game_not_found': [404, '该游戏不存在'],
  'venue.game_changed': [409, '该游戏已被他人修改，请刷新后重试'],
  'venue.transfer_not_found': [404, '该转账不存在'],
  'venue.transfer_known': [409, '该转账已{how}，无需再查询'],
} as const satisfies Catalogue
