export {
  connect,
  connectReplica,
  connectStandby,
  sessionConfig,
  type ConnectOptions,
} from './connect.ts'
export {
  row,
  rows,
  run,
  theLastRow,
  theRow,
  transaction,
  type Database,
  type Db,
} from './database.ts'
export { dropDatabase, ensureDatabase, migrate } from './migrate.ts'
export { isProtected } from './protected.ts'
export type { Fallback, Replica } from './replica.ts'
export { rowKey } from './rowKey.ts'
export { compile, sql, type Sql } from './sql.ts'
export type { TransactionOptions, Tx } from './tx.ts'
export { Unavailable } from './unavailable.ts'
export { waitForDatabase } from './wait.ts'
export type { PoolLoad, Watch } from './watch.ts'
