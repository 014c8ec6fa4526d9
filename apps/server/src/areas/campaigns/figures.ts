import type { CampaignGoal } from '@tianping/contract/campaigns/facts'
import { yuanOf } from '@tianping/money'
import type { ArmSums } from './store/member.sql.ts'

/** Half the width of an interval that holds the true difference 95 times of 100. */
const WIDTH = 1.96
const FEN = 100
/** Fewer members of a group say nothing. */
const LEAST = 2

/** A share in percent, or fen in yuan, with two decimals. */
const shown = (value: number, goal: CampaignGoal) => {
  const figure = goal === 'depositors' ? value * FEN : value / FEN
  return Math.round(figure * FEN) / FEN
}

const errorOf = ({ deviation, members }: ArmSums) => (deviation ?? 0) ** 2 / members

/** An arm against the control group; null where either has too few members. */
function against(arm: ArmSums, control: ArmSums | undefined, goal: CampaignGoal) {
  if (!control || arm.arm === 'control') return { difference: null, margin: null }
  if (arm.members < LEAST || control.members < LEAST) return { difference: null, margin: null }
  const margin = WIDTH * Math.sqrt(errorOf(arm) + errorOf(control))
  return {
    difference: shown(arm.mean - control.mean, goal),
    margin: shown(margin, goal),
  }
}

export function armFigures(sums: ArmSums[], goal: CampaignGoal) {
  const control = sums.find(({ arm }) => arm === 'control')
  return sums.map(each => ({
    arm: each.arm,
    members: each.members,
    complete: each.complete,
    bonuses: each.bonuses,
    paid: yuanOf(each.bonusFen),
    total: goal === 'depositors' ? Number(each.total) : yuanOf(each.total),
    mean: shown(each.mean, goal),
    ...against(each, control, goal),
  }))
}
