import { row, run, rows, sql, theRow, type Db, type Tx } from '@tianping/database'

/** The method of the member's last deposit; undefined before the first. */
export const lastMethod = async (db: Db, memberId: bigint): Promise<string | undefined> =>
  (
    await row(
      db,
      sql<{ method: string }>`
      select method from deposit_order where member_id = ${memberId} order by created_at desc limit 1`,
    )
  )?.method

/** The branch last given for each bank and tail of a number that the member paid from. */
export const branchesOf = (db: Db, memberId: bigint) =>
  rows(
    db,
    sql<{ bank: string; tail: string; branch: string }>`
    select distinct on (payer_bank, payer_no_tail) payer_bank as bank, payer_no_tail as tail, payer_address as branch
    from deposit_order where member_id = ${memberId} and payer_no_tail <> ''
    order by payer_bank, payer_no_tail, created_at desc limit 50`,
  )

export type Receiver = { bank: string; bankNo: string; bankOwner: string }

/** One of the site's accounts that members may pay to now. */
export const receivingAccount = (db: Db, accountId: number) =>
  row(
    db,
    sql<Receiver>`
    select bank_name as bank, bank_no, bank_owner from receiving_account where account_id = ${accountId} and enabled`,
  )

/** Whether the site has named an account that members may pay to now. */
export const anyReceivingAccount = async (db: Db): Promise<boolean> =>
  (
    await theRow(
      db,
      sql<{ found: boolean }>`
      select exists (select from receiving_account where enabled) as found`,
    )
  ).found

export const setReceiver = (tx: Tx, memberId: bigint, depositNo: string, r: Receiver) =>
  run(
    tx,
    sql`
    update deposit_order set receiver_bank = ${r.bank}, receiver_no = ${r.bankNo}, receiver_owner = ${r.bankOwner}
    where member_id = ${memberId} and deposit_no = ${depositNo}`,
  )

export const receiverOf = (db: Db, memberId: bigint, depositNo: string) =>
  theRow(
    db,
    sql<Receiver>`
    select receiver_bank as bank, receiver_no as bank_no, receiver_owner as bank_owner
    from deposit_order where member_id = ${memberId} and deposit_no = ${depositNo}`,
  )
