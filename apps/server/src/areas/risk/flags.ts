import { formatFen } from '@tianping/money'
import { riskParameters } from '@tianping/contract/risk/facts'
import { run, sql, transaction, type Db } from '@tianping/database'
import { beijing, beijingDay, beijingMidnight } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { readVersioned } from '../../kernel/setting.ts'
import { looks, standingFlags, takeTurn, type Flag, type RiskKind } from './store/flag.sql.ts'
import { RISK_SETTING, riskSchema } from './setting.ts'

const MOST_BESIDE = 8

/**
 * Looks at everybody by all rules, each in a transaction of its own so that a slow one stops no
 * other. Answers how many flags are new. Two at once find the same and keep it once.
 */
export async function raiseFlags(db: Db, now: Date): Promise<number> {
  const { version, value: rule } = await readVersioned(db, RISK_SETTING, riskSchema)
  const asked = {
    now,
    since: beijingMidnight(now, rule.lookBackDays),
    today: beijingDay(now),
    version,
    rule,
  }
  let raised = 0
  for (const { on, look } of looks) {
    if (!on(rule)) continue
    raised += await transaction(db, async tx => {
      await run(tx, sql`set local statement_timeout = '5min'`)
      return look(tx, asked)
    })
  }
  return raised
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

/** Why the flag is there, in one sentence with its figures. */
export function explained({ kind, inputs: i }: Pick<Flag, 'kind' | 'inputs'>): string {
  const of = (name: string) => String(i[name] as string | number)
  switch (kind) {
    case 'shared_address':
      return `近期有 ${of('members')} 名会员从 ${of('address')} 登录`
    case 'shared_device':
      return 'device' in i
        ? `近期有 ${of('members')} 名会员在同一台设备（${of('device')}）上登录`
        : `近期有 ${of('members')} 名会员从 ${of('address')} 用同一浏览器登录`
    case 'shared_card':
      return `${of('bank')} 尾号 ${of('tail')} 绑定在 ${of('members')} 名会员名下`
    case 'bonus_abuse':
      return `${of('days')} 天内领取优惠 ${of('times')} 次共 ${yuan(i['promotions_fen'])}，存款 ${yuan(i['deposits_fen'])}，占比 ${times(i['promotions_fen'], i['deposits_fen'])}`
    case 'opposite_sides':
      return `与有${of('linked_by')}关联的会员在 ${of('rounds')} 局中投注不同方向：本人 ${yuan(i['stake_fen'])}，对方 ${yuan(i['against_fen'])}`
    case 'rapid_in_out':
      return `存款 ${yuan(i['deposits_fen'])} 后 ${of('hours')} 小时内申请取款 ${yuan(i['withdrawal_fen'])}，其间有效投注 ${yuan(i['valid_fen'])}`
    case 'large_win':
      return 'bet_id' in i
        ? `${of('venue')} ${of('game')} 单注 ${yuan(i['stake_fen'])} 派彩 ${yuan(i['payout_fen'])}，${of('times')} 倍`
        : `${of('day')} 投注 ${of('bets')} 注 ${yuan(i['stake_fen'])}，净赢 ${yuan(i['won_fen'])}`
  }
}

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
}

function inputText(name: string, value: unknown): string {
  if (name.endsWith('_fen')) return yuan(value)
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
  large_win: 'largeWin',
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
