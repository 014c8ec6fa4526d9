import { rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Task = {
  taskId: string
  kind: 'payout' | 'sweep'
  memberId: bigint
  withdrawalNo: string
  attemptNo: number
  place: number
  units: bigint
  state: 'queued' | 'sent' | 'done' | 'failed'
  txHash: string
}

export const insertTask = async (
  tx: Tx,
  t: Omit<Task, 'state' | 'txHash'> & { now: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    insert into chain_task (task_id, kind, member_id, withdrawal_no, attempt_no, place, units, created_at)
    values (${t.taskId}, ${t.kind}, ${t.memberId}, ${t.withdrawalNo}, ${t.attemptNo}, ${t.place}, ${t.units.toString()}::numeric, ${t.now})
    on conflict do nothing`,
  )) === 1

/** Tasks that are not settled; those that were asked about last come last. */
export const openTasks = async (db: Db, limit: number): Promise<Task[]> =>
  (
    await rows(
      db,
      sql<Omit<Task, 'units'> & { units: string }>`
      select task_id, kind, member_id, withdrawal_no, attempt_no, place, units, state, tx_hash
      from chain_task where state in ('queued', 'sent') order by asked_at nulls first, created_at, task_id limit ${limit}`,
    )
  ).map(each => ({ ...each, units: BigInt(each.units) }))

export const noteAsked = (db: Db, taskId: string, now: Date) =>
  run(db, sql`update chain_task set asked_at = ${now} where task_id = ${taskId}`)

export const noteTask = (
  db: Db,
  t: { taskId: string; state: 'queued' | 'sent'; txHash: string; note: string },
) =>
  run(
    db,
    sql`
    update chain_task set state = ${t.state}, tx_hash = ${t.txHash}, note = ${t.note}
    where task_id = ${t.taskId} and state in ('queued', 'sent')`,
  )

/** Ends a task; false when it has ended before. */
export const endTask = async (
  tx: Tx,
  t: { taskId: string; state: 'done' | 'failed'; txHash: string; note: string; now: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update chain_task set state = ${t.state}, tx_hash = ${t.txHash}, note = ${t.note}, settled_at = ${t.now}
    where task_id = ${t.taskId} and state in ('queued', 'sent')`,
  )) === 1
