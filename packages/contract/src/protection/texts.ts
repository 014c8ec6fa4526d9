import type { Catalogue } from '../say.ts'

/** What forms of the protection pages say. */
export const protectionForm = {
  'protection.limit_missing': '请输入限额',
  'protection.limit_format': '限额须为正数，最多两位小数',
  'protection.minutes_format': '时长须为整数分钟，且不超过该周期的总时长',
  'protection.days_format': '自选天数须为 1 至 {max} 的整数',
  'protection.password_missing': '请输入登录密码',
  'protection.reason_short': '请写明理由，至少 10 个字',
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
  'protection.play_stopped': '全站游戏暂停，请稍后再来；存款、取款与转回不受影响',
  'protection.test_account': '测试账户不能存款、取款或领取优惠',
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
  'protection.return_by_staff': '恢复须先联系客服提出，登记后再由您在此确认',
  'protection.earlier_off': '自我排除到期前不能解除',
  'protection.earlier_open': [409, '您的申请正在处理，将在 {until} 前答复'],
  'protection.earlier_none': '没有可以提前解除的自我排除',
  'protection.help_dead': '援助信息暂时无法打开，修复前不能进入游戏',
  'protection.not_longer': '已有更长的限制，不能缩短',
  'protection.account_unavailable': '暂时无法开户，请联系客服',
  'protection.reality_options': '请选择列出的提醒间隔',
} as const satisfies Catalogue

/** What the back office refuses about requests of protection. */
export const protectionDeskTexts = {
  'protection_request.not_found': [404, '该申请不存在'],
  'protection_request.decided': [409, '该申请已处理'],
  'protection_request.open': [409, '该会员已有一项待处理的同类申请'],
  'protection_request.own': [409, '须由另一位同事复核'],
  'protection_request.proposed': [409, '已有同事提出处理意见，请复核'],
  'protection_request.not_proposed': [409, '尚无处理意见，须先由一位同事提出'],
  'protection_request.of_member': [409, '该申请由会员本人在应用内确认'],
  'protection_request.not_excluded': [409, '该会员没有自我排除'],
  'protection_request.not_over': [409, '自我排除的期限未满，{from} 起才能登记恢复'],
  'protection_request.not_linked': [409, '该会员没有因关联而停用'],
} as const satisfies Catalogue
