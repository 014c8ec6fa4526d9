import type { Catalogue } from '../say.ts'

export const tournamentTexts = {
  'tournament.not_found': [404, '锦标赛不存在'],
  'tournament.over': '锦标赛已结束，不能报名',
  'tournament.entered': '您已报名该锦标赛',
  'tournament.person_entered': '您的另一个账户已报名该锦标赛',
  'tournament.level': '该锦标赛仅限 VIP{vip} 及以上会员',
  'tournament.audience': '该锦标赛未向您开放',
  'tournament.limited': '您设置了投注额、净输或游戏时长限额，为保护您，不能参加锦标赛',
} as const satisfies Catalogue

export const tournamentDeskTexts = {
  'tournament.decided': [409, '该锦标赛已处理，请刷新后查看'],
  'tournament.own': '须由另一位同事复核',
  'tournament.anothers': [409, '只能撤回自己提出的锦标赛'],
  'tournament.reason': '请填写原因',
  'tournament.name': '请填写名称，最多 30 个字',
  'tournament.games_missing': '请填写场馆或游戏，例如 FG/fortune3',
  'tournament.venue_unknown': '没有场馆 {venue}',
  'tournament.game_unknown': '{venue}没有游戏 {game}',
  'tournament.least_stake': '最低单注须在 0.01 元到 100 万元之间',
  'tournament.prizes':
    '奖金格式不正确，例如 1:1000，2:500，3-5:200；名次须从 1 起连续，最多 {max} 名',
  'tournament.budget': '预算须为大于 0 的金额',
  'tournament.over_budget': '奖金合计 {cost} 元超过预算 {budget} 元',
  'tournament.month_budget': '超过本月锦标赛预算，还可使用 {left} 元',
  'tournament.times': '流水倍数须为 0 到 50',
  'tournament.vip': 'VIP 等级须为 0 到 10',
  'tournament.past': '开始时间须晚于现在',
  'tournament.span': '结束时间须晚于开始时间，且不超过 {days} 天',
  'tournament.too_many': '同时最多 {max} 个未结束的锦标赛',
  'tournament.started': '开始时间已过，请拒绝后重新提交',
  'tournament.not_running': [409, '该锦标赛不在进行中'],
  'tournament.end_asked': [409, '已有提前结束的申请，请另一位同事复核'],
  'tournament.end_not_asked': [409, '没有待复核的提前结束申请'],
} as const satisfies Catalogue
