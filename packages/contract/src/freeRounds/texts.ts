import type { Catalogue } from '../say.ts'

export const freeRoundsTexts = {
  'free_rounds.budget': '本月赠送旋转预算已用完，无法发放',
} as const satisfies Catalogue

export const freeRoundsDeskTexts = {
  'free_rounds.not_found': [404, '赠送不存在'],
  'free_rounds.decided': [409, '该赠送已处理，请刷新后查看'],
  'free_rounds.not_open': [409, '该赠送已结束，无法终止'],
  'free_rounds.venue_unknown': '没有这个场馆',
  'free_rounds.venue_cannot': '{venue}不支持赠送旋转',
  'free_rounds.venue_silent': '场馆暂时无法连接，请稍后再试',
  'free_rounds.games_over': '{venue}每次最多选 {max} 款游戏',
  'free_rounds.game_cannot': '{venue}的 {game} 不支持赠送旋转',
  'free_rounds.games_missing': '请填写游戏代码',
  'free_rounds.game_unknown': '{venue}没有游戏 {game}',
  'free_rounds.stake': '每转注额须在 0.01 元以上',
  'free_rounds.stake_not_offered': '{game} 没有这个注额，每转可选 {stakes} 元',
  'free_rounds.rounds_not_offered': '{game} 在这个注额下没有这个次数，可选 {numbers} 次',
  'free_rounds.stake_over': '每转注额超过该会员的单转上限 {max} 元',
  'free_rounds.rounds': '次数须为 1 到 500',
  'free_rounds.days': '有效天数须为 1 到 90',
  'free_rounds.times': '流水倍数须为 0 到 {max}',
  'free_rounds.reason': '请填写原因',
  'free_rounds.own': '须由另一位同事复核',
} as const satisfies Catalogue
