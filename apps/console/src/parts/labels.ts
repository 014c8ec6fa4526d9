import {
  byHand,
  methodNamed,
  methods,
  payMethods,
  withdrawalRecords,
} from '@tianping/contract/payments'
import { columnLabels, type ColumnName } from '@tianping/contract/columns'
import { securityKinds } from '@tianping/contract/security/facts'
import { figureFacts, targetFigures } from '@tianping/contract/figures/facts'
import { harmKinds } from '@tianping/contract/harm/facts'
import { riskKinds } from '@tianping/contract/risk/facts'
import type { Tone } from '../ui/values/Status.tsx'
import { orderState } from './states.ts'

const tabs = payMethods.map(method => methods[method].label)

/** A method of payment by its key; what the server already labelled stays. Twins show their key. */
export function methodLabel(name: string): string {
  if (name === byHand.key) return byHand.record
  const method = methodNamed(name)
  if (!method) return name
  const { label } = methods[method]
  return tabs.filter(other => other === label).length > 1 ? `${label}（${method}）` : label
}

/**
 * Deposits are kept by the key of their method, withdrawals by the label that the member reads.
 */
export const depositMethods: string[] = [...payMethods]
export const withdrawalMethods: string[] = [...withdrawalRecords]

export const securityKindOptions = Object.entries(securityKinds).map(([value, label]) => ({
  value,
  label,
}))

export const flagKindOptions = Object.entries(riskKinds).map(([value, label]) => ({ value, label }))
export const harmKindOptions = Object.entries(harmKinds).map(([value, label]) => ({ value, label }))
export const flagKindLabel = (kind: keyof typeof riskKinds): string => riskKinds[kind]

const checks: Record<string, string> = {
  transactions: '交易平衡',
  balances: '余额',
  'never-negative': '负余额',
  versions: '版本连续',
  holds: '冻结',
  resolutions: '冻结去向',
  'hash-chains': '哈希链',
  requests: '请求摘要',
  turnover: '流水',
  'house-roll-up': '平台账户汇总',
  numbers: '交易编号',
  'old-holds': '长期冻结',
  outbox: '后续处理',
  'venue-wallets': '场馆钱包',
  'venues-answer': '场馆应答',
  'provider-payments': '通道付款',
  'provider-statement': '通道账单',
  'provider-fees': '通道费用',
  'member-debts': '会员欠款',
  'dispute-words': '争议结果',
  'provider-balance': '通道余额',
  'audit-log': '审计日志',
}
const checkRules: Record<string, string> = {
  transactions: '每笔交易的分录齐全，各层借贷相等',
  balances: '余额等于其全部分录之和',
  'never-negative': '没有低于零的余额',
  versions: '账户版本连续，每条分录的余额与其所记相同',
  holds: '冻结金额等于未结的冻结',
  resolutions: '每次扣除或解除都对应一笔冻结',
  'hash-chains': '每条分录带有其内容与前一条的摘要',
  requests: '每笔交易带有其请求的摘要',
  turnover: '流水要求的完成额等于注单贡献之和',
  'house-roll-up': '平台账户汇总等于其分录之和',
  numbers: '没有来自其他数据库的交易编号',
  'old-holds': '没有超期未结的冻结',
  outbox: '入账后的后续处理均已完成',
  'venue-wallets': '场馆钱包等于转入减转出加注单输赢',
  'venues-answer': '每个场馆都有应答',
  'provider-payments': '通道报告的付款均已入账或退款，不多不少',
  'provider-statement': '通道账单与收到的回调逐笔相同',
  'member-debts': '会员欠款等于科目 250',
  'dispute-words': '争议的入账结果与通道所说相同',
  'provider-fees': '通道收取的费用与费率一致；账目已按通道账单更正',
  'provider-balance': '通道报告的余额与账目相同，差额连续两次不变才会列出',
}
/** What must hold there; a check of another making says it itself. */
export const checkRule = (check: string, told: string): string => checkRules[check] ?? told
/** What a reconciliation looked at. */
export const checkLabel = (check: string): string => checks[check] ?? check

