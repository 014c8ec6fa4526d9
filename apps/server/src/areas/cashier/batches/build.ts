// Approved payouts become a batch: one person builds it, another approves it, and only then is
// there a file. Both are asked everything that a payment by hand is asked, payout by payout.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { createHash, randomInt } from 'node:crypto'
import { openNumber } from '../../../kernel/cardNumber.ts'
import { existing, Refusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { cardKind } from '@tianping/contract/cards/facts'
import { BATCH } from '../../providers/providers.ts'
import { failPayout } from '../sending/settle.ts'
import { refuseUnsent } from '../sending/take.ts'
import * as store from '../store/batch.sql.ts'
import { ownerOf } from '../store/order.sql.ts'
import { latestPayout } from '../store/payouts.sql.ts'
import {
  giveToProvider,
  insertProviderPayout,
  lockProviderPayout,
} from '../store/providerPayout.sql.ts'
import { lockWithdrawal, type Withdrawal } from '../store/withdrawal.sql.ts'
import { batchFile } from './file.ts'
import { refuseUnlisted, type By } from './payees.ts'
import { batchLayout, batchLayouts } from './setting.ts'

type Asked = { layout: string; payouts: readonly string[]; remark: string }

export async function buildBatch(tx: Tx, asked: Asked, { operator, now }: By) {
  const layout = (await batchLayouts(tx)).find(({ code }) => code === asked.layout)
  if (!layout) throw new Refusal(say('batch.layout_unknown'), { field: 'layout' })
  const batchNo = newBatchNo(now)
  const taken: { payoutNo: string; amountFen: bigint }[] = []
  // In one order for everybody, so that two who build at once never wait for each other in a ring.
  for (const no of [...new Set(asked.payouts)].toSorted())
    taken.push(await takeLine(tx, no, { operator, now }))
  const amountFen = taken.reduce((sum, each) => sum + each.amountFen, 0n)
  const made = { batchNo, layout, layoutName: layout.name, lines: taken.length, amountFen }
  await store.insertBatch(tx, { ...made, builtBy: operator.name, remark: asked.remark, now })
  for (const [index, { payoutNo }] of taken.entries())
    await store.joinBatch(tx, { payoutNo, batchNo, lineNo: index + 1 })
  return made
}

const newBatchNo = (now: Date) => {
  const day = beijingDay(now).replaceAll('-', '').slice(2)
  const lot = Array.from({ length: 6 }, () => randomInt(36).toString(36).toUpperCase()).join('')
  return `PB${day}${lot}`
}

async function takeLine(tx: Tx, withdrawalNo: string, { operator, now }: By) {
  const memberId = existing(await ownerOf(tx, 'withdrawal', withdrawalNo), 'order.not_found')
  const order = await lockWithdrawal(tx, memberId, withdrawalNo)
  const attempt = existing(await latestPayout(tx, memberId, withdrawalNo, now), 'payout.not_found')
  const free =
    attempt.state === 'open' &&
    attempt.provider === 'by hand' &&
    (attempt.claimedBy === '' || attempt.claimedBy === operator.name) &&
    order.kind === cardKind.bank
  if (!free) throw new Refusal(say('batch.not_free', { no: withdrawalNo }))
  refuseOwnMember(operator, [memberId])
  await refuseLine(tx, order, operator.name, now)
  const { attemptNo } = attempt
  const { amountFen } = order
  const payoutNo = `${withdrawalNo}A${attemptNo}`
  await giveToProvider(tx, { memberId, withdrawalNo, attemptNo, provider: BATCH })
  await insertProviderPayout(tx, {
    payoutNo,
    provider: BATCH,
    memberId,
    withdrawalNo,
    attemptNo,
    amountFen,
    askedBy: operator.name,
    now,
  })
  return { payoutNo, amountFen }
}

/** `operator` is who asks for it by name; empty where that was asked before. */
const refuseLine = (tx: Tx, order: Withdrawal, operator: string, now: Date) =>
  named(order.withdrawalNo, async () => {
    await refuseUnsent(tx, order, operator, now)
    await refuseUnlisted(tx, order, now)
  })

/** Refuses a line that two persons have settled meanwhile, and one that may not go out by now. */
async function refuseExport(tx: Tx, line: store.BatchLine, now: Date) {
  const { memberId, withdrawalNo, payoutNo } = line
  const order = await lockWithdrawal(tx, memberId, withdrawalNo)
  const { state } = await lockProviderPayout(tx, payoutNo)
  await named(withdrawalNo, async () => {
    if (state !== 'sent') throw new Refusal(say('payout.not_with_provider'))
  })
  await refuseLine(tx, order, '', now)
}

/** A refusal of one payout says which. */
async function named(no: string, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(say('batch.line_refused', { no, why: error.message }), { rule: 'line' })
  }
}

