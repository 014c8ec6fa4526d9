import type { Given } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import type { Db } from '@tianping/database'
import { partsOf } from '../store/part.sql.ts'
import type { Statement } from '../store/statement.sql.ts'
import type { Part } from './parts.ts'
import { planOf } from './planOf.ts'
import { planText, type PlanTerms } from './terms.ts'

type Shown = Given<'POST /api/agent/statement'>['parts'][number]

const shareTitles = ['直属会员分成', '二级会员分成', '三级会员分成'] as const

const titleOf = ({ kind, level }: Part) =>
  kind === 'cpa' ? '首存会员奖励' : (shareTitles[level - 1] ?? '')

const partRow = (part: Part): Shown => ({
  kind: part.kind,
  title: titleOf(part),
  level: part.level,
  members: part.members,
  base: yuanOf(part.baseFen),
  carried_in: yuanOf(part.carriedInFen),
  percent: part.hundredths / 100,
  unit: yuanOf(part.unitFen),
  amount: yuanOf(part.fen),
  carried_out: yuanOf(part.carriedOutFen),
})

/** The one part of a statement by the rule of the settings. */
const wholeShare = (s: Statement): Part => ({
  kind: 'share',
  level: 1,
  members: s.members,
  baseFen: s.baseFen,
  unitFen: 0n,
  carriedInFen: s.carriedInFen,
  hundredths: s.hundredths,
  fen: s.commissionFen,
  carriedOutFen: s.carriedOutFen,
})

/** Says of a statement that its plan's bound was reached. */
function boundText({ cpa }: PlanTerms, parts: readonly Part[]): string[] {
  const counted = parts.find(({ kind }) => kind === 'cpa')?.members
  return cpa && cpa.most === counted ? [`本月首存会员已达每月上限${counted}位`] : []
}

/** The plan that a statement names, its parts, and what the plan pays in words. */
export async function shownPlan(
  db: Db,
  statement: Statement,
): Promise<{ plan: string; parts: Shown[]; words: string[] }> {
  const { plan, terms } = await planOf(db, statement.planId)
  const parts = plan
    ? await partsOf(db, statement.agentId, statement.month)
    : [wholeShare(statement)]
  return {
    plan: plan ? `${plan.name}（编号 ${plan.planId}）` : '',
    parts: parts.map(partRow),
    words: plan ? [...planText(terms), ...boundText(terms, parts)] : [],
  }
}