const codes: Record<string, string> = {
  deposit: '存款',
  withdrawal: '取款',
  venue_in: '转入场馆',
  venue_out: '场馆转回',
  game_result: '游戏输赢',
  red_packet: '红包',
  rebate: '返水',
  activity_bonus: '活动彩金',
  agent_commission: '代理佣金',
  adjustment: '人工调整',
  fee: '手续费',
  rail: '通道往来',
  rail_fee: '通道费用',
  dispute: '支付争议',
  debt: '会员欠款',
  jackpot: '奖池',
}
const phases: Record<string, string> = {
  single: '直接入账',
  pending: '冻结',
  post: '扣除冻结',
  void: '解除冻结',
}
const layers: Record<string, string> = { posted: '余额', pending: '冻结' }
export const codeLabel = (code: string): string => codes[code] ?? code
export const phaseLabel = (phase: string): string => phases[phase] ?? phase
export const layerLabel = (layer: string): string => layers[layer] ?? layer

const sources: Record<string, string> = {
  deposit: '存款',
  deposit_order: '存款',
  withdrawal_order: '取款',
  venue_transfer: '转账',
  venue_balance: '场馆对账',
  red_packet: '红包',
  rebate: '返水',
  rebate_claim: '返水',
  activity: '活动',
  activity_bonus: '活动',
  activity_application: '活动',
  free_rounds: '赠送旋转',
  tournament: '锦标赛奖金',
  campaign: '营销奖金',
  code: '兑换码彩金',
  agent_statement: '佣金',
  agent_commission: '佣金',
  redpacket_draw: '红包',
  bonus_given_up: '放弃彩金',
  resettlement: '更正注单',
  adjustment: '人工调整',
  rail_payment: '通道收款',
  rail_payout: '通道付款',
  rail_refund: '通道退款',
  debt: '会员欠款',
  dispute: '支付争议',
  jackpot: '奖池',
}
/** What a movement or a requirement comes from. */
export const sourceLabel = (source: string): string => sources[source] ?? source

const requirementStates: Record<string, { text: string; tone: Tone }> = {
  open: { text: '未完成', tone: 'waiting' },
  met: { text: '已完成', tone: 'good' },
  carried: { text: '已结转', tone: 'plain' },
  cancelled: { text: '已取消', tone: 'plain' },
}
export const requirementState = (state: string) =>
  requirementStates[state] ?? { text: state, tone: 'plain' as const }

const verdicts: Record<string, { text: string; tone: Tone }> = {
  credited: { text: '已入账', tone: 'good' },
  credited_late: { text: '超时付款，已入账', tone: 'good' },
  duplicate: { text: '重复通知', tone: 'plain' },
  payment_pending: { text: '渠道处理中', tone: 'plain' },
  paid_again: { text: '重复付款，待退', tone: 'bad' },
  wrong_amount: { text: '金额不符，待审', tone: 'waiting' },
  in_review: { text: '审核中又收到付款', tone: 'waiting' },
  after_rejection: { text: '拒绝后收到付款', tone: 'waiting' },
  sender_listed: { text: '付款地址在名单上', tone: 'waiting' },
  failed: { text: '支付失败', tone: 'bad' },
  failure_ignored: { text: '失败通知，已忽略', tone: 'plain' },
  unknown_order: { text: '单号不存在', tone: 'bad' },
  other_provider: { text: '非该通道订单，已拒绝', tone: 'bad' },
  test_paid: { text: '测试订单已支付', tone: 'good' },
  disputed: { text: '付款人拒付', tone: 'bad' },
  payout_paid: { text: '付款成功', tone: 'good' },
  payout_failed: { text: '付款失败，待人工', tone: 'waiting' },
  payout_pending: { text: '付款处理中', tone: 'plain' },
  payout_changed: { text: '付款结果前后不一', tone: 'bad' },
  ignored: { text: '无关通知', tone: 'plain' },
  reference_conflict: { text: '通道单号冲突', tone: 'bad' },
  forged: { text: '签名无效', tone: 'bad' },
  stale: { text: '签名过期', tone: 'bad' },
  malformed: { text: '格式错误', tone: 'bad' },
}
export const verdictOptions = Object.entries(verdicts).map(([value, { text }]) => ({
  value,
  label: text,
}))
/** What was made of a provider's callback. */
export const verdictLabel = (verdict: string) =>
  verdicts[verdict] ?? { text: verdict, tone: 'plain' as const }

