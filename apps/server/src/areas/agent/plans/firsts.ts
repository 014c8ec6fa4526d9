// Payments per first depositor: who counts, once per person and for good, and what is struck
// because a deposit is taken back, or its member is marked, before the statement is approved.
import { statementState } from '@tianping/contract/agent/facts'
import { transaction, type Db, type Tx } from '@tianping/database'
import { startOfDay } from '@tianping/money/day'
import { eachAlone } from '../../../kernel/jobs/eachAlone.ts'
import { whoMayBenefit } from '../../protection/protection.ts'
import {
  countFirsts,
  doubtfulStatements,
  firstsOf,
  lowerStatement,
  strikeFirsts,
  type First,
} from '../store/cpa.sql.ts'
import { lockStatement, type LinesAsked } from '../store/statement.sql.ts'
import type { PlanInForce } from './planOf.ts'

/**
 * First depositors of a month by its plan. A first deposit before the plan's first month never
 * counts; excluded members and everybody else whom the guard refuses do not. Those beyond the
 * plan's bound are not counted yet: a later month finds them, the earliest deposit first.
 */
export async function newFirsts(
  tx: Tx,
  asked: LinesAsked,
  { plan, terms: { cpa }, now }: PlanInForce & { now: Date },
): Promise<First[]> {
  if (!plan || !cpa) return []
  const began = startOfDay(`${plan.fromMonth}-01`)
  const found = await firstsOf(tx, {
    agentId: asked.agentId,
    since: began > asked.epochAt ? began : asked.epochAt,
    until: asked.untilAt,
    untilDay: asked.untilDay,
    minDepositFen: BigInt(cpa.minDepositFen),
    minValidFen: BigInt(cpa.minValidFen),
    verified: cpa.verified,
    now,
  })
  const may = new Set(
    await whoMayBenefit(
      tx,
      found.map(each => each.memberId),
      now,
    ),
  )
  return found.filter(each => may.has(each.memberId)).slice(0, cpa.most ?? undefined)
}

export const countedFirsts = async (db: Db, agentId: bigint, month: string): Promise<number> =>
  (await countFirsts(db, agentId, month)).counted

/**
 * Strikes who is in doubt by now from a statement that waits, and lowers it; answers how many were
 * struck. A statement that is left with nothing waits for nobody.
 */
export async function strikeDoubtful(
  tx: Tx,
  { agentId, month }: { agentId: bigint; month: string },
  now: Date,
): Promise<number> {
  const statement = await lockStatement(tx, agentId, month)
  if (statement?.state !== statementState.waiting || statement.planId === null) return 0
  const struck = await strikeFirsts(tx, agentId, month, now)
  if (struck > 0) await lowerStatement(tx, agentId, month)
  return struck
}

/** The same for every statement that waits. */
export async function strikeDue(db: Db, now: Date): Promise<void> {
  await eachAlone(await doubtfulStatements(db), id =>
    transaction(db, tx => strikeDoubtful(tx, id, now)),
  )
}