async function built(tx: Tx, batchNo: string) {
  const batch = existing(await store.lockBatch(tx, batchNo), 'batch.not_found')
  if (batch.state !== 'built') throw new Refusal(say('batch.decided', { by: batch.decidedBy }))
  return batch
}

/** The second person: looks at the sums that are sent, and makes the file. */
export async function approveBatch(
  tx: Tx,
  settings: Pick<Services['settings'], 'cardKey'>,
  { batchNo, fen }: { batchNo: string; fen: bigint },
  { operator, now }: By,
): Promise<{ batch: store.Batch; fileHash: string }> {
  const batch = await built(tx, batchNo)
  if (batch.builtBy === operator.name)
    throw new Refusal(say('batch.second_person'), { rule: 'two_persons' })
  if (batch.amountFen !== fen) throw new Refusal(say('batch.changed'))
  const lines = await store.batchLines(tx, batchNo)
  for (const { memberId, withdrawalNo } of lines.toSorted(byNo)) {
    refuseOwnMember(operator, [memberId])
    const order = await lockWithdrawal(tx, memberId, withdrawalNo)
    await refuseLine(tx, order, operator.name, now)
  }
  const fileHash = hashOf(fileOf(settings, batch, lines))
  await store.sendLines(tx, batchNo, now)
  await store.decideBatch(tx, { batchNo, state: 'approved', by: operator.name, fileHash, now })
  return { batch, fileHash }
}

const byNo = (a: store.BatchLine, b: store.BatchLine) => (a.withdrawalNo < b.withdrawalNo ? -1 : 1)

/** While no file has left, every payout that has not ended waits again for a person. */
export async function cancelBatch(tx: Tx, batchNo: string, remark: string, { operator, now }: By) {
  const batch = existing(await store.lockBatch(tx, batchNo), 'batch.not_found')
  if (batch.state === 'cancelled') throw new Refusal(say('batch.decided', { by: batch.decidedBy }))
  if (batch.exportedAt !== null) throw new Refusal(say('batch.exported'))
  for (const { payoutNo, memberId, withdrawalNo } of (await store.batchLines(tx, batchNo)).toSorted(
    byNo,
  )) {
    await lockWithdrawal(tx, memberId, withdrawalNo)
    const payout = await lockProviderPayout(tx, payoutNo)
    if (payout.state === 'paid' || payout.state === 'failed') continue
    const said = `批次取消：${remark}`.slice(0, 300)
    await failPayout(tx, payout, { said, says: '', by: operator.name, now })
  }
  await store.decideBatch(tx, { batchNo, state: 'cancelled', by: operator.name, fileHash: '', now })
  return batch
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function fileOf(
  { cardKey }: Pick<Services['settings'], 'cardKey'>,
  { layout, builtAt }: store.Batch,
  lines: readonly store.BatchLine[],
): Buffer {
  const written = lines.map(line => ({
    payoutNo: line.payoutNo,
    lineNo: line.lineNo,
    owner: line.bankOwner,
    account: openNumber(cardKey, line.memberId, line.numberSealed),
    bank: line.bank,
    amountFen: line.amountFen,
  }))
  return batchFile(batchLayout.parse(layout), written, builtAt)
}

/** The file that was approved, byte for byte; it is made anew and kept nowhere. */
export async function exportBatch(
  tx: Tx,
  settings: Pick<Services['settings'], 'cardKey'>,
  batchNo: string,
  { now }: By,
) {
  const batch = existing(await store.lockBatch(tx, batchNo), 'batch.not_found')
  if (batch.state !== 'approved') throw new Refusal(say('batch.not_approved'))
  const lines = await store.batchLines(tx, batchNo)
  // A file that has left cannot be called back; of one that has not every line is asked once more.
  if (batch.exportedAt === null)
    for (const line of lines.toSorted(byNo)) await refuseExport(tx, line, now)
  const bytes = fileOf(settings, batch, lines)
  if (hashOf(bytes) !== batch.fileHash) throw new Refusal(say('batch.file_differs'))
  await store.noteExported(tx, batchNo, now)
  return { batch, bytes }
}
