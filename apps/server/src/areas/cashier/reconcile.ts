// What a provider's payments and ours say of each other. Our side is what its callbacks reported;
// the other side is either the orders that were credited, or the statement that the provider itself
// hands in.
import { refundState } from '@tianping/contract/stages'
import { formatFen, parseYuan } from '@tianping/money'
import { rows, sql, type Db } from '@tianping/database'
import { endOfDay, startOfDay } from '@tianping/money/day'
import type { Check, Difference, ExtraCheck } from '../../ledger/reconcile.ts'
import { at } from '../../kernel/present.ts'
import type { StatedLine } from '../providers/providers.ts'

const MOST = 100

/**
 * Orders whose reported payments differ from credit and finished refunds: paid again or by another
 * amount and still with us, or credited unpaid.
 */
export const checkPayments = (async (db: Db): Promise<Check[]> => {
  const differences = await rows(
    db,
    sql<Difference>`
    select o.member_id, o.deposit_no as subject, p.fen::text as expected,
      (coalesce(o.credited_fen, 0) + coalesce(r.fen, 0))::text as found
    from (select member_id, deposit_no, sum(amount_fen)::bigint as fen from provider_payment group by 1, 2) p
    join deposit_order o on o.member_id = p.member_id and o.deposit_no = p.deposit_no
    left join (
      select member_id, deposit_no, sum(amount_fen)::bigint as fen from deposit_refund
      where state = ${sql.literal(refundState.done)} group by 1, 2) r on r.member_id = p.member_id and r.deposit_no = p.deposit_no
    where p.fen <> coalesce(o.credited_fen, 0) + coalesce(r.fen, 0) order by o.created_at desc limit ${MOST}`,
  )
  return [
    {
      name: 'provider-payments',
      rule: 'what a provider reported as paid was credited or given back, no more and no less',
      severity: 'attention',
      differences,
    },
  ]
}) satisfies ExtraCheck

/** Payouts whose provider says the opposite of what was booked, and unanswered ones of a day. */
export const checkPayouts = (async (db: Db): Promise<Check[]> => [
  {
    name: 'payout-words',
    rule: 'what a provider says of a payout is what was booked',
    severity: 'mismatch',
    differences: await rows(
      db,
      sql<Difference>`
      select p.member_id, p.payout_no as subject, p.says as expected, p.state as found from provider_payout p
      where p.state in ('paid', 'failed') and p.says in ('paid', 'failed') and p.says <> p.state
        and not (p.state = 'failed' and exists (
          select from payout_attempt a where a.member_id = p.member_id and a.withdrawal_no = p.withdrawal_no
            and a.state = 'paid' and a.reference = p.reference))
      order by p.created_at desc limit ${MOST}`,
    ),
  },
]) satisfies ExtraCheck

export type StatementLine = { reference: string; depositNo: string; amountFen: bigint }

/** The words that begin a line of a full statement. */
const kindWords: Readonly<Record<string, StatedLine['kind']>> = {
  收款: 'payment',
  付款: 'payout',
  退款: 'refund',
}
/** Stands for a number that the provider does not give. */
const NO_NUMBER = '-'

/** What a statement says: its payments alone, or everything with its fees. */
export type ReadStatement = { payments: StatementLine[] } | { lines: StatedLine[] }

function paymentIn(fields: string[]): StatementLine | null {
  const [reference, depositNo, amount, ...more] = fields
  const amountFen = parseYuan(amount)
  if (!reference || !depositNo || amountFen === null || more.length > 0) return null
  return { reference, depositNo, amountFen }
}

/** A fee may be nothing, which no amount is. */
const feeIn = (written = '') => (/^0(\.0{1,2})?$/.test(written) ? 0n : parseYuan(written))

function lineIn([word = '', theirs = '', ownNo = '', ...rest]: string[]): StatedLine | null {
  const kind = kindWords[word]
  const [amountFen, feeFen] = [parseYuan(rest[0]), feeIn(rest[1])]
  const isWhole = ownNo !== '' && rest.length === 2 && (theirs !== NO_NUMBER || kind !== 'payment')
  if (!kind || !isWhole || amountFen === null || feeFen === null) return null
  return { kind, reference: theirs === NO_NUMBER ? '' : theirs, ownNo, amountFen, feeFen }
}

