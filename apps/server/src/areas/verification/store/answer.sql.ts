import { row, rows, run, sql, type Db, type Tx } from '@tianping/database'

export type Answer = {
  decision: string
  caseId: bigint
  version: number
  result: 'approved' | 'rejected' | 'more' | 'reversed'
  reason: string
  verdict: string
  receivedAt: Date
}

/** A decision that was taken before, by its own name. */
export const answerOf = (db: Db, decision: string) =>
  row(
    db,
    sql<Answer>`select decision, case_id, version, result, reason, verdict, received_at from verification_answer where decision = ${decision}`,
  )

export const insertAnswer = (tx: Tx, a: Omit<Answer, 'receivedAt'>) =>
  run(
    tx,
    sql`
    insert into verification_answer (decision, case_id, version, result, reason, verdict)
    values (${a.decision}, ${a.caseId}, ${a.version}, ${a.result}, ${a.reason}, ${a.verdict})`,
  )

export const answersOf = (db: Db, caseId: bigint) =>
  rows(
    db,
    sql<Answer>`
    select decision, case_id, version, result, reason, verdict, received_at from verification_answer
    where case_id = ${caseId} order by answer_id desc limit 20`,
  )
