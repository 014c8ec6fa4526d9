import type { Catalogue } from '../say.ts'

/** What forms of the protection pages say. */
export const protectionForm = {
  'protection.limit_missing': '请输入限额',
  'protection.limit_format': '限额须为正数，最多两位小数',
  'protection.minutes_format': '时长须为整数分钟，且不超过该周期的总时长',
  'protection.days_format': '自选天数须为 1 至 {max} 的整数',
  'protection.password_missing': '请输入登录密码',
  'protection.word_wrong': '请输入“{word}”以确认',
  'protection.from_missing': '请选择开始日期',
  'protection.to_missing': '请选择结束日期',
  'protection.span_order': '开始日期不能晚于结束日期',
  'protection.span_future': '结束日期不能晚于今天',
  'protection.span_early': '只能查询近 12 个月，最早 {earliest}',
  'protection.span_long': '一次最多查询 {max} 天',
} as const satisfies Catalogue

export const protectionTexts = {
  'protection.excluded': '您的账户已暂停使用至 {until}，期间不能存款与游戏',
  'protection.excluded_for_good': '您已自我排除，期间不能存款与游戏',
  'protection.birthday_missing': '请先在个人资料中填写生日',
  'protection.under_age': '未满 {age} 周岁不能存款与游戏',
  'protection.no_benefit': '您的账户已暂停使用，期间不能领取或申请优惠',
  'protection.deposit_limit': '超过您的{limit} ¥{amount}，还可存 ¥{left}',
  'protection.loss_limit': '已达到您的{limit} ¥{amount}，本期内不能继续游戏',
  'protection.stake_limit': '已达到您的{limit} ¥{amount}，本期内不能继续游戏',
  'protection.time_limit': '已达到您的{limit} {minutes} 分钟，本期内不能继续游戏',
  'protection.password_wrong': '登录密码错误',
  'protection.no_raise': '没有待确认的调高',
  'protection.raise_early': '调高须等到 {from} 才能确认',
  'protection.nothing_to_return': '没有可以申请恢复的自我排除',
  'protection.return_early': '自我排除到 {until} 才能申请恢复',
  'protection.return_asked': '已申请恢复，{at} 起可以使用',
  'protection.not_longer': '已有更长的限制，不能缩短',
  'protection.account_unavailable': '暂时无法开户，请联系客服',
  'protection.register_excluded': '您已在国家自我排除名册登记，不能存款与游戏，余额可以取出',
  'protection.register_unknown': '暂时无法查询国家自我排除名册，请稍后再试；取款不受影响',
  'protection.register_birthday': '请填写出生日期',
  'protection.funds_unread': '请先阅读并确认资金保护说明，可在“我的-理性博彩”确认',
  'protection.funds_changed': [409, '资金保护说明已更新，请重新阅读'],
  'protection.limit_unoffered': '平台目前不提供这种限额',
  'protection.reality_options': '请选择列出的提醒间隔',
} as const satisfies Catalogue
