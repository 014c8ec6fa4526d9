import { run, sql, theRow, transaction, type Db } from '@tianping/database'
import { rollUpDays } from '../../src/ledger/days.ts'
import { rollUpPlay } from '../../src/areas/figures/store/rollUp.sql.ts'
import type { ExtraCheck } from '../../src/ledger/reconcile.ts'

/** One portion, as the job does it. */
export const rollUpOnce = (db: Db, most?: number) =>
  transaction(db, async tx => {
    const done = await rollUpDays(tx, most)
    await run(tx, rollUpPlay(done.throughXid))
    return done
  })

/**
 * Rolls up until everything committed so far counts: transactions of the cluster's other databases
 * hold it back too.
 */
export async function caughtUp(db: Db, most?: number): Promise<void> {
  const { now } = await theRow(db, sql<{ now: string }>`select pg_current_xact_id()::text as now`)
  for (;;) {
    const { throughXid } = await rollUpOnce(db, most)
    if (BigInt(throughXid) > BigInt(now)) return
  }
}

/** What a check found, one line each. */
export async function differencesOf(check: ExtraCheck, db: Db): Promise<string[]> {
  const checks = await check(db, {} as Parameters<ExtraCheck>[1])
  return checks.flatMap(({ name, differences }) =>
    differences.map(d => `${name} ${d.subject}: expected ${d.expected}, found ${d.found}`),
  )
}

type Told = {
  memberId: bigint
  betId: string
  game: string
  version: number
  /** 0 void, 1 settled, 2 open. */
  status: number
  stake: bigint
  /** As much as the stake where nothing is said. */
  valid?: bigint
  payout: bigint
  /** Beijing. */
  settledAt: string
}

/** A version of a bet, as the feed keeps it. */
export const tellBet = (db: Db, b: Told) => {
  const at = new Date(`${b.settledAt}+08:00`)
  return run(
    db,
    sql`
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen, status, fairness,
      math_version, placed_at, settled_at, first_settled_at)
    values (${b.memberId}, 1, ${b.betId}, ${b.version}, 0, ${b.game}, 'r', '{}', ${b.stake}, ${b.valid ?? b.stake}, ${b.payout},
      ${b.payout - b.stake}, ${b.status}, '{}', '1', ${at}, ${at}, ${b.status === 1 ? at : null})
    on conflict (member_id, venue_id, bet_id) do update set version = excluded.version, stake_fen = excluded.stake_fen, valid_fen = excluded.valid_fen,
      payout_fen = excluded.payout_fen, net_fen = excluded.net_fen, status = excluded.status, first_settled_at = coalesce(bet.first_settled_at, excluded.first_settled_at)`,
  )
}

/** An activity with a rule that says nothing yet; answers its id. */
export const anActivity = async (db: Db): Promise<number> =>
  (
    await theRow(
      db,
      sql<{ id: number }>`
    with type as (insert into activity_type (name) values ('测试') returning type_id),
    made as (insert into activity (type_id, title, banner, content) select type_id, '活动', '', '' from type returning activity_id)
    insert into activity_rule (activity_id, version, rule, changed_by, changed_at)
    select activity_id, 1, '{}', 'a', now() from made returning activity_id as id`,
    )
  ).id

type Applied = {
  activityId: number
  memberId: bigint
  id: string
  state: number
  bonusFen: bigint
  facts?: object[]
  appliedAt: Date
  decidedAt: Date | null
}

/** An application for it, as it was decided or waits. */
export const anApplication = (db: Db, { facts = [], ...a }: Applied) =>
  run(
    db,
    sql`
    insert into activity_application (member_id, application_id, activity_id, rule_version, state, bonus_fen,
      turnover_times, facts, applied_at, decided_at, action_key)
    values (${a.memberId}, ${a.id}, ${a.activityId}, 1, ${a.state}, ${a.bonusFen},
      1, ${JSON.stringify(facts)}::jsonb, ${a.appliedAt}, ${a.decidedAt}, ${a.id})`,
  )
