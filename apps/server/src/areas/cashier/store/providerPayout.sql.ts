import { cardKind } from '@tianping/contract/cards/facts'
import { flagState } from '@tianping/contract/risk/facts'
import { hitState } from '@tianping/contract/screening/facts'
import { reviewState } from '@tianping/contract/facts'
import { row, rows, run, sql, theRow, type Db, type Tx } from '@tianping/database'

export type PayoutWord = 'pending' | 'paid' | 'failed'
export type ProviderPayout = {
  payoutNo: string
  provider: string
  memberId: bigint
  withdrawalNo: string
  attemptNo: number
  amountFen: bigint
  askedBy: string
  state: 'queued' | 'sent' | 'paid' | 'failed'
  /** `amount`, `reference`: the provider says paid, and what it says cannot be ours. */
  says: '' | PayoutWord | 'amount' | 'reference'
  said: string
  reference: string
  tries: number
  sentAt: Date | null
  /** Where it first left for; empty before. */
  sentTo: string
  nextAt: Date
  judgedBy: string
  judgedPaid: boolean | null
  judgedReference: string
  /** The file for the bank that it is a line of. */
  batchNo: string | null
}
export type PayoutKey = { memberId: bigint; withdrawalNo: string }

const columns = sql`
  payout_no, provider, member_id, withdrawal_no, attempt_no, amount_fen, asked_by, state, says, said, reference,
  tries, sent_at, sent_to, next_at, judged_by, judged_paid, judged_reference, batch_no`

export const insertProviderPayout = (
  tx: Tx,
  p: PayoutKey & {
    payoutNo: string
    provider: string
    attemptNo: number
    amountFen: bigint
    askedBy: string
    now: Date
  },
) =>
  run(
    tx,
    sql`
    insert into provider_payout (payout_no, provider, member_id, withdrawal_no, attempt_no, amount_fen, asked_by, created_at, next_at)
    values (${p.payoutNo}, ${p.provider}, ${p.memberId}, ${p.withdrawalNo}, ${p.attemptNo}, ${p.amountFen}, ${p.askedBy}, ${p.now}, ${p.now})`,
  )

export const providerPayout = (db: Db, payoutNo: string) =>
  row(db, sql<ProviderPayout>`select ${columns} from provider_payout where payout_no = ${payoutNo}`)

export const lockProviderPayout = (tx: Tx, payoutNo: string) =>
  theRow(
    tx,
    sql<ProviderPayout>`select ${columns} from provider_payout where payout_no = ${payoutNo} for update`,
  )

export const payoutOfAttempt = (db: Db, a: PayoutKey & { attemptNo: number }) =>
  row(
    db,
    sql<ProviderPayout>`
    select ${columns} from provider_payout
    where member_id = ${a.memberId} and withdrawal_no = ${a.withdrawalNo} and attempt_no = ${a.attemptNo}`,
  )

/** Payouts whose provider is to be asked now. */
export const duePayouts = (db: Db, now: Date, most: number, limit: number) =>
  rows(
    db,
    sql<{ payoutNo: string }>`
    select payout_no from provider_payout
    where state in ('queued', 'sent') and batch_no is null and next_at <= ${now} and tries < ${most} order by next_at, payout_no limit ${limit}`,
  )

/** Takes its turn until `until`, to ask at `place`; false when another instance has it. */
export const takeTurn = async (
  tx: Tx,
  p: { payoutNo: string; place: string; now: Date; until: Date },
): Promise<boolean> =>
  (await run(
    tx,
    sql`
    update provider_payout set tries = tries + 1, next_at = ${p.until}, state = 'sent', sent_at = coalesce(sent_at, ${p.now}),
      sent_to = case when sent_to = '' then ${p.place} else sent_to end
    where payout_no = ${p.payoutNo} and state in ('queued', 'sent') and next_at <= ${p.now}`,
  )) === 1

/** Nothing was sent by the call that took this turn, which was the first. */
export const backInQueue = (db: Db, p: { payoutNo: string; said: string; nextAt: Date }) =>
  run(
    db,
    sql`
    update provider_payout set state = 'queued', sent_at = null, sent_to = '', said = ${p.said}, next_at = ${p.nextAt}
    where payout_no = ${p.payoutNo} and state = 'sent' and says = ''`,
  )

export const noteWord = (
  db: Db,
  p: Pick<ProviderPayout, 'payoutNo' | 'says' | 'said' | 'reference'>,
) =>
  run(
    db,
    sql`
    update provider_payout set says = ${p.says}, said = ${p.said}, reference = case when ${p.reference} = '' then reference else ${p.reference} end
    where payout_no = ${p.payoutNo}`,
  )

export const noteNext = (db: Db, p: { payoutNo: string; said: string; nextAt: Date }) =>
  run(
    db,
    sql`
    update provider_payout set next_at = ${p.nextAt}, said = ${p.said}
    where payout_no = ${p.payoutNo} and state in ('queued', 'sent')`,
  )

export const endPayout = (
  tx: Tx,
  p: Pick<ProviderPayout, 'payoutNo' | 'said' | 'reference' | 'says'> & {
    state: 'paid' | 'failed'
    now: Date
  },
) =>
  run(
    tx,
    sql`
    update provider_payout set state = ${p.state}, says = ${p.says}, said = ${p.said}, reference = ${p.reference}, settled_at = ${p.now}
    where payout_no = ${p.payoutNo} and state in ('queued', 'sent')`,
  )

