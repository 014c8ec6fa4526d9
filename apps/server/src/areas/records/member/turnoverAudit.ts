import { yuanOf } from '@tianping/money'
import { betStatus } from '@tianping/contract/records/facts'
import { rangeStart } from '../../../kernel/day.ts'
import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import type { Handlers } from '../../../kernel/http/services.ts'
import { whyOf } from '../../../kernel/http/explain.ts'
import { missingTurnover, requirementsOf, type Requirement } from '../../../ledger/wagering.ts'
import { settingVersion } from '../../../kernel/setting.ts'
import { turnoverWhy, CASHIER_SETTING } from '../../cashier/cashier.ts'
import { contributionsOf, type Contribution } from '../../../ledger/wageringAudit.ts'
import { bonusesOf, bonusKey, sourceLabel, type Bonuses } from '../../bonus/bonus.ts'
import { histories } from '../../../kernel/reads/history.sql.ts'
import { betRecords, type BetRow } from '../../venues/venues.ts'
import { FULL, weightsShown } from '../../wagering/wagering.ts'
import { present } from '../../../kernel/present.ts'

/** Why a bet's turnover counts as it does. */
type Verdict = 'counted' | 'partly' | 'void' | 'unsettled' | 'zero' | 'before' | 'met' | 'weighed'
const REASONS: Record<Verdict, string> = {
  counted: '已计入流水',
  partly: '部分计入：结算时的流水要求已全部完成，其余不再计入',
  void: '无效注单，不计入流水',
  unsettled: '注单尚未结算，结算后计入',
  zero: '有效投注额为0，不计入流水',
  before: '结算早于当前流水要求的开始时间，不计入',
  met: '结算时没有未完成的流水要求，无需计入',
  weighed: '该游戏按比例计入彩金流水，这一注没有计入',
}

type Counted = {
  /** Valid turnover of the bet that requirements took. */
  takenFen: bigint
  /** Percent that gifts count. */
  weight: number
}

function verdictOf(bet: BetRow, { takenFen, weight }: Counted, open: Requirement[]): Verdict {
  if (bet.status === betStatus.void) return 'void'
  if (bet.status === betStatus.open) return 'unsettled'
  if (bet.validFen === 0n) return 'zero'
  if (takenFen === bet.validFen) return 'counted'
  if (takenFen > 0n) return 'partly'
  const settledAt = bet.settledAt ?? bet.placedAt
  if (weight < FULL && open.some(each => each.isGift && each.openedAt <= settledAt))
    return 'weighed'
  return open.some(each => each.openedAt > settledAt) ? 'before' : 'met'
}

/** Why, and by how many percent where it is not all. */
function reasonOf(verdict: Verdict, parts: readonly Contribution[]): string {
  const weighed = parts.find(each => each.isGift && each.weight < FULL)
  return weighed && verdict === 'counted'
    ? `彩金流水按该游戏的 ${weighed.weight}% 计入`
    : REASONS[verdict]
}

const part = (each: Contribution) => ({
  source: each.source?.type ?? '',
  source_label: sourceLabel(each.source?.type ?? ''),
  opened_at: beijing(present(each.openedAt, 'requirement')),
  amount: yuanOf(each.countedFen),
  weight: each.isGift ? each.weight : FULL,
})

const requirement = (each: Requirement, bonuses: Bonuses) => ({
  source: each.source.type,
  source_label: sourceLabel(each.source.type),
  source_no: each.source.id,
  required: yuanOf(each.requiredFen),
  counted: yuanOf(each.contributedFen),
  missing: yuanOf(each.requiredFen - each.contributedFen),
  opened_at: beijing(each.openedAt),
  gift: each.isGift,
  expires_at: each.expiresAt ? beijing(each.expiresAt) : '',
  ...bonusOf(each, bonuses),
})

function bonusOf({ source }: Requirement, bonuses: Bonuses) {
  const bonus = bonuses.get(bonusKey(source))
  return {
    title: bonus?.title ?? '',
    bonus: bonus ? { amount: yuanOf(bonus.amountFen), takes: yuanOf(bonus.takesFen) } : null,
  }
}

type Known = {
  contributions: Contribution[]
  open: Requirement[]
  venues: readonly { venueId: number; platname: string; name: string }[]
}

function auditedBet(bet: BetRow & { no: string }, { contributions, open, venues }: Known) {
  const own = contributions.filter(each => each.venueId === bet.venueId && each.betId === bet.no)
  const parts = own.filter(each => each.source !== null)
  const takenFen = parts.reduce((sum, each) => sum + each.amountFen, 0n)
  const verdict = verdictOf(bet, { takenFen, weight: own[0]?.weight ?? FULL }, open)
  const venue = venues.find(each => each.venueId === bet.venueId)
  return {
    bet_id: bet.no,
    platname: venue?.platname ?? '',
    venue_name: venue?.name ?? '',
    game_name: bet.gameName ?? bet.gameCode,
    bet_amount: yuanOf(bet.stakeFen),
    valid_amount: yuanOf(bet.validFen),
    status: bet.status,
    placed_at: beijing(bet.placedAt),
    settled_at: bet.settledAt ? beijing(bet.settledAt) : '',
    counted: yuanOf(parts.reduce((sum, each) => sum + each.countedFen, 0n)),
    verdict,
    reason: reasonOf(verdict, parts),
    parts: parts.map(part),
  }
}

export const turnoverHandlers = {
  /**
   * 流水稽核: the open requirements, oldest first, and for each bet what it counted for, or why it did
   * not.
   */
  'POST /api/wageringaudit': async ({ body, member: { memberId }, db, clock, venues }) => {
    const [all, version, missingFen, requirements, weights, bets] = await Promise.all([
      venues.all(),
      settingVersion(db, CASHIER_SETTING),
      missingTurnover(db, memberId),
      requirementsOf(db, memberId),
      weightsShown(db),
      betRecords(db, {
        memberId,
        history: histories.bets,
        since: rangeStart(clock.now(), body.date),
        until: null,
        venueId: null,
        limit: PER_PAGE,
        offset: (body.page - 1) * PER_PAGE,
      }),
    ])
    const open = requirements.filter(each => each.state === 'open')
    const [contributions, bonuses] = await Promise.all([
      contributionsOf(
        db,
        memberId,
        bets.rows.map(({ venueId, no }) => ({ venueId, betId: no })),
      ),
      bonusesOf(db, memberId, open),
    ])
    const list = bets.rows.map(bet => auditedBet(bet, { contributions, open, venues: all }))
    return {
      data: {
        missing: yuanOf(missingFen),
        requirements: open.map(each => requirement(each, bonuses)),
        weights,
        bets: pageOf(list, body.page, bets.total),
        why: whyOf(turnoverWhy(version, open, missingFen)),
      },
    }
  },
} satisfies Handlers
