import { formatFen } from '@tianping/money'
import { riskParameters } from '@tianping/contract/risk/facts'
import { transaction, type Db } from '@tianping/database'
import { beijing, beijingDay, beijingMidnight } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { readVersioned } from '../../kernel/setting.ts'
import {
  looks,
  standingFlags,
  takeTurn,
  type Flag,
  type Look,
  type RiskKind,
} from './store/flag.sql.ts'
import { RISK_SETTING, riskSchema } from './setting.ts'

const MOST_BESIDE = 8
/** How long one rule may look at everybody, and at one member. */
const LONGEST_MS = { all: 300_000, one: 2_000 }

/**
 * Looks at everybody by all rules, each in a transaction of its own so that a slow one stops no
 * other. Answers how many flags are new. Two at once find the same and keep it once.
 */
export const raiseFlags = (db: Db, now: Date): Promise<number> =>
  lookWith(db, { now, memberId: null, longestMs: LONGEST_MS.all })

/**
 * Looks at one member by all rules, for what is decided about the member next. What takes too long
 * is left to the look at everybody: money that was asked for does not wait for it.
 */
export async function raiseFlagsOf(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  memberId: bigint,
): Promise<void> {
  try {
    await lookWith(db, { now: clock.now(), memberId, longestMs: LONGEST_MS.one })
  } catch (error) {
    log.warn({ err: error as Error, member: memberId.toString() }, 'risk not looked at')
  }
}

type Looking = Pick<Look, 'now' | 'memberId'> & { longestMs: number }

async function lookWith(db: Db, { now, memberId, longestMs }: Looking): Promise<number> {
  const { version, value: rule } = await readVersioned(db, RISK_SETTING, riskSchema)
  const asked = {
    now,
    since: beijingMidnight(now, rule.lookBackDays),
    today: beijingDay(now),
    version,
    rule,
    memberId,
  }
  return partsAlone(
    looks
      .filter(({ on }) => on(rule))
      .map(
        ({ look }) =>
          () =>
            transaction(db, tx => look(tx, asked), { longestMs }),
      ),
  )
}

/** Instances take turns: whoever looks does so for all of them for this long. */
const TURN_MS = 9 * 60_000

