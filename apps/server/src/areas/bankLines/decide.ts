// What operators do to lines of statements. Each works under the line's lock, in the transaction of
// its audit row.
import { bankLineStates } from '@tianping/contract/bankLines/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { accountKey } from '../../kernel/cardNumber.ts'
import { existing, need, Refusal } from '../../kernel/http/refusal.ts'
import type { Operator } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { decideLocked, type Outcome, type Queue } from '../../kernel/operator/queue.ts'
import { takeTransfer } from '../cashier/cashier.ts'
import { matchesOf } from './match.ts'
import { decideLine, lockLine, voucherTaken, type BankLine } from './store/line.sql.ts'

/** `key` is the operator's request. */
export type Deciding = {
  operator: Operator
  address: string
  key: string
  remark: string
  now: Date
}

const lock = async (tx: Tx, id: bigint) => existing(await lockLine(tx, id), 'bank.line_not_found')

export const bankLines: Queue<bigint, BankLine> = {
  subjectOf: id => `bank_line:${id}`,
  lock,
  closed: ({ state, decidedBy }) =>
    state === 'open'
      ? undefined
      : {
          said: say('bank.line_decided', { by: decidedBy, how: bankLineStates[state] }),
          data: { state },
        },
  membersOf: ({ memberId }) => (memberId === null ? [] : [memberId]),
  told: line => ({
    state: line.state,
    amount_fen: line.amountFen,
    deposit_no: line.depositNo,
    voucher: line.voucher,
    recorded_by: line.recordedBy,
    decided_by: line.decidedBy,
  }),
}

/** A line that is sent back stays open to who confirms it or takes it back. */
const returning: typeof bankLines = {
  ...bankLines,
  closed: line => (line.state === 'returning' ? undefined : bankLines.closed(line)),
}
/** What was decided without money of a member can be taken back. */
const undecided: typeof bankLines = {
  ...bankLines,
  closed: line => (line.state === 'not_ours' ? undefined : returning.closed(line)),
}

type Change = Partial<Parameters<typeof decideLine>[1]>

/** A closed line, as it is once `change` is written. */
async function written(tx: Tx, line: BankLine, d: Deciding, change: Change): Promise<BankLine> {
  await decideLine(tx, {
    ...line,
    decidedBy: d.operator.name,
    decidedAt: d.now,
    remark: d.remark,
    ...change,
  })
  return lock(tx, line.lineId)
}

const by = ({ operator, now }: Deciding) => ({ name: operator.name, now })

/** Counts the line for an order, and credits it where an approval by this person may. */
export async function assignLine(
  tx: Tx,
  id: bigint,
  depositNo: string,
  d: Deciding,
): Promise<Outcome<BankLine>> {
  let approved: { first: string; awaits: bigint | null } = { first: '', awaits: null }
  const outcome = await decideLocked(tx, bankLines, id, {
    by: by(d),
    repeats: line =>
      line.state === 'assigned' &&
      line.depositNo === depositNo &&
      line.decidedBy === d.operator.name,
    refuse: async () => {
      const { depositNo: alone } = (await matchesOf(tx, [id]))(id)
      if (alone !== depositNo) need(d.remark, 'bank.reason_missing', 'remark')
    },
    apply: async line => {
      const { operator: reviewer, key, now } = d
      const remark = d.remark || '银行流水匹配'
      const { memberId, ...how } = await takeTransfer(
        tx,
        depositNo,
        {
          reference: `${accountKey(line.account)}:${line.reference}`,
          amountFen: line.amountFen,
          paidAt: line.bookedAt,
        },
        { reviewer, remark, key, now },
      )
      approved = how
      await audit(
        tx,
        now,
        { operator: d.operator, address: d.address },
        {
          action: how.awaits === null ? 'deposit.bank_line' : 'deposit.confirm',
          subject: `deposit:${depositNo}`,
          after: { bank_line: id, paid_fen: line.amountFen, confirmed_by: how.first },
          note: remark,
        },
      )
      return written(tx, line, d, { state: 'assigned', memberId, depositNo })
    },
  })
  return { ...outcome, ...approved }
}

export const dismissLine = (tx: Tx, id: bigint, d: Deciding): Promise<Outcome<BankLine>> =>
  decideLocked(tx, bankLines, id, {
    by: by(d),
    repeats: line => line.state === 'not_ours' && line.decidedBy === d.operator.name,
    refuse: () => need(d.remark, 'bank.remark_missing', 'remark'),
    apply: line => written(tx, line, d, { state: 'not_ours' }),
  })

/** One operator has sent it back at the bank. */
export const returnLine = (
  tx: Tx,
  id: bigint,
  voucher: string,
  d: Deciding,
): Promise<Outcome<BankLine>> =>
  decideLocked(tx, bankLines, id, {
    by: by(d),
    repeats: line =>
      line.state === 'returning' && line.voucher === voucher && line.recordedBy === d.operator.name,
    refuse: async line => {
      need(voucher, 'bank.voucher_missing', 'voucher')
      if (await voucherTaken(tx, line.account, voucher)) throw new Refusal(say('bank.voucher_used'))
    },
    apply: line =>
      written(tx, line, d, { state: 'returning', voucher, recordedBy: d.operator.name }),
  })

/** Another operator found it sent back. */
export const finishReturn = (
  tx: Tx,
  id: bigint,
  seen: string,
  d: Deciding,
): Promise<Outcome<BankLine>> =>
  decideLocked(tx, returning, id, {
    by: by(d),
    repeats: line => line.state === 'returned' && line.decidedBy === d.operator.name,
    refuse: line => {
      if (line.state !== 'returning') throw new Refusal(say('bank.not_recorded'))
      if (line.recordedBy === d.operator.name)
        throw new Refusal(say('bank.second_person'), { rule: 'two_persons' })
      if (line.voucher !== seen) throw new Refusal(say('bank.voucher_changed'))
    },
    apply: line => written(tx, line, d, { state: 'returned', remark: line.remark }),
  })

export const reopenLine = (tx: Tx, id: bigint, d: Deciding): Promise<Outcome<BankLine>> =>
  decideLocked(tx, undecided, id, {
    by: by(d),
    repeats: line => line.state === 'open',
    refuse: () => need(d.remark, 'bank.remark_missing', 'remark'),
    apply: line =>
      written(tx, line, d, {
        state: 'open',
        voucher: '',
        recordedBy: '',
        decidedBy: '',
        decidedAt: null,
        remark: '',
      }),
  })
