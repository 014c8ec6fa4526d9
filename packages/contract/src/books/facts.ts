import { reviewState, type Decisions, type ValueOf } from '../facts.ts'

/** As operators read the states of an adjustment. */
export const adjustmentLabels = {
  waiting: '待审批',
  approved: '已入账',
  rejected: '已拒绝',
} as const
export const adjustmentDecisions: Decisions = { approved: '批准', rejected: '拒绝' }

/** A difference that a reconciliation found. */
export const caseState = { open: reviewState.waiting, resolved: reviewState.approved } as const
export type CaseState = ValueOf<typeof caseState>

/** As operators read them. */
export const caseLabels = { open: '待处理', resolved: '已处理' } as const

/** How far the closing of a month has come. */
export const monthStates = {
  running: '进行中',
  open: '待制表签字',
  prepared: '待复核签字',
  closed: '已关账',
} as const
export type MonthState = keyof typeof monthStates

/** Whose statements of a month an accountant reads. */
export const statementKinds = { venue: '场馆', provider: '支付通道', agent: '代理' } as const
export type StatementKind = keyof typeof statementKinds

/** What a row of a statement holds besides its name, in the order of its columns. */
export const statementFields = [
  'party_count',
  'opening',
  'inflow',
  'outflow',
  'result',
  'closing',
] as const
export type StatementField = (typeof statementFields)[number]

/** What the fields mean for each kind of statement; a kind without a balance has none. */
export const statementTitles: Record<StatementKind, Partial<Record<StatementField, string>>> = {
  venue: {
    party_count: '注单数',
    opening: '期初余额',
    inflow: '转入',
    outflow: '转出',
    result: '会员输赢',
    closing: '期末余额',
  },
  provider: { party_count: '笔数', inflow: '存款到账', outflow: '取款付款', result: '净流入' },
  agent: {
    party_count: '会员数',
    opening: '上月结转',
    inflow: '计佣基数',
    outflow: '佣金',
    closing: '结转下月',
  },
}

export const statementNotes: Record<StatementKind, string> = {
  venue: '期初 + 转入 − 转出 + 会员输赢 = 期末，按账本科目 110。',
  provider: '按到账和付款时间。与通道结算单核对，差异在“对账”处理。',
  agent: '当月的佣金账单，支付后计入科目 330。',
}

/** The lists of the back office that also leave as PDF. */
export const printedLists = [
  'POST /api/console/months/parties/list',
  'POST /api/console/months/lines/list',
] as const
export type PrintedList = (typeof printedLists)[number]
export const isPrinted = (list: string): list is PrintedList =>
  (printedLists as readonly string[]).includes(list)

/** Rails that are no provider. */
export const ownRails = { hand: '人工付款', bank: '银行账户', chain: '链上 USDT' } as const
/** How a rail's day came. */
export const railSources = { port: '接口', file: '文件' } as const
/** Which way the operator moved money. */
export const railDirections = { out: '通道结算到银行', in: '充值到通道' } as const
