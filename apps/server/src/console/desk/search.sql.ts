import type { LookupKind } from '@tianping/contract/security/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import { prefixOf } from '../../kernel/operator/listed.sql.ts'

/** Of each kind. */
const MOST = 6

export type FoundMember = {
  memberId: bigint
  name: string
  realname: string
  /** Sealed (`kernel/sealedContact.ts`). */
  mobile: Buffer
  vip: number
  state: string
  why: string
}

/**
 * What a member is known by: id, the beginning of the name, or exactly a real name, phone, mail,
 * card, its tail, or address. Personal values match only for their `kind`, which is counted.
 */
export const findMembers = (
  db: Db,
  q: {
    kind: LookupKind | null
    text: string
    number: string
    id: bigint
    /** Of an account number, a mobile number and an address of mail. */
    digests: { account: Buffer[]; mobile: Buffer[]; email: Buffer[] }
  },
) => {
  const by = (kind: LookupKind, matches: Sql) => (q.kind === kind ? matches : sql`false`)
  return rows(
    db,
    sql<FoundMember>`
    with meant as (
      select member_id, '会员 ID' as why, 0 as rank from member where member_id = ${q.id}
      union all (select member_id, '会员名', 1 from member where lower(name) like ${prefixOf(q.text)} order by lower(name) using ~<~ limit ${MOST})
      union all (select member_id, '姓名', 2 from member where ${by('realname', sql`realname = ${q.text} and realname <> ''`)} limit ${MOST})
      union all (select member_id, '手机', 2 from member where ${by('mobile', sql`mobile_digest = any(${q.digests.mobile}::bytea[])`)} limit ${MOST})
      union all (select member_id, '手机尾号', 3 from member where ${by('tail', sql`mobile_tail = ${q.number} and mobile_tail <> ''`)} limit ${MOST})
      union all (select member_id, '邮箱', 2 from member where ${by('email', sql`email_digest = any(${q.digests.email}::bytea[])`)} limit ${MOST})
      union all (select member_id, '收款账号', 2 from card where ${by('account', sql`number_digest = any(${q.digests.account}::bytea[])`)} limit ${MOST})
      union all (select member_id, '卡尾号', 3 from card where ${by('tail', sql`number_tail = ${q.number}`)} limit ${MOST})
      union all (select member_id, '登录地址', 3 from member where ${by('address', sql`last_login_address = ${q.text}`)} limit ${MOST})
      union all (select member_id, '登录地址', 3 from session where ${by('address', sql`address = ${q.text}`)} limit ${MOST})),
    first as (select distinct on (member_id) member_id, why, rank from meant order by member_id, rank)
    select m.member_id, m.name, m.realname, m.mobile, m.vip, m.state, f.why
    from first f join member m using (member_id) order by f.rank, m.name limit ${MOST * 2}`,
  )
}

export type FoundOrder = {
  no: string
  memberId: bigint
  name: string
  amountFen: bigint
  state: number
  at: Date
}

/** By its number, or by the provider's reference. */
export const findDeposits = (db: Db, text: string) =>
  rows(
    db,
    sql<FoundOrder>`
    select o.deposit_no as no, o.member_id, m.name, o.amount_fen, o.state, o.created_at as at
    from (
      select member_id, order_no from order_directory where order_no = ${text} and kind = 'deposit'
      union (select member_id, deposit_no from provider_payment where reference = ${text} limit ${MOST})) f
    join deposit_order o on o.member_id = f.member_id and o.deposit_no = f.order_no join member m on m.member_id = o.member_id limit ${MOST}`,
  )

/** By its number, or by the number of its payment. */
export const findWithdrawals = (db: Db, text: string) =>
  rows(
    db,
    sql<FoundOrder>`
    select o.withdrawal_no as no, o.member_id, m.name, o.amount_fen, o.state, o.created_at as at
    from (
      select member_id, order_no from order_directory where order_no = ${text} and kind = 'withdrawal'
      union select member_id, withdrawal_no from payout_reference where reference = ${text}) f
    join withdrawal_order o on o.member_id = f.member_id and o.withdrawal_no = f.order_no join member m on m.member_id = o.member_id limit ${MOST}`,
  )

export type FoundTransfer = FoundOrder & { venue: string; direction: 'IN' | 'OUT' }

export const findTransfers = (db: Db, text: string) =>
  rows(
    db,
    sql<FoundTransfer>`
    select t.tx_id as no, t.member_id, m.name, t.amount_fen, t.state, t.created_at as at, v.name as venue, t.direction
    from venue_transfer t join member m using (member_id) join venue v using (venue_id) where t.tx_id = ${text} limit ${MOST}`,
  )

export type FoundBet = FoundOrder & { venue: string }

export const findBets = (db: Db, text: string) =>
  rows(
    db,
    sql<FoundBet>`
    select b.bet_id as no, b.member_id, m.name, b.stake_fen as amount_fen, b.status as state, b.placed_at as at, v.name as venue
    from bet b join member m using (member_id) join venue v using (venue_id) where b.bet_id = ${text} limit ${MOST}`,
  )