/** One turn of the job; another instance's turn is nothing to do. */
export async function runRisk({
  db,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  if (!(await takeTurn(db, now, new Date(now.getTime() + TURN_MS)))) return 0
  const raised = await raiseFlags(db, now)
  if (raised > 0) log.info({ job: 'risk', raised }, 'risk flags raised')
  return 0
}

const yuan = (value: unknown) => `¥${formatFen(BigInt(Math.trunc(Number(value))))}`
const times = (part: unknown, whole: unknown) =>
  Number(whole) > 0 ? `${((Number(part) / Number(whole)) * 100).toFixed(0)}%` : '—'

type Inputs = Flag['inputs']
const text = (value: unknown) => String(value as string | number)

/** Why a flag of each kind is there, in one sentence with its figures. */
const sentences: Record<RiskKind, (i: Inputs) => string> = {
  shared_address: i => `近期有 ${text(i['members'])} 名会员从 ${text(i['address'])} 登录`,
  shared_device: i =>
    'device' in i
      ? `近期有 ${text(i['members'])} 名会员在同一台设备（${text(i['device'])}）上登录`
      : `近期有 ${text(i['members'])} 名会员从 ${text(i['address'])} 用同一浏览器登录`,
  shared_card: i =>
    `${text(i['bank'])} 尾号 ${text(i['tail'])} 绑定在 ${text(i['members'])} 名会员名下`,
  bonus_abuse: i =>
    `${text(i['days'])} 天内领取优惠 ${text(i['times'])} 次共 ${yuan(i['promotions_fen'])}，存款 ${yuan(i['deposits_fen'])}，占比 ${times(i['promotions_fen'], i['deposits_fen'])}`,
  opposite_sides: i =>
    `与有${text(i['linked_by'])}关联的会员在 ${text(i['rounds'])} 局中投注不同方向：本人 ${yuan(i['stake_fen'])}，对方 ${yuan(i['against_fen'])}`,
  rapid_in_out: i =>
    `存款 ${yuan(i['deposits_fen'])} 后 ${text(i['hours'])} 小时内申请取款 ${yuan(i['withdrawal_fen'])}，其间有效投注 ${yuan(i['valid_fen'])}`,
  changed_payout: i =>
    `${changeText(i['change'])}后 ${text(i['hours'])} 小时内绑定${text(i['bank'])}（尾号 ${text(i['tail'])}）并申请取款 ${yuan(i['withdrawal_fen'])}`,
  large_sum: i =>
    `${text(i['days'])} 天内存款 ${yuan(i['deposits_fen'])}（${text(i['deposits'])} 笔）、取款 ${yuan(i['withdrawals_fen'])}（${text(i['withdrawals'])} 笔）`,
  structuring: i =>
    `${text(i['hours'])} 小时内存款 ${text(i['deposits'])} 笔，每笔略低于 ${yuan(i['limit_fen'])}，合计 ${yuan(i['deposits_fen'])}`,
  third_party: i =>
    `${text(i['deposits'])} 笔存款共 ${yuan(i['deposits_fen'])} 由他人付款（付款人与会员姓名不符）`,
  mule: i =>
    `${text(i['members'])} 名会员共用${text(i['linked_by'])}，合计存款 ${yuan(i['group_in_fen'])}、取款 ${yuan(i['group_out_fen'])}，有效投注 ${yuan(i['group_valid_fen'])}；本人存款 ${yuan(i['deposits_fen'])}`,
  many_methods: i =>
    `${text(i['days'])} 天内以 ${text(i['methods'])} 种方式、${text(i['accounts'])} 个付款账户或地址存款 ${yuan(i['deposits_fen'])}（${text(i['deposits'])} 笔）`,
  beyond_profile: i =>
    `30 天内存款 ${yuan(i['deposits_fen'])}，超过预计月存款 ${yuan(i['expected_fen'])} 的 ${text(i['times_allowed'])} 倍`,
  refused_diligence: i => `高级认证未通过，30 天内存款 ${yuan(i['deposits_fen'])}：须评估是否报告`,
  large_win: i =>
    'bet_id' in i
      ? `${text(i['venue'])} ${text(i['game'])} 单注 ${yuan(i['stake_fen'])} 派彩 ${yuan(i['payout_fen'])}，${text(i['times'])} 倍`
      : `${text(i['day'])} 投注 ${text(i['bets'])} 注 ${yuan(i['stake_fen'])}，净赢 ${yuan(i['won_fen'])}`,
}

export const explained = ({ kind, inputs }: Pick<Flag, 'kind' | 'inputs'>): string =>
  sentences[kind](inputs)

/** The changes of an account that the rule looks for. */
const changes: Record<string, string> = {
  password_reset: '登录密码重置',
  password_recovered: '登录密码找回',
  pay_password_reset: '支付密码重置',
  contact: '联系方式变更',
  name: '真实姓名更正',
}
const changeText = (change: unknown) => changes[text(change)] ?? text(change)

const labels: Record<string, string> = {
  address: '网络地址',
  device: '设备标识',
  agent: '浏览器',
  members: '会员数',
  bank: '银行',
  tail: '尾号',
  promotions_fen: '领取优惠',
  times: '次数',
  deposits_fen: '存款',
  days: '统计天数',
  linked_by: '关联方式',
  rounds: '局数',
  stake_fen: '本人投注',
  against_fen: '对方投注',
  sample: '局号',
  change: '变更',
  withdrawal_no: '取款单号',
  withdrawal_fen: '取款金额',
  valid_fen: '有效投注',
  hours: '间隔小时',
  day: '日期',
  won_fen: '净赢',
  bets: '注数',
  bet_id: '注单',
  venue: '场馆',
  game: '游戏',
  payout_fen: '派彩',
  deposits: '存款笔数',
  withdrawals: '取款笔数',
  withdrawals_fen: '取款',
  limit_fen: '避开的金额',
  methods: '存款方式数',
  accounts: '付款账户或地址数',
  expected_fen: '预计月存款上限',
  times_allowed: '允许倍数',
  group_in_fen: '合计存款',
  group_out_fen: '合计取款',
  group_valid_fen: '合计有效投注',
}

function inputText(name: string, value: unknown): string {
  if (name.endsWith('_fen')) return yuan(value)
  if (name === 'change') return changeText(value)
  return Array.isArray(value) ? value.join('、') : String(value as string | number)
}

/** The figures a flag saw, each with its name. */
export const inputsOf = (inputs: Flag['inputs']): { label: string; value: string }[] =>
  Object.entries(inputs)
    .filter(([name]) => name !== 'others')
    .map(([name, value]) => ({
      label: labels[name] ?? name,
      value: inputText(name, value),
    }))

const ruleKeys: Record<RiskKind, keyof ReturnType<typeof riskSchema.parse>> = {
  shared_address: 'sharedAddress',
  shared_device: 'sharedDevice',
  shared_card: 'sharedCard',
  bonus_abuse: 'bonusAbuse',
  opposite_sides: 'oppositeSides',
  rapid_in_out: 'rapidInOut',
  changed_payout: 'changedPayout',
  large_win: 'largeWin',
  large_sum: 'largeSum',
  structuring: 'structuring',
  third_party: 'thirdParty',
  mule: 'mule',
  many_methods: 'manyMethods',
  beyond_profile: 'beyondProfile',
  refused_diligence: 'refusedDiligence',
}
const parameters: Record<string, string> = {
  ...riskParameters,
  minFen: '金额达到',
  percent: '占比达到',
  turnoverPercent: '有效投注低于存款的',
  times: '派彩倍数达到',
}

function parameterText(name: string, value: number | boolean): string {
  if (name.endsWith('Fen')) return yuan(value)
  return name.toLowerCase().endsWith('percent') ? `${value}%` : String(value)
}

/** The parameters of a rule as they were, for reading. */
export function parametersOf(kind: RiskKind, rule: unknown): { label: string; value: string }[] {
  const read = riskSchema.parse(rule ?? {})
  const own = Object.entries(read[ruleKeys[kind]] as Record<string, number | boolean>).filter(
    ([name]) => name !== 'enabled',
  )
  return [
    ...own.map(([name, value]) => ({
      label: parameters[name] ?? name,
      value: parameterText(name, value),
    })),
    { label: '回看天数', value: String(read.lookBackDays) },
  ]
}

/** Flags that stand beside a review and on a member's page. */
export const flagsOf = async (db: Db, memberId: bigint) =>
  (await standingFlags(db, memberId, MOST_BESIDE)).map(flag => ({
    flag_id: Number(flag.flagId),
    kind: flag.kind,
    explained: explained(flag),
    state: flag.state,
    raised_at: beijing(flag.raisedAt),
  }))
