import { BATCH_LINES, batchStates } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { parseYuan, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { createHash } from 'node:crypto'
import { maskedNumber } from '../../../kernel/cardNumber.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandlers, Operator, Services } from '../../../kernel/http/services.ts'
import { narrowedOf, stateNamesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { approveBatch, buildBatch, cancelBatch, exportBatch } from '../batches/build.ts'
import { payeeWhy, type By } from '../batches/payees.ts'
import { takeResults } from '../batches/results.ts'
import { batchLayouts } from '../batches/setting.ts'
import { cashierSetting, type CashierSetting } from '../setting.ts'
import * as store from '../store/batch.sql.ts'

const subjectOf = (no: string) => `payout_batch:${no}`
const moment = (at: Date | null) => (at ? beijing(at) : '')

const rowOf = (b: store.BatchListed) => ({
  batch_no: b.batchNo,
  layout: b.layoutName,
  lines: b.lines,
  amount: yuanOf(b.amountFen),
  state: b.state,
  paid: b.paid,
  failed: b.failed,
  open: b.open,
  built_by: b.builtBy,
  created_at: beijing(b.builtAt),
  decided_by: b.decidedBy,
  decided_at: moment(b.decidedAt),
  exported_at: moment(b.exportedAt),
  results_at: moment(b.resultsAt),
  remark: b.remark,
})

const lineOf = (line: store.BatchLine) => ({
  line: line.lineNo,
  payout_no: line.payoutNo,
  out_trade_no: line.withdrawalNo,
  member_id: Number(line.memberId),
  username: line.username,
  receives: `${line.bank} ${maskedNumber(line.numberTail)}`,
  amount: yuanOf(line.amountFen),
  state: line.state,
  says: line.says,
  reference: line.reference,
  said: line.said,
})

/** Why a payout may not be in a file, and whether its account could be added to the list. */
function keptBack(
  rule: CashierSetting['batch'],
  { payeeId, listedAt }: store.Candidate,
  now: Date,
) {
  const why = payeeWhy(rule, payeeId === null ? undefined : { listedAt }, now)
  return { why: why?.text ?? '', may_add: why !== null && payeeId === null }
}

type Working = Services & { operator: Operator; caller: Caller }
type Done<T> = { no: string; answer: T; after?: Record<string, unknown>; note?: string }

/** One action on a batch, written down. */
const acted = <T>(context: Working, action: string, work: (tx: Tx, by: By) => Promise<Done<T>>) =>
  runAction(context, async (tx, now) => {
    const { no, answer, after, note } = await work(tx, { operator: context.operator, now })
    const entry = { action: `payout_batch.${action}`, subject: subjectOf(no) }
    return { answer, entry: { ...entry, ...(after && { after }), ...(note && { note }) } }
  })

export const batchHandlers = {
  'POST /api/console/payout-batches/list': async ({ db, body }) => {
    const paging = pagingOf(body, ['amount'])
    const states = stateNamesOf(body, batchStates)
    const found = await store.batchRows(db, { states, paging, ...narrowedOf(body) })
    return { data: keyedPage(paging, found, found.rows.map(rowOf)) }
  },
  'POST /api/console/payout-batches/show': async ({ db, body }) => {
    const found = existing(await store.batchRow(db, body.batch_no), 'batch.not_found')
    const lines = await store.batchLines(db, found.batchNo)
    return { data: { ...rowOf(found), file_hash: found.fileHash, rows: lines.map(lineOf) } }
  },
  'POST /api/console/payout-batches/choices': async ({ db, clock }) => {
    const now = clock.now()
    const [{ batch }, layouts, candidates] = await Promise.all([
      cashierSetting(db),
      batchLayouts(db),
      store.batchCandidates(db, now, BATCH_LINES),
    ])
    return {
      data: {
        layouts: layouts.map(({ code, name }) => ({ code, label: name })),
        payouts: candidates.map(each => ({
          out_trade_no: each.withdrawalNo,
          username: each.username,
          amount: yuanOf(each.amountFen),
          receives: `${each.bank} ${maskedNumber(each.numberTail)}`,
          created_at: beijing(each.createdAt),
          ...keptBack(batch, each, now),
        })),
      },
    }
  },
  'POST /api/console/payout-batches/build': async context => {
    const { body } = context
    if (body.payouts.length === 0)
      throw new Refusal(say('batch.payouts_missing'), { field: 'payouts' })
    const made = await acted(context, 'build', async (tx, by) => {
      const { batchNo: no, lines, amountFen } = await buildBatch(tx, body, by)
      return { no, answer: no, after: { lines, amount_fen: amountFen }, note: body.remark }
    })
    const data = made === undefined ? null : { batch_no: made }
    return { message: '已组批，待另一位同事复核', data }
  },
  'POST /api/console/payout-batches/approve': async context => {
    const { body, settings } = context
    await acted(context, 'approve', async (tx, by) => {
      const asked = { batchNo: body.batch_no, fen: parseYuan(body.amount) ?? 0n }
      const { batch, fileHash } = await approveBatch(tx, settings, asked, by)
      const after = { lines: batch.lines, amount_fen: batch.amountFen, sha256: fileHash }
      return { no: batch.batchNo, answer: null, after }
    })
    return { message: '已复核，可以导出付款文件', data: null }
  },
  'POST /api/console/payout-batches/cancel': async context => {
    const { batch_no, remark } = context.body
    need(remark, 'batch.remark_missing', 'remark')
    await acted(context, 'cancel', async (tx, by) => {
      const { batchNo, amountFen } = await cancelBatch(tx, batch_no, remark, by)
      return { no: batchNo, answer: null, after: { amount_fen: amountFen }, note: remark }
    })
    return { message: '已取消，各笔付款重新等待处理', data: null }
  },
  'POST /api/console/payout-batches/export': async context => {
    const { body, settings } = context
    const made = await acted(context, 'export', async (tx, by) => {
      const { batch, bytes } = await exportBatch(tx, settings, body.batch_no, by)
      const answer = { filename: `${batch.batchNo}.csv`, content: bytes.toString('base64') }
      return { no: batch.batchNo, answer, after: { sha256: batch.fileHash, lines: batch.lines } }
    })
    return { message: '已导出，请妥善保管', data: made ?? null }
  },
  'POST /api/console/payout-batches/import': async context => {
    const { batch_no, filename, content } = context.body
    const bytes = Buffer.from(content, 'base64')
    const counts = await acted(context, 'import', async (tx, by) => {
      const answer = await takeResults(tx, batch_no, bytes, by)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { no: batch_no, answer, after: { ...answer, sha256 }, note: filename }
    })
    const { paid = 0, failed = 0, open = 0 } = counts ?? {}
    const message = `已付款 ${paid} 笔，失败 ${failed} 笔，未定 ${open} 笔`
    return { message, data: counts ?? null }
  },
} satisfies ConsoleHandlers
