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
import { actionWords } from '@tianping/contract/actions'
import {
  actorWords,
  checkWords,
  codeWords,
  layerWords,
  phaseWords,
  sourceWords,
  verdictWords,
} from '@tianping/contract/words'
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
export const checkLabel = (check: string): string => checkWords[check] ?? check

export const codeLabel = (code: string): string => codeWords[code] ?? code
export const phaseLabel = (phase: string): string => phaseWords[phase] ?? phase
export const layerLabel = (layer: string): string => layerWords[layer] ?? layer

/** What a movement or a requirement comes from. */
export const sourceLabel = (source: string): string => sourceWords[source] ?? source

const requirementStates: Record<string, { text: string; tone: Tone }> = {
  open: { text: '未完成', tone: 'waiting' },
  met: { text: '已完成', tone: 'good' },
  carried: { text: '已结转', tone: 'plain' },
  cancelled: { text: '已取消', tone: 'plain' },
}
export const requirementState = (state: string) =>
  requirementStates[state] ?? { text: state, tone: 'plain' as const }

const verdictTones: Record<string, Tone> = {
  credited: 'good',
  credited_late: 'good',
  paid_again: 'bad',
  wrong_amount: 'waiting',
  in_review: 'waiting',
  after_rejection: 'waiting',
  sender_listed: 'waiting',
  failed: 'bad',
  unknown_order: 'bad',
  other_provider: 'bad',
  test_paid: 'good',
  disputed: 'bad',
  payout_paid: 'good',
  payout_failed: 'waiting',
  payout_changed: 'bad',
  reference_conflict: 'bad',
  forged: 'bad',
  stale: 'bad',
  malformed: 'bad',
}
export const verdictOptions = Object.entries(verdictWords).map(([value, label]) => ({
  value,
  label,
}))
/** What was made of a provider's callback. */
export const verdictLabel = (verdict: string): { text: string; tone: Tone } => ({
  text: verdictWords[verdict] ?? verdict,
  tone: verdictTones[verdict] ?? 'plain',
})

/** An action of the audit log. */
export const actionLabel = (action: string): string => actionWords[action] ?? action
export const actionOptions = Object.entries(actionWords).map(([value, label]) => ({ value, label }))

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

/**
 * Who moved money, from `operator:3`: the member is the one whose page this is, and the system
 * needs no number.
 */
export function actorLabel(actor: string): string {
  const [kind = '', id = ''] = actor.split(/:(.*)/s)
  const label = actorWords[kind] ?? kind
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
