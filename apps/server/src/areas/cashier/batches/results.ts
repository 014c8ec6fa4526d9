// What the bank answers for a batch: every line of the file is one of this batch, once, with its
// amount, or nothing of the file counts. Lines that the file does not name, or not clearly, stay
// open.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { notPayer } from '../payout.ts'
import { takeWord } from '../sending/settle.ts'
import * as store from '../store/batch.sql.ts'
import { providerPayout } from '../store/providerPayout.sql.ts'
import { lockWithdrawal } from '../store/withdrawal.sql.ts'
import type { By } from './payees.ts'
import { readResults, type Result } from './file.ts'
import { batchLayout } from './setting.ts'

export type Counts = { paid: number; failed: number; open: number; known: number; changed: number }

export async function takeResults(
  tx: Tx,
  batchNo: string,
  bytes: Buffer,
  { operator, now }: By,
): Promise<Counts> {
  const batch = existing(await store.lockBatch(tx, batchNo), 'batch.not_found')
  if (batch.state !== 'approved') throw new Refusal(say('batch.not_approved'))
  const results = readResults(batchLayout.parse(batch.layout), bytes)
  const lines = new Map((await store.batchLines(tx, batchNo)).map(each => [each.payoutNo, each]))
  for (const result of results) refuseForeign(lines.get(result.payoutNo), result)
  const counts: Counts = { paid: 0, failed: 0, open: 0, known: 0, changed: 0 }
  for (const result of results.toSorted((a, b) => (a.payoutNo < b.payoutNo ? -1 : 1)))
    counts[await takeResult(tx, result, { operator, now })] += 1
  await store.noteResults(tx, batchNo, now)
  return counts
}

function refuseForeign(line: store.BatchLine | undefined, { payoutNo: no, amountFen }: Result) {
  if (!line) throw new Refusal(say('batch.line_foreign', { no }))
  if (line.amountFen !== amountFen) throw new Refusal(say('batch.line_amount', { no }))
}

async function takeResult(
  tx: Tx,
  { payoutNo, ...word }: Result,
  { operator, now }: By,
): Promise<keyof Counts> {
  const payout = await lockedPayout(tx, payoutNo, operator, word.outcome)
  const verdict = await takeWord(tx, payout, word, now, operator.name)
  if (verdict === 'reference_conflict')
    throw new Refusal(say('payout.reference_used', { order: '另一笔取款' }))
  if (verdict === 'payout_paid') return 'paid'
  if (verdict === 'payout_failed') return 'failed'
  if (verdict === 'payout_changed') return 'changed'
  return verdict === 'payout_pending' ? 'open' : 'known'
}

/** Who approved a large withdrawal brings no word that it was paid. */
async function lockedPayout(
  tx: Tx,
  payoutNo: string,
  operator: By['operator'],
  outcome: Result['outcome'],
) {
  const known = existing(await providerPayout(tx, payoutNo), 'payout.not_found')
  const order = await lockWithdrawal(tx, known.memberId, known.withdrawalNo)
  refuseOwnMember(operator, [known.memberId])
  if (outcome === 'paid' && (await notPayer(tx, order)) === operator.name)
    throw new Refusal(say('payout.second_person'), { rule: 'two_persons' })
  return known
}
