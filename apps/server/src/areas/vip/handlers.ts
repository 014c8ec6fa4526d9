import { yuanOf } from '@tianping/money'
import { rows, theRow } from '@tianping/database'
import { beijing, startOfDay } from '@tianping/money/day'
import { figures as figure, whyOf } from '../../kernel/http/explain.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { totalOf } from '../../ledger/totals.ts'
import { readVersioned, settingVersion } from '../../kernel/setting.ts'
import { turnoverOf } from '../turnover/turnover.ts'
import {
  historyOf,
  levels,
  vipStatusOf,
  type HistoryRow,
  type LevelRow,
  type VipStatus,
} from './store/vip.sql.ts'
import { VIP_LEVELS } from './vipLevels.ts'
import { VIP_SETTING, vipSchema, type VipSetting } from './vipSetting.ts'

const HISTORY_ROWS = 10

/** `sinceFen`: turnover since the level was reached or lost. */
type Figures = { depositFen: bigint; totalFen: bigint; windowFen: bigint; sinceFen: bigint }
/** What is asked, what there is, and what is missing, in yuan. */
const measure = (neededFen: bigint, doneFen: bigint) => ({
  needed: yuanOf(neededFen),
  done: yuanOf(doneFen),
  missing: yuanOf(doneFen >= neededFen ? 0n : neededFen - doneFen),
})

/** What the next level asks for; null at the top. */
function nextLevel(
  all: LevelRow[],
  { vip, peakVip }: VipStatus,
  figures: Figures,
  setting: VipSetting,
) {
  const next = all.find(level => level.vip === vip + 1)
  if (!next) return null
  const lost = next.vip <= peakVip && setting.winBack
  return {
    vip: next.vip,
    vipname: next.vipname,
    deposit: measure(next.rechargeFen, figures.depositFen),
    turnover: measure(next.flowFen, figures.totalFen),
    win_back: lost ? measure(next.keepFen, figures.sinceFen) : null,
  }
}

/**
 * What the window of the level asks for; null at the first level, and before the first review has
 * opened a window.
 */
function keeping(all: LevelRow[], { vip, windowFrom, windowTo }: VipStatus, figures: Figures) {
  const own = all.find(level => level.vip === vip)
  if (!own || windowFrom === null || windowTo === null) return null
  return {
    from: beijing(startOfDay(windowFrom)),
    until: beijing(startOfDay(windowTo)),
    ...measure(own.keepFen, figures.windowFen),
  }
}

const yuanOrNull = (fen: bigint | null) => (fen === null ? null : yuanOf(fen))

const pairOf = (name: string, label: string, found: bigint | null, needed: bigint | null) =>
  found === null || needed === null
    ? []
    : [figure.yuan(name, label, found), figure.yuan(`${name}_needed`, `${label}要求`, needed)]

/** The figures of the night's review (docs/decisions/0032-levels-are-reviewed-every-night.md). */
const whyOfDecision = (row: HistoryRow) =>
  whyOf({
    rule: `vip_${row.kind}`,
    version: row.levelsVersion,
    inputs: [
      figure.date('day', '审核日', row.day),
      figure.level('from_vip', '原等级', row.fromVip),
      figure.level('to_vip', '现等级', row.toVip),
      ...pairOf('deposit', '累计存款', row.depositFen, row.depositNeededFen),
      ...pairOf('turnover', '累计流水', row.turnoverFen, row.turnoverNeededFen),
      ...pairOf('window_turnover', '保级流水', row.windowFen, row.windowNeededFen),
    ],
  })

/** What the next level looks at and lacks; at the top nothing is missing. */
function whyOfNext(next: ReturnType<typeof nextLevel>, version: number) {
  const parts = next
    ? ([
        ['deposit', '累计存款', next.deposit],
        ['turnover', '累计流水', next.turnover],
        ['win_back', '恢复等级的保级流水', next.win_back],
      ] as const)
    : []
  const asked = parts.flatMap(([name, label, part]) => (part ? [{ name, label, part }] : []))
  const yuanFigure = (name: string, label: string, value: number) => ({
    name,
    label,
    unit: 'yuan' as const,
    value,
  })
  return whyOf({
    rule: 'vip_next',
    version,
    inputs: asked.flatMap(({ name, label, part }) => [
      yuanFigure(name, label, part.done),
      yuanFigure(`${name}_needed`, `${label}要求`, part.needed),
    ]),
    missing: asked
      .filter(({ part }) => part.missing > 0)
      .map(({ name, label, part }) => yuanFigure(name, `还差${label}`, part.missing)),
  })
}

const historyEntry = (row: HistoryRow) => ({
  day: row.day,
  kind: row.kind,
  from_vip: row.fromVip,
  to_vip: row.toVip,
  deposit: yuanOrNull(row.depositFen),
  deposit_needed: yuanOrNull(row.depositNeededFen),
  turnover: yuanOrNull(row.turnoverFen),
  turnover_needed: yuanOrNull(row.turnoverNeededFen),
  window_from: row.windowFrom,
  window_to: row.windowTo,
  window_turnover: yuanOrNull(row.windowFen),
  window_needed: yuanOrNull(row.windowNeededFen),
  levels_version: row.levelsVersion,
  rules_version: row.rulesVersion,
  why: whyOfDecision(row),
})

export const vipHandlers = {
  'POST /api/uservip': async ({ db }) => ({
    data: (await rows(db, levels)).map(level => ({
      vip: level.vip,
      vipname: level.vipname,
      recharge: yuanOf(level.rechargeFen),
      flow: yuanOf(level.flowFen),
      keep: yuanOf(level.keepFen),
      realperson: Number(level.realperson),
      sport: Number(level.sport),
      e_sport: Number(level.eSport),
      joker: Number(level.joker),
      electron: Number(level.electron),
      lottery: Number(level.lottery),
    })),
  }),
  'POST /api/vipprogress': async ({ db, member: { memberId } }) => {
    const status = await theRow(db, vipStatusOf(memberId))
    const [
      all,
      { value: setting, version: rulesVersion },
      deposits,
      turnover,
      since,
      history,
      levelsVersion,
    ] = await Promise.all([
      rows(db, levels),
      readVersioned(db, VIP_SETTING, vipSchema),
      totalOf(db, memberId, 'deposit'),
      theRow(db, turnoverOf({ memberId, from: status.windowFrom, to: status.windowTo })),
      theRow(db, turnoverOf({ memberId, from: status.levelFrom, to: null })),
      rows(db, historyOf(memberId, HISTORY_ROWS)),
      settingVersion(db, VIP_LEVELS),
    ])
    const figures = {
      depositFen: deposits.fen,
      totalFen: turnover.totalFen,
      windowFen: turnover.windowFen,
      sinceFen: since.windowFen,
    }
    const next = nextLevel(all, status, figures, setting)
    return {
      data: {
        vip: status.vip,
        vipname: all.find(level => level.vip === status.vip)?.vipname ?? `VIP${status.vip}`,
        deposit: yuanOf(figures.depositFen),
        turnover: yuanOf(figures.totalFen),
        next,
        keep: keeping(all, status, figures),
        review_at: setting.runAt,
        window_days: setting.windowDays,
        levels_version: levelsVersion,
        rules_version: rulesVersion,
        why: whyOfNext(next, levelsVersion),
        history: history.map(historyEntry),
      },
    }
  },
} satisfies Handlers
