import type { Catalogue } from '../say.ts'

/** What the form of a transfer checks (P2-5-28 to P2-5-30). */
export const walletForm = {
  'transfer.same_wallet': '同平台不支持互转',
  'transfer.between_venues': '场馆内钱包不支持互转',
  'transfer.amount_missing': '请输入操作金额！',
} as const satisfies Catalogue

export const walletTexts = {
  'transfer.venue_not_found': '该场馆不存在',
  'transfer.seamless': '{venue}直接使用中心钱包余额，无需转账',
  'transfer.venue_closed': '{venue}维护中，暂不支持转入',
  'transfer.automatic': '请先关闭自动免转',
  'transfer.failed': '转账失败，资金未变动',
  'transfer.balance': '余额不足，可用 {available} 元',
  'transfer.apart':
    '{apart} 元超过您的{limit}，{until} 前只能取出，不能转入游戏；现可转入 {available} 元',
  'transfer.nothing_to_move': '该场馆没有可转出的余额',
  'transfer.under_way': '{venue}有一笔转账正在处理，请稍后再试',
  'transfer.venue_limit': '{venue}本次最多可转入 ¥{most}',
  'transfer.venue_full': '{venue}暂不接受转入，请选择其他场馆',
  'transfer.unreachable': '{venue}暂时无法连接，请稍后再试',
  'transfer.refresh_under_way': '{venue}有一笔转账正在处理，请稍后刷新',
  'transfer.each_max': '请输入 1 至 1,000,000 元之间的整数金额',
  'transfer.top_up_range': '游戏内转入最多可设 {most} 元',
  'transfer.loss_left': '{limit}还剩 {left} 元，最多可转入 {left} 元',
  'transfer.not_in_game': '您设有限额，游戏中不能转入，请离开游戏后再转',
  'transfer.not_allowed': '超过您进入游戏时允许转入的金额',
  'transfer.no_more': '没有转入，中心钱包可转的余额不足',
  'transfer.not_recalled': '{venues}暂时无法连接，回收失败',
} as const satisfies Catalogue
