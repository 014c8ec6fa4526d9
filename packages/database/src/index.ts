export { sql } from 'kysely'
export {
  connect,
  row,
  rows,
  run,
  sessionConfig,
  theRow,
  transaction,
  type ConnectOptions,
  type Db,
  type Tx,
} from './connect.ts'
export { dropDatabase, ensureDatabase, migrate } from './migrate.ts'
