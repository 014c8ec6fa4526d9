import type { Phase } from './phases.ts'
import type { SlipKind } from './useSlip.ts'

/** How a table speaks: of issues that are drawn, or of rounds that are dealt. */
export type Words = {
  round: string
  drawing: string
  drawn: string
  records: string
  voided: string
  /** When a bet that is not settled yet can be verified. */
  later: string
  confirm: (lines: number) => string
  /** What the gold button says when nothing can be confirmed; `seconds` are left of the round. */
  asleep: (phase: Phase, seconds: number) => string
  prepared: (lines: number, kind: SlipKind, chipFen: number) => string
  placed: (lines: number, phase: Phase) => string
}

const DRAW_ASLEEP: Record<Phase, string> = {
  wait: '等待开盘',
  bet: '确认',
  lock: '已封盘',
  draw: '开奖中',
  result: '等待开盘',
}

export const DRAW_WORDS: Words = {
  round: '期',
  drawing: '开奖中',
  drawn: '开奖',
  records: '开奖记录',
  voided: '本期作废',
  later: '开奖后可验证',
  confirm: lines => `确认 ${lines} 注`,
  asleep: phase => DRAW_ASLEEP[phase],
  prepared: (lines, kind, chipFen) =>
    kind === 'unit' ? `${lines} 注 × ${chipFen / 100} 元` : `${lines} 注`,
  placed: lines => (lines > 0 ? `已确认 ${lines} 注` : '未选'),
}

const DEAL_ASLEEP: Record<Exclude<Phase, 'result'>, string> = {
  wait: '等待开局',
  bet: '确认下注',
  lock: '已封盘',
  draw: '已封盘',
}

export const DEAL_WORDS: Words = {
  round: '局',
  drawing: '发牌中',
  drawn: '结果',
  records: '历史结果',
  voided: '本局作废',
  later: '发牌后可验证',
  confirm: () => '确认下注',
  asleep: (phase, seconds) => (phase === 'result' ? `下一局 ${seconds}` : DEAL_ASLEEP[phase]),
  prepared: () => '待确认',
  placed: (lines, phase) => {
    if (lines === 0) return '未下注'
    return phase === 'result' ? '本局下注' : '本局已确认'
  },
}