const actions: Record<string, string> = {
  'console.login': '登录',
  'console.switched_in': '从其他品牌切换进入',
  'console.switched_out': '切换到其他品牌',
  'console.switch_refused': '拒绝品牌切换',
  'console.logout': '退出登录',
  'console.login_failed': '登录失败',
  'console.second_failed': '双重验证失败',
  'console.address_refused': '地址不允许',
  'account.password': '修改本人密码',
  'account.totp_added': '设置验证器',
  'account.totp_removed': '移除验证器',
  'account.recovery': '重新生成恢复码',
  'account.passkey_added': '添加通行密钥',
  'account.passkey_removed': '移除通行密钥',
  'account.sessions_ended': '退出本人登录',
  'staff.create': '新增操作员',
  'staff.create_asked': '申请新增操作员',
  'staff.create_approved': '批准新增操作员',
  'staff.save': '修改操作员',
  'staff.role_asked': '申请变更角色',
  'staff.role_approved': '批准变更角色',
  'staff.lock': '锁定操作员',
  'staff.unlock': '解锁操作员',
  'staff.reset': '重置双重验证',
  'staff.renewal': '重设操作员密码',
  'staff.renewal_asked': '申请重设操作员密码',
  'staff.password_approved': '批准重设操作员密码',
  'staff.sessions_ended': '退出操作员登录',
  'staff.permissions_approved': '批准角色权限',
  'staff.request_refused': '拒绝员工申请',
  'staff.request_withdrawn': '撤回员工申请',
  'role.save': '修改角色',
  'role.save_asked': '申请修改角色',
  'role.remove': '删除角色',
  'addresses.save': '修改地址名单',
  'export.begin': '开始导出',
  'export.done': '完成导出',
  'export.broken': '导出中断',
  'deposit.claim': '领取存款',
  'deposit.claim.release': '释放存款',
  'deposit.confirm': '首位确认存款',
  'deposit.approve': '通过存款',
  'deposit.reject': '拒绝存款',
  'refund.source': '登记原路退回',
  'provider.test': '测试支付通道',
  'provider.tested': '支付通道测试通过',
  'provider.pause': '暂停支付通道',
  'deposit.disputed': '付款人拒付存款',
  'dispute.open': '登记争议',
  'dispute.confirm': '确认登记的争议',
  'dispute.add_file': '上传争议证据',
  'dispute.view_file': '查看争议证据',
  'dispute.lifted': '未确认的争议撤销',
  'deposit.paid_again': '存款重复付款',
  'deposit.wrong_amount': '存款金额不符',
  'deposit.in_review': '审核中又收到付款',
  'deposit.after_rejection': '拒绝后收到付款',
  'deposit.sender_listed': '付款地址在名单上',
  'deposit.reference_conflict': '通道单号冲突',
  'withdrawal.claim': '领取取款',
  'withdrawal.claim.release': '释放取款',
  'withdrawal.bulk': '批量通过取款',
  'withdrawal.confirm': '首位确认取款',
  'withdrawal.approve': '通过取款',
  'withdrawal.reject': '拒绝取款',
  'withdrawal.release': '解除取款限制',
  'application.claim': '领取活动申请',
  'application.approve': '通过活动申请',
  'application.reject': '拒绝活动申请',
  'application.release': '解除活动申请限制',
  'agent.claim': '领取代理申请',
  'agent.approve': '通过代理申请',
  'agent.reject': '拒绝代理申请',
  'agent.unmask': '查看代理申请手机',
  'agent.end': '取消代理资格',
  'agent.reinstate': '恢复代理资格',
  'plan.propose': '提出佣金方案',
  'plan.approve': '批准佣金方案',
  'plan.reject': '拒绝佣金方案',
  'channel.add': '新建推广渠道',
  'channel.switch': '停用或启用推广渠道',
  'statement.claim': '领取佣金账单',
  'statement.approve': '发放佣金',
  'statement.reject': '拒绝佣金账单',
  'bank_line.import': '导入银行流水',
  'bank_line.assign': '银行流水归单',
  'bank_line.dismiss': '银行流水标记为非存款',
  'bank_line.return': '登记银行退汇',
  'bank_line.returned': '复核银行退汇',
  'bank_line.reopen': '重新打开银行流水',
  'deposit.bank_line': '按银行流水入账',
  'refund.claim': '领取退款',
  'refund.record': '登记退款',
  'refund.confirm': '复核退款',
  'refund.reopen': '退回退款登记',
  'payout.claim': '领取付款',
  'payout.claim.release': '释放付款',
  'payout.pay': '标记已付款',
  'payout.fail': '标记付款失败',
  'payout.return': '取款退回会员',
  'payout.unmask': '查看付款收款全文',
  'site.save': '修改站点设置',
  'banner.add': '新增轮播图',
  'banner.save': '修改轮播图',
  'banner.remove': '删除轮播图',
  'target.set': '设定月度目标',
  'media.add': '添加素材',
  'media.save': '修改素材说明',
  'media.retire': '停用素材',
  'media.restore': '恢复素材',
  'media.remove': '删除素材',
  'notice.add': '新增公告',
  'notice.save': '修改公告',
  'notice.remove': '删除公告',
  'article.save': '修改文章',
  'message.send': '发送站内信',
  'message.withdraw': '撤回站内信',
  'delivery.retry': '重新发送',
  'delivery.trial': '测试发送通道',
  'rule.propose': '提出规则修改',
  'payee.add': '登记付款名单账户',
  'payee.confirm': '确认付款名单账户',
  'payee.remove': '移出付款名单',
  'payout_batch.approve': '复核付款批次',
  'payout_batch.build': '组成付款批次',
  'payout_batch.cancel': '取消付款批次',
  'payout_batch.export': '导出付款文件',
  'payout_batch.import': '导入银行结果',
  'rule.approve': '批准规则修改',
  'rule.reject': '拒绝规则修改',
  'rule.withdraw': '撤回规则修改',
  'venue.save': '修改场馆',
  'venue.open': '开放场馆',
  'venue.maintenance': '场馆维护',
  'venue.add': '接入场馆',
  'game.sync': '更新游戏目录',
  'game.save': '修改游戏',
  'adjustment.propose': '提出人工调整',
  'adjustment.claim': '领取人工调整',
  'adjustment.approve': '批准人工调整',
  'adjustment.reject': '拒绝人工调整',
  'adjustment.withdraw': '撤回人工调整',
  'reconciliation.run': '发起对账',
  'reconciliation.send': '提交通道账单',
  'case.claim': '领取差异',
  'case.note': '差异备注',
  'case.resolve': '处理差异',
  'transfer.ask': '再次查询转账',
  'transfer.finalize': '终结转账',
  'member.lock': '锁定会员',
  'member.unlock': '解锁会员',
  'member.logout': '结束会员登录',
  'member.reset_login': '重置登录密码',
  'member.pay_asked': '申请重置支付密码',
  'member.reset_pay': '批准重置支付密码',
  'member.pay_refused': '拒绝重置支付密码',
  'member.factor_asked': '申请解除双重验证',
  'member.factor_removed': '批准解除双重验证',
  'member.factor_refused': '拒绝解除双重验证',
  'member.note': '会员备注',
  'member.tag': '添加会员标签',
  'member.untag': '移除会员标签',
  'segment.save': '保存人群',
  'segment.retire': '停用人群',
  'tag.add': '新增标签',
  'tag.retire': '停用标签',
  'member.watch': '列入关注名单',
  'member.unwatch': '结束关注',
  'member.limit': '设置会员限额',
  'member.rename': '更正会员姓名',
  'member.birthday': '更正会员生日',
  'member.exclude': '暂停会员使用',
  'member.card_lock': '锁定收款账号',
  'member.card_unlock': '解锁收款账号',
  'campaign.propose': '提出营销投放',
  'campaign.approve': '批准营销投放',
  'campaign.reject': '拒绝营销投放',
  'campaign.pause': '暂停营销投放',
  'campaign.resume': '恢复营销投放',
  'campaign.end': '结束营销投放',
  'activity.add': '新增活动',
  'activity.save': '修改活动',
  'activity.type': '修改活动分类',
  'article.schedule': '定时发布文章',
  'article.unschedule': '取消定时发布',
  'verification.claim': '领取身份认证',
  'verification.approve': '通过身份认证',
  'verification.reject': '拒绝身份认证',
  'verification.more': '要求补充认证资料',
  'verification.reverse': '撤销身份认证',
  'verification.look': '查看认证资料',
  'verification.view': '查看证件',
  'verification.expire': '删除到期证件',
  'verification.provider_approved': '核验机构：通过',
  'verification.provider_rejected': '核验机构：拒绝',
  'verification.provider_more': '核验机构：要求补充',
  'verification.provider_reversed': '核验机构：撤销',
  'verification.provider_to_person': '核验机构：转人工',
  'verification.provider_outdated': '核验机构：过时的决定',
  'verification.provider_superseded': '核验机构：旧资料的决定',
  'verification.provider_late': '核验机构：迟到的决定',
  'harm.claim': '领取关怀任务',
  'harm.eased': '关怀任务：已缓解',
  'harm.kept': '关怀任务：停止优惠',
  'harm.ended': '关怀任务：终止服务',
  'harm.record': '记录沟通',
  'harm.vulnerable': '标记易受影响',
  'incident.open': '开立事件',
  'incident.save': '更新事件',
  'incident.note': '事件备注',
  'incident.duty': '登记事件报告',
  'incident.propose': '提出事件处理意见',
  'incident.approve': '批准事件处理意见',
  'incident.return': '退回事件处理意见',
  'incident.end': '结束事件',
  'incident.file': '上传事件文件',
  'incident.file_view': '查看事件文件',
  'incident.view': '查看事件',
  'incident.duty_near': '事件报告临期',
  'incident.duty_late': '事件报告逾期',
  'void.incident': '为作废局开立事件',
  'void.dismiss': '作废局无需处理',
  'report.ask': '生成监管报告',
  'report.download': '下载监管报告',
  'figures.download': '下载定时报表',
  'figures.resend': '重发定时报表',
  'funds.balance': '填报会员资金专户',
  'risk.claim': '领取风险提示',
  'risk.confirm': '确认风险提示',
  'risk.dismiss': '解除风险提示',
  'risk.run': '重新计算风险',
  'member.lookup': '按个人信息查询',
  'security.alert_seen': '查看安全警报',
  'security.program_checked': '核对程序文件',
  'deposit.unmask': '查看付款全文',
  'withdrawal.unmask': '查看收款全文',
  'member.unmask': '查看会员全文',
}
/** An action of the audit log. */
export const actionLabel = (action: string): string => actions[action] ?? action
export const actionOptions = Object.entries(actions).map(([value, label]) => ({ value, label }))

