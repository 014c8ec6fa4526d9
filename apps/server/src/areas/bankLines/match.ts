// Which order a line of a statement belongs to. What is found is proposed and no more: a person
// confirms it, under the rules of every approval.
import type { BankMatch } from '@tianping/contract/bankLines/facts'
import type { Db } from '@tianping/database'
import { alikeOf, candidatesOf, type Candidate } from './store/candidate.sql.ts'
import { twinsOf } from './store/twin.sql.ts'

export type Match = { match: BankMatch; depositNo: string; candidates: Candidate[] }

const fits = (each: Candidate) => each.waits && each.sameAmount && each.samePayer && !each.otherNote

function judged(candidates: Candidate[], alike: boolean): Match {
  const fitting = candidates.filter(fits)
  const noted = fitting.filter(each => each.sameNote)
  // The number that the payer wrote tells two orders of one amount and one name apart.
  const [only, ...more] = noted.length > 0 ? noted : fitting
  if (only && more.length === 0 && !alike)
    return { match: 'one', depositNo: only.depositNo, candidates }
  const match = only ? 'many' : whyNone(candidates)
  return { match, depositNo: '', candidates }
}

function whyNone(candidates: Candidate[]): BankMatch {
  const waiting = candidates.filter(each => each.waits)
  if (waiting.some(each => (each.samePayer || each.sameNote) && !each.sameAmount)) return 'amount'
  return waiting.some(each => each.sameAmount) ? 'payer' : 'none'
}

/** How each of some lines stands to the orders now. */
export async function matchesOf(
  db: Db,
  lineIds: readonly bigint[],
): Promise<(id: bigint) => Match> {
  if (lineIds.length === 0) return () => judged([], false)
  const candidates = await candidatesOf(db, lineIds)
  const alike = [...(await alikeOf(db, lineIds)), ...(await twinsOf(db, lineIds))]
  const byLine = Map.groupBy(candidates, each => each.lineId)
  const same = new Set(alike.map(each => each.lineId))
  return id => judged(byLine.get(id) ?? [], same.has(id))
}