export const noteJudged = (
  tx: Tx,
  p: { payoutNo: string; by: string; paid: boolean; reference: string },
) =>
  run(
    tx,
    sql`
    update provider_payout set judged_by = ${p.by}, judged_paid = ${p.paid}, judged_reference = ${p.reference}
    where payout_no = ${p.payoutNo}`,
  )

/** A payout that was settled as failed, and of which the provider says by now that it was paid. */
export const saidPaidAfterFailure = (db: Db, { memberId, withdrawalNo }: PayoutKey) =>
  row(
    db,
    sql<ProviderPayout>`
    select ${columns} from provider_payout
    where member_id = ${memberId} and withdrawal_no = ${withdrawalNo} and state = 'failed' and says = 'paid'
    order by attempt_no desc limit 1`,
  )

/**
 * First attempts that nobody has begun to pay, of approved withdrawals to a bank account; those
 * that were looked at last come last.
 */
export const openForProviders = (db: Db, upToFen: bigint, limit: number) =>
  rows(
    db,
    sql<PayoutKey>`
    select p.member_id, p.withdrawal_no from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
    where p.state = 'open' and p.provider = 'by hand' and p.attempt_no = 1
      and o.kind = ${sql.literal(cardKind.bank)} and o.amount_fen <= ${upToFen}
    order by p.looked_at nulls first, p.created_at limit ${limit}`,
  )

/** Notes that an open payout could not go out. */
export const noteLooked = (db: Db, { memberId, withdrawalNo }: PayoutKey, now: Date) =>
  run(
    db,
    sql`
    update payout_attempt set looked_at = ${now}
    where member_id = ${memberId} and withdrawal_no = ${withdrawalNo} and state = 'open'`,
  )

export const giveToProvider = (tx: Tx, p: PayoutKey & { attemptNo: number; provider: string }) =>
  run(
    tx,
    sql`
    update payout_attempt set provider = ${p.provider}
    where member_id = ${p.memberId} and withdrawal_no = ${p.withdrawalNo} and attempt_no = ${p.attemptNo} and state = 'open'`,
  )

/** Withdrawals that wait, that no colleague holds and that no check has looked at. */
export const unchecked = (db: Db, f: { upToFen: bigint; since: Date; now: Date; limit: number }) =>
  rows(
    db,
    sql<PayoutKey>`
    select w.member_id, w.withdrawal_no from withdrawal_order w
    where w.state = ${sql.literal(reviewState.waiting)} and w.created_at > ${f.since} and w.amount_fen <= ${f.upToFen}
      and (w.claimed_until is null or w.claimed_until <= ${f.now})
      and not exists (select from payout_check c where c.member_id = w.member_id and c.withdrawal_no = w.withdrawal_no)
    order by w.created_at limit ${f.limit}`,
  )

export const noteCheck = (
  tx: Tx,
  c: PayoutKey & { version: number; failed: readonly string[]; now: Date },
) =>
  run(
    tx,
    sql`
    insert into payout_check (member_id, withdrawal_no, rule_version, failed, checked_at)
    values (${c.memberId}, ${c.withdrawalNo}, ${c.version}, ${c.failed as string[]}, ${c.now}) on conflict do nothing`,
  )

export const checkOf = (db: Db, { memberId, withdrawalNo }: PayoutKey) =>
  row(
    db,
    sql<{ failed: string[]; checkedAt: Date; ruleVersion: number }>`
    select failed, checked_at, rule_version from payout_check where member_id = ${memberId} and withdrawal_no = ${withdrawalNo}`,
  )

export type CheckFacts = {
  memberSince: Date
  cardSince: Date
  paidBefore: number
  automatic: number
  siteFen: bigint
  flags: boolean
  matches: boolean
  cases: boolean
  adjusted: boolean
  /** The account of somebody who works here. */
  staff: boolean
}

/** What the checks of an automatic approval go by. */
export const checkFacts = (
  db: Db,
  c: PayoutKey & { cardId: bigint; dayAgo: Date; weekAgo: Date },
) =>
  theRow(
    db,
    sql<CheckFacts>`
    select m.created_at as member_since, k.bound_at as card_since,
      (select count(*)::int from payout_attempt p join withdrawal_order o using (member_id, withdrawal_no)
        where p.member_id = m.member_id and p.state = 'paid' and o.card_id = k.card_id) as paid_before,
      (select count(*)::int from payout_check c where c.member_id = m.member_id and c.failed = '{}' and c.checked_at > ${c.dayAgo}) as automatic,
      (select coalesce(sum(o.amount_fen), 0)::bigint from payout_check c join withdrawal_order o using (member_id, withdrawal_no)
        where c.failed = '{}' and c.checked_at > ${c.dayAgo}) as site_fen,
      exists (select from risk_flag f where f.member_id = m.member_id and f.state <> ${sql.literal(flagState.dismissed)}) as flags,
      exists (select from screening_hit h where h.member_id = m.member_id and h.state <> ${sql.literal(hitState.dismissed)}) as matches,
      exists (select from aml_case_member a where a.member_id = m.member_id and a.open) as cases,
      exists (select from adjustment a where a.member_id = m.member_id and a.proposed_at > ${c.weekAgo}
        and a.state <> ${sql.literal(reviewState.rejected)}) as adjusted,
      exists (select from operator o where o.member_id = m.member_id) as staff
    from member m join card k on k.member_id = m.member_id and k.card_id = ${c.cardId}
    where m.member_id = ${c.memberId}`,
  )