/** What every line says; names the first one that says nothing. */
function readEach<T>(
  all: readonly string[],
  read: (fields: string[]) => T | null,
): T[] | { wrong: string } {
  const found: T[] = []
  for (const line of all) {
    const one = read(line.split(/[\s,，;\t]+/))
    if (one === null) return { wrong: line.slice(0, 80) }
    found.push(one)
  }
  return found
}

/**
 * The lines of a statement, apart from each other by commas, tabs or spaces. A payment is
 * reference, order and yuan. Where the first line begins with a word of a kind, every line is that
 * word, the provider's number, ours, yuan and fee. Names the first line that is none.
 */
export function readStatement(text: string): ReadStatement | { wrong: string } {
  const all = text
    .split(/\r?\n/)
    .map(each => each.trim())
    .filter(Boolean)
  const [first = ''] = (all[0] ?? '').split(/[\s,，;\t]+/)
  if (kindWords[first]) {
    const lines = readEach(all, lineIn)
    return 'wrong' in lines ? lines : { lines }
  }
  const payments = readEach(all, paymentIn)
  return 'wrong' in payments ? payments : { payments }
}

type Payment = { reference: string; memberId: bigint; depositNo: string; amountFen: bigint }
type Statement = { provider: string; day: string; lines: StatementLine[] }

/** What a line or a payment of the statement says, against what we know of it. */
const difference = (
  own: Payment | undefined,
  subject: string,
  expectedFen: bigint | null,
): Difference => ({
  memberId: own?.memberId ?? null,
  subject,
  expected: expectedFen === null ? null : expectedFen.toString(),
  found: own ? own.amountFen.toString() : null,
})

function differencesOf({ provider, lines }: Statement, ours: Payment[]): Difference[] {
  const known = new Map(ours.map(each => [each.reference, each]))
  const named = new Set(lines.map(line => line.reference))
  const isRight = (line: StatementLine) => {
    const own = known.get(line.reference)
    return own?.amountFen === line.amountFen && own.depositNo === line.depositNo
  }
  const wrong = lines
    .filter(line => !isRight(line))
    .map(({ reference, depositNo, amountFen }) =>
      difference(known.get(reference), `${provider} ${reference} ${depositNo}`, amountFen),
    )
  // A payment that a statement holds more than once was paid out, or charged, more than once by its
  // account; each of its lines alone would look right.
  const repeated = [...Map.groupBy(lines, line => line.reference)]
    .filter(([, same]) => same.length > 1)
    .map(([reference, same]) =>
      difference(
        known.get(reference),
        `${provider} ${reference} ${at(same, 0).depositNo} ×${same.length}`,
        same.reduce((sum, line) => sum + line.amountFen, 0n),
      ),
    )
  const absent = ours
    .filter(own => !named.has(own.reference))
    .map(own => difference(own, `${provider} ${own.reference} ${own.depositNo}`, null))
  return [...wrong, ...repeated, ...absent]
}

/**
 * A provider's statement of one Beijing day against what its callbacks reported as paid on that
 * day.
 */
export async function compareStatement(db: Db, asked: Statement): Promise<Check[]> {
  const [from, until] = [startOfDay(asked.day), endOfDay(asked.day)]
  const ours = await rows(
    db,
    sql<Payment>`
    select reference, member_id, deposit_no, amount_fen from provider_payment
    where provider = ${asked.provider} and paid_at >= ${from} and paid_at < ${until} limit 200000`,
  )
  const differences = differencesOf(asked, ours)
  const total = asked.lines.reduce((sum, line) => sum + line.amountFen, 0n)
  return [
    {
      name: 'provider-statement',
      rule: `the statement of ${asked.provider} for ${asked.day} (${asked.lines.length} payments, ${formatFen(total)}) and its callbacks name the same payments`,
      severity: 'mismatch',
      differences: differences.slice(0, 1_000),
    },
  ]
}
