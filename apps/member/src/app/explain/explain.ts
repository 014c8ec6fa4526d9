import type { Figure, Why } from '@tianping/contract'
import { yuanText } from '../../ui/Money.tsx'
import { Refused, refusedFor } from '../api.ts'
import { recordTypes } from '../records/recordTypes.ts'
import { href } from '../routes/paths.ts'

type Line = { label: string; value: string }

/** Why an action was refused or how a figure came about, as the member reads it. */
export type Explanation = {
  /** Names the rule, with the version of its settings where it has some. */
  rule: string
  inputs: Line[]
  missing: Line[]
  /** Conditions that were all asked for, met or not, each with what it lacks. */
  points: { text: string; met: boolean; note: string }[]
  /** Where one goes from there. */
  next: { label: string; href: string } | null
}

/**
 * The rules by name, and where one goes from there. A rule without a name here is shown by its
 * figures alone.
 */
const rules: Record<string, { name: string; next?: NonNullable<Explanation['next']> }> = {
  turnover: { name: '取款流水要求', next: { label: '查看流水稽核', href: href('/wageringAudit') } },
  balance: { name: '可用余额' },
  min: { name: '单笔取款下限' },
  max: { name: '单笔取款上限' },
  hours: { name: '取款服务时间' },
  daily_count: {
    name: '每日取款次数',
    next: { label: '查看取款记录', href: href('/transRecord', { type: recordTypes.withdrawal }) },
  },
  fee: { name: '取款手续费' },
  factor: { name: '双重验证', next: { label: '账户安全', href: href('/safety') } },
  card: { name: '卡片状态', next: { label: '管理卡片', href: href('/wallet') } },
  holder: { name: '持卡人', next: { label: '管理卡片', href: href('/wallet', { type: '2' }) } },
  card_locked: { name: '卡片状态', next: { label: '联系客服', href: href('/kefu') } },
  pay_password: { name: '支付密码' },
  pay_password_locked: { name: '支付密码', next: { label: '联系客服', href: href('/kefu') } },
  pending_withdrawal: {
    name: '处理中的取款',
    next: { label: '查看取款记录', href: href('/transRecord', { type: recordTypes.withdrawal }) },
  },
  max_open: { name: '未完成的存款', next: { label: '查看存款记录', href: href('/transRecord') } },
  max_cards: { name: '卡片数量', next: { label: '管理卡片', href: href('/wallet') } },
  pending: { name: '待领取的返水' },
  rebate: { name: '返水比例表' },
  rebate_correction: { name: '返水比例表' },
  vip_next: { name: '升级要求' },
  vip_promoted: { name: '晋级审核' },
  vip_relegated: { name: '保级审核' },
  vip_kept: { name: '保级审核' },
  red_packet_closed: { name: '红包活动' },
  red_packet_dates: { name: '红包活动日期' },
  red_packet_hours: { name: '红包领取时间' },
  red_packet_claims: { name: '红包领取次数' },
  red_packet_deposit: {
    name: '红包存款条件',
    next: { label: '立即存款', href: href('/recharge') },
  },
  red_packet_times: { name: '红包领取次数' },
  red_packet_draw: { name: '红包金额' },
  activity_shown: { name: '活动状态' },
  activity_dates: { name: '活动日期' },
  activity_announced: { name: '活动方式' },
  activity_application: { name: '活动申请' },
  activity_open: {
    name: '审核中的申请',
    next: { label: '查看申请记录', href: href('/activityRecord') },
  },
  activity_limit: {
    name: '申请次数',
    next: { label: '查看申请记录', href: href('/activityRecord') },
  },
  activity_conditions: { name: '活动申请条件' },
  activity_places: { name: '活动名额' },
  wagering_max: { name: '流水倍数上限' },
  agent_already: { name: '合营计划' },
  agent_open: { name: '合营计划' },
  throttle: { name: '操作频率' },
}

const written: Record<Figure['unit'], (value: string) => string> = {
  yuan: value => `¥${yuanText(value)}`,
  usdt: value => `${yuanText(value)} USDT`,
  count: value => value,
  times: value => `${value} 倍`,
  level: value => `VIP${value}`,
  percent: value => `${value}%`,
  clock: value => value,
  date: value => value,
  time: value => value,
  text: value => value,
}

const lineOf = ({ label, unit, value }: Figure): Line => ({
  label,
  value: (written[unit] ?? written.text)(String(value)),
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isWhy = (value: unknown): value is Why =>
  isRecord(value) &&
  typeof value['rule'] === 'string' &&
  Array.isArray(value['inputs']) &&
  Array.isArray(value['missing'])

/** Conditions as an activity's refusal lists them: `{text, met, missing}` each. */
const pointsOf = (conditions: unknown): Explanation['points'] =>
  (Array.isArray(conditions) ? conditions : [])
    .filter(isRecord)
    .filter(({ text }) => typeof text === 'string')
    .map(({ text, met, missing }) => ({
      text: String(text),
      met: met === true,
      note: met !== true && typeof missing === 'string' ? missing : '',
    }))

/** How a figure came about. */
export function explanationOf(why: Why | undefined): Explanation {
  if (!why) return { rule: '', inputs: [], missing: [], points: [], next: null }
  const { name = '系统规则', next = null } = rules[why.rule] ?? {}
  return {
    rule: why.rule_version > 0 ? `${name}（第 ${why.rule_version} 版）` : name,
    inputs: why.inputs.map(lineOf),
    missing: why.missing.map(lineOf),
    points: [],
    next,
  }
}

/** Why an action was refused, from `data.why` of the answer; null where the message says it all. */
export function refusalExplained(error: Error | null): Explanation | null {
  const data = error instanceof Refused && isRecord(error.data) ? error.data : null
  if (!data || !isWhy(data['why'])) return null
  const points = pointsOf(data['conditions'])
  const { inputs, missing, ...rest } = explanationOf(data['why'])
  // The conditions name each of these figures in words.
  const explanation =
    points.length > 0 ? { ...rest, inputs: [], missing: [], points } : { ...rest, inputs, missing }
  // What a field asks for, the field itself says.
  return data['why'].rule === 'form' || inputs.length + missing.length + points.length === 0
    ? null
    : explanation
}

/** Where a refusal is set right, when its message says it all and another page does it. */
export const wayOf = (error: Error | null): Explanation['next'] =>
  refusedFor(error, 'pay_password.must_change')
    ? { label: '修改支付密码', href: href('/password', { type: '2', once: '1' }) }
    : null
