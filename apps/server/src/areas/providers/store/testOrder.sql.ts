import type { TestState } from '@tianping/contract/providers/facts'
import { row, rows, run, sql, type Db } from '@tianping/database'
import type { PayMethod } from '@tianping/contract/payments'

export type TestOrder = {
  testNo: string
  code: string
  configHash: string
  method: PayMethod
  amountFen: bigint
  state: TestState
  payUrl: string
  reference: string
  openedBy: string
  openedAt: Date
  paidAt: Date | null
}
const columns = sql`
  test_no, code, config_hash, method, amount_fen, state, pay_url, reference, opened_by, opened_at, paid_at`

export const insertTest = (
  tx: Db,
  t: Pick<
    TestOrder,
    'testNo' | 'code' | 'configHash' | 'method' | 'amountFen' | 'openedBy' | 'openedAt'
  >,
) =>
  run(
    tx,
    sql`
    insert into payment_test_order (test_no, code, config_hash, method, amount_fen, opened_by, opened_at)
    values (${t.testNo}, ${t.code}, ${t.configHash}, ${t.method}, ${t.amountFen}, ${t.openedBy}, ${t.openedAt})`,
  )

export const setTestUrl = (db: Db, testNo: string, payUrl: string) =>
  run(db, sql`update payment_test_order set pay_url = ${payUrl} where test_no = ${testNo}`)

export const lockTest = (tx: Db, testNo: string) =>
  row(
    tx,
    sql<TestOrder>`select ${columns} from payment_test_order where test_no = ${testNo} for update`,
  )

export const endTest = (
  tx: Db,
  t: { testNo: string; state: TestState; reference: string; at: Date },
) =>
  run(
    tx,
    sql`
    update payment_test_order set state = ${t.state}, reference = ${t.reference}, paid_at = ${t.at}
    where test_no = ${t.testNo}`,
  )

/** The newest test order of each provider. */
export const newestTests = (db: Db) =>
  rows(
    db,
    sql<TestOrder>`
    select distinct on (code) ${columns} from payment_test_order order by code, opened_at desc`,
  )
