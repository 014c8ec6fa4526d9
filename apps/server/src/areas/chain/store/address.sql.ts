import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type Address = { memberId: bigint; wallet: string; place: number; address: string }

const columns = sql`member_id, wallet, place, address`

export const addressOfMember = (db: Db, memberId: bigint, wallet: string) =>
  row(
    db,
    sql<Address>`select ${columns} from chain_address where member_id = ${memberId} and wallet = ${wallet}`,
  )

export const nextPlace = async (tx: Tx): Promise<number> =>
  (await theRow(tx, sql<{ place: number }>`select nextval('chain_place')::int as place`)).place

export const insertAddress = (tx: Tx, a: Address & { now: Date }) =>
  run(
    tx,
    sql`
    insert into chain_address (member_id, wallet, place, address, created_at)
    values (${a.memberId}, ${a.wallet}, ${a.place}, ${a.address}, ${a.now})`,
  )

export const allAddresses = (db: Db) =>
  rows(db, sql<Address>`select ${columns} from chain_address order by wallet, place`)
