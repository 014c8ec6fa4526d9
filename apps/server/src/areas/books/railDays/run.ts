// Lays a provider's day beside ours: differences become cases, fees are booked as stated, and the
// balance that the provider names is kept beside the one of our books.
import { transaction, type Db } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { recordChecks, type Check, type Difference } from '../../../ledger/reconcile.ts'
import { callingProvider, ownLinesAround } from '../../cashier/cashier.ts'
import { isTestNo, type StatedLine } from '../../providers/providers.ts'
import { bookStatedFee, feesOf, railNo } from '../../rails/rails.ts'
import { compareDay, type Compared, type FeeFound } from './compare.ts'
import { addBalance, lastBalances, ownBalance, saveDay } from '../store/railDays.sql.ts'

type Day = { provider: string; day: string; source: 'port' | 'file' }
/** Fees that are corrected in one transaction. */
const FEES_AT_ONCE = 100

/** The lines of a day by the provider's port; throws where it has none. */
export async function statedByPort(
  services: Services,
  { provider, day }: Pick<Day, 'provider' | 'day'>,
): Promise<StatedLine[]> {
  const port = await callingProvider(services, provider)
  if (!port?.statement) throw new Error(`${provider} 没有对账单接口`)
  return port.statement(day)
}

type Wrong = FeeFound & { bookedFen: bigint }

async function wrongFees(db: Db, no: number, fees: readonly FeeFound[]): Promise<Wrong[]> {
  const references = fees.map(({ own }) => own.feeReference)
  const booked = new Map(
    (await feesOf(db, no, references)).map(each => [
      `${each.kind} ${each.reference}`,
      each.bookedFen,
    ]),
  )
  return fees
    .map(each => ({
      ...each,
      bookedFen: booked.get(`${each.own.kind} ${each.own.feeReference}`) ?? 0n,
    }))
    .filter(({ statedFen, bookedFen }) => statedFen !== bookedFen)
}

/** No fee is more than the money it was taken from: such a line is not booked. */
const isSane = ({ own, statedFen }: FeeFound) => statedFen <= own.amountFen

function feeCheck({ provider, day }: Day, wrong: readonly Wrong[], books: boolean): Check {
  const sum = (of: (each: Wrong) => bigint) =>
    wrong.filter(isSane).reduce((all, each) => all + of(each), 0n)
  const [bookedFen, statedFen] = [sum(each => each.bookedFen), sum(each => each.statedFen)]
  const whole: Difference[] = wrong.some(isSane)
    ? [
        {
          memberId: null,
          subject: `${provider} ${day}`,
          expected: `${bookedFen}`,
          found: `${statedFen}`,
        },
      ]
    : []
  const strange = wrong
    .filter(each => !isSane(each))
    .map(({ own, statedFen: fen }) => ({
      memberId: own.memberId,
      subject: `${provider} ${own.kind} ${own.reference || own.ownNo}`,
      expected: own.amountFen.toString(),
      found: fen.toString(),
    }))
  return {
    name: 'provider-fees',
    rule: `what ${provider} kept on ${day} is what its rule says; ${books ? 'the books follow the statement' : 'the books follow once another person sends the same file'}`,
    severity: 'attention',
    differences: [...whole, ...strange],
  }
}

async function bookFees(db: Db, { provider }: Day, wrong: readonly Wrong[], now: Date) {
  const sane = wrong.filter(isSane)
  for (let at = 0; at < sane.length; at += FEES_AT_ONCE)
    await transaction(db, async tx => {
      // In one order, as every transaction of several members takes them.
      const part = sane
        .slice(at, at + FEES_AT_ONCE)
        .toSorted((a, b) => (a.own.memberId < b.own.memberId ? -1 : 1))
      for (const { own, statedFen } of part)
        await bookStatedFee(tx, {
          rail: provider,
          memberId: own.memberId,
          kind: own.kind,
          reference: own.feeReference,
          feeFen: statedFen,
          now,
        })
    })
}

/**
 * What the provider holds for us by its own word. A difference that stays the same from one look to
 * the next is told: one that goes away was under way.
 */
export async function lookAtBalance(services: Services, provider: string): Promise<Check | null> {
  const { db, clock } = services
  const port = await callingProvider(services, provider)
  if (!port?.balance) return null
  const theirFen = await port.balance()
  const no = await railNo(db, provider)
  const ourFen = await ownBalance(db, no)
  const [before] = await lastBalances(db, no)
  const openingFen = before?.openingFen ?? theirFen - ourFen
  await addBalance(db, { railNo: no, askedAt: clock.now(), theirFen, ourFen, openingFen })
  const driftFen = theirFen - ourFen - openingFen
  const stays = before && before.theirFen - before.ourFen - before.openingFen === driftFen
  return {
    name: 'provider-balance',
    rule: `${provider} holds what our books say it holds`,
    severity: 'attention',
    differences:
      driftFen !== 0n && stays
        ? [
            {
              memberId: null,
              subject: provider,
              expected: (ourFen + openingFen).toString(),
              found: theirFen.toString(),
            },
          ]
        : [],
  }
}

const checkOf = ({ provider, day }: Day, { differences }: Compared): Check => ({
  name: 'provider-statement',
  rule: `the statement of ${provider} for ${day} and our payments, payouts and refunds are the same`,
  severity: 'mismatch',
  differences: differences.slice(0, 1_000),
})

/**
 * Compares one day; answers the run it was kept as. Fees are booked as the provider's port states
 * them, or a file that two persons brought.
 */
export async function compareRailDay(
  services: Services,
  asked: Day,
  lines: readonly StatedLine[],
  now: Date,
  { booksFees }: { booksFees: boolean },
): Promise<string> {
  const { db } = services
  const { provider, day, source } = asked
  const no = await railNo(db, provider)
  const own = await ownLinesAround(db, provider, day)
  // Test orders of the back office are nobody's deposit.
  const stated = lines.filter(line => !(line.kind === 'payment' && isTestNo(line.ownNo)))
  const compared = compareDay(asked, own, stated)
  const wrong = await wrongFees(db, no, compared.fees)
  const runId = await recordChecks(db, now, [
    checkOf(asked, compared),
    feeCheck(asked, wrong, booksFees),
  ])
  if (booksFees) await bookFees(db, asked, wrong, now)
  // Only now do our books have what the provider kept.
  const balance = source === 'port' ? await lookAtBalance(services, provider) : null
  if (balance && balance.differences.length > 0) await recordChecks(db, now, [balance])
  const { ours, theirs, differences } = compared
  const unbooked = wrong.filter(each => !booksFees || !isSane(each))
  const ourFeesFen =
    compared.fees.reduce((sum, each) => sum + each.statedFen, 0n) -
    unbooked.reduce((sum, each) => sum + each.statedFen - each.bookedFen, 0n)
  await saveDay(db, {
    railNo: no,
    day,
    source,
    comparedAt: now,
    ours: { ...ours, feesFen: ourFeesFen },
    theirs,
    differences: differences.length,
    runId,
  })
  return runId
}