/** Fields that the audit log calls what lists call them, and those that it calls otherwise. */
const listed = [
  'state',
  'claimed_by',
  'waits_for',
  'decided_by',
  'remark',
  'bonus',
  'member',
  'commission',
  'reason',
  'amount',
  'asked_by',
  'role',
  'label',
  'second_factor',
  'filters',
  'columns',
  'realname',
  'mobile',
  'email',
  'cash',
] as const satisfies ColumnName[]
const fields: Record<string, string> = {
  ...Object.fromEntries(listed.map(name => [name, columnLabels[name]])),
  '': '内容',
  credited: '入账金额',
  ordered: '订单金额',
  paid: '实付金额',
  paid_in_all: '实付合计',
  activity: '活动',
  attempt: '第几次',
  reference: '通道单号',
  name: '账号',
  permissions: '权限',
  allowed: '允许地址',
  method: '登录方式',
  rows: '条数',
  ended: '退出数',
  sessions_ended: '退出数',
  released: '解除的限制',
  one_time: '一次性密码',
  cards: '收款账号',
  ...Object.fromEntries(targetFigures.map(each => [each, figureFacts[each].label])),
  link: '点击后打开',
  alt: '图片内容',
  width: '宽（像素）',
  height: '高（像素）',
  came_bytes: '原文件字节',
  again: '库中已有',
  src: '图片地址',
  banner: '图片地址',
  title: '标题',
  content: '正文',
  memo: '备注说明',
  rank: '顺序',
  enabled: '显示',
  index_modal: '首页弹窗',
  webcontent: '弹窗内容',
  modal_from: '弹窗开始时间',
  modal_until: '弹窗结束时间',
  modal_segment: '弹窗给谁看',
  type_id: '分类编号',
  segment_id: '人群编号',
  shows_from: '开始显示',
  shows_until: '停止显示',
}
/** A field of an audit row, whose amounts are named for their unit. */
export const fieldLabel = (field: string): string => fields[field.replace(/_fen$/, '')] ?? field
/** A value of such a field: the states of orders are numbers on the wire. */
export const valueLabel = (field: string, value: string): string =>
  field === 'state' && /^[123]$/.test(value) ? orderState(Number(value)).text : value

const actors: Record<string, string> = {
  member: '会员',
  operator: '操作员',
  provider: '通道',
  venue: '场馆',
  system: '系统',
}
/**
 * Who moved money, from `operator:3`: the member is the one whose page this is, and the system
 * needs no number.
 */
export function actorLabel(actor: string): string {
  const [kind = '', id = ''] = actor.split(/:(.*)/s)
  const label = actors[kind] ?? kind
  return kind === 'member' || kind === 'system' || id === '' ? label : `${label} ${id}`
}

/**
 * What a typed number means in the audit log, which names its subjects by kind: `deposit:D26…`,
 * `member:100001`.
 */
export function subjectOf(typed: string): string {
  if (/^\d+$/.test(typed)) return `member:${typed}`
  if (/^D\d{6}/i.test(typed)) return `deposit:${typed.toUpperCase()}`
  if (/^W\d{6}/i.test(typed)) return `withdrawal:${typed.toUpperCase()}`
  return typed
}
