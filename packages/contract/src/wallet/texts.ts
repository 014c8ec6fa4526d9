import type { Catalogue } from '../say.ts'

/** What the form of a transfer checks (P2-5-28 to P2-5-30). */
export const walletForm = {
  'transfer.same_wallet': '同平台不支持互转',
  'transfer.between_venues': '场馆内钱包不支持互转',
  'transfer.amount_missing': '请输入操作金额！',
} as const satisfies Catalogue

export const walletTexts = {
  'transfer.venue_not_found': '该场馆不存在',
  'transfer.venue_closed': '{venue}维护中，暂不支持转入',
  'transfer.automatic': '请先关闭自动免转',
  'transfer.failed': '转账失败，资金未变动',
  'transfer.balance': '余额不足，可用 {available} 元',
  'transfer.apart':
    '{apart} 元超过您的{limit}，{until} 前只能取出，不能转入游戏；现可转入 {available} 元',
  'transfer.nothing_to_move': '该场馆没有可转出的余额',
  'transfer.under_way': '{venue}有一笔转账正在处理，请稍后再试',
  'transfer.unreachable': '{venue}暂时无法连接，请稍后再试',
  'transfer.refresh_under_way': '{venue}有一笔转账正在处理，请稍后刷新',
  'transfer.not_recalled': '{venues}暂时无法连接，回收失败',
} as const satisfies Catalogue
