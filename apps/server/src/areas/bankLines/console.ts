import { bankLineStates } from '@tianping/contract/bankLines/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { existing } from '../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandlers, Operator, Services } from '../../kernel/http/services.ts'
import { narrowedOf, stateNamesOf } from '../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../kernel/operator/pages.sql.ts'
import { maskedName } from '../../kernel/operator/mask.ts'
import { decide, type Outcome } from '../../kernel/operator/queue.ts'
import type { Tx } from '@tianping/database'
import { assignMany, bulkAnswerOf } from './bulk.ts'
import * as lines from './decide.ts'
import { importStatement } from './import.ts'
import { matchesOf, type Match } from './match.ts'
import { bankLayouts } from './setting.ts'
import type { Candidate } from './store/candidate.sql.ts'
import * as store from './store/line.sql.ts'

const rowOf = (line: store.BankLine, { match, depositNo }: Match) => ({
  line_id: Number(line.lineId),
  account: line.account,
  booked_at: beijing(line.bookedAt),
  amount: yuanOf(line.amountFen),
  payer: maskedName(line.payerName),
  payer_no: line.payerTail,
  note: line.note,
  reference: line.reference,
  state: line.state,
  match: line.state === 'open' ? match : ('' as const),
  deposit_no: line.state === 'open' ? depositNo : line.depositNo,
  voucher: line.voucher,
  recorded_by: line.recordedBy,
  decided_by: line.decidedBy,
  decided_at: line.decidedAt ? beijing(line.decidedAt) : '',
  remark: line.remark,
})

const candidateOf = (c: Candidate) => ({
  deposit_no: c.depositNo,
  member_id: Number(c.memberId),
  username: c.username,
  amount: yuanOf(c.amountFen),
  payer: maskedName(c.payerOwner),
  created_at: beijing(c.createdAt),
  waits: c.waits,
  same_amount: c.sameAmount,
  same_payer: c.samePayer,
  same_note: c.sameNote,
})

type Working = Services & { operator: Operator; caller: Caller }
type Asked = {
  action: string
  done: string
  remark?: string
  run: (tx: Tx, id: bigint, d: lines.Deciding) => Promise<Outcome<store.BankLine>>
}

const decided = (context: Working, lineId: number, { action, done, remark = '', run }: Asked) => {
  const { operator, caller } = context
  const by = { operator, address: caller.address, key: caller.key, remark }
  return decide(context, lines.bankLines, BigInt(lineId), {
    action,
    note: remark,
    done,
    run: (tx, now) => run(tx, BigInt(lineId), { ...by, now }),
  })
}

export const bankLineHandlers = {
  'POST /api/console/bank-lines/list': async ({ db, body }) => {
    const states = stateNamesOf(body, bankLineStates)
    const paging = pagingOf(body, ['amount'], true)
    const found = await store.lineRows(db, { states, q: body.q, paging, ...narrowedOf(body) })
    const open = found.rows.filter(line => line.state === 'open').map(line => line.lineId)
    const matches = await matchesOf(db, open)
    const shown = found.rows.map(line => rowOf(line, matches(line.lineId)))
    return {
      data: keyedPage(paging, found, shown),
    }
  },
  'POST /api/console/bank-lines/show': async ({ db, body }) => {
    const line = existing(await store.readLine(db, BigInt(body.line_id)), 'bank.line_not_found')
    const [matches, file] = await Promise.all([
      matchesOf(db, line.state === 'open' ? [line.lineId] : []),
      store.importOf(db, line.importId),
    ])
    const match = matches(line.lineId)
    return {
      data: {
        ...rowOf(line, match),
        file: file.fileName,
        imported_by: file.importedBy,
        imported_at: beijing(file.importedAt),
        candidates: match.candidates.map(candidateOf),
      },
    }
  },
  'POST /api/console/bank-lines/choices': async ({ db }) => {
    const [accounts, layouts] = await Promise.all([store.accountsToChoose(db), bankLayouts(db)])
    return {
      data: {
        accounts: accounts.map(({ bankNo, bankName }) => ({
          account: bankNo,
          label: `${bankName} ${bankNo}`,
        })),
        layouts: layouts.map(({ code, name }) => ({ code, label: name })),
      },
    }
  },
  'POST /api/console/bank-lines/import': async context => {
    const { body, operator, caller, clock } = context
    const { account, layout, filename, content } = body
    const data = await importStatement(
      context,
      { account, layout, fileName: filename, bytes: Buffer.from(content, 'base64') },
      { operator, address: caller.address, now: clock.now() },
    )
    return { data, message: `新增 ${data.fresh} 笔，其中 ${data.matched} 笔唯一匹配` }
  },
  'POST /api/console/bank-lines/assign': context => {
    const { line_id, deposit_no, remark } = context.body
    return decided(context, line_id, {
      action: 'bank_line.assign',
      done: '已归单',
      remark,
      run: (tx, id, d) => lines.assignLine(tx, id, deposit_no.toUpperCase(), d),
    })
  },
  'POST /api/console/bank-lines/bulk': async context => {
    const { lines: chosen } = context.body
    const all = await assignMany(
      context,
      chosen.map(each => ({
        lineId: BigInt(each.line_id),
        depositNo: each.deposit_no.toUpperCase(),
      })),
    )
    const data = bulkAnswerOf(all)
    return {
      data,
      message: `已归单 ${data.count} 笔，其余 ${all.length - data.count} 笔留待逐笔处理`,
    }
  },
  'POST /api/console/bank-lines/dismiss': context => {
    const { line_id, remark } = context.body
    const run = lines.dismissLine
    return decided(context, line_id, { action: 'bank_line.dismiss', done: '已标记', remark, run })
  },
  'POST /api/console/bank-lines/return': context => {
    const { line_id, voucher } = context.body
    return decided(context, line_id, {
      action: 'bank_line.return',
      done: '已登记，待另一位复核',
      run: (tx, id, d) => lines.returnLine(tx, id, voucher, d),
    })
  },
  'POST /api/console/bank-lines/returned': context => {
    const { line_id, voucher } = context.body
    return decided(context, line_id, {
      action: 'bank_line.returned',
      done: '已确认退汇',
      run: (tx, id, d) => lines.finishReturn(tx, id, voucher, d),
    })
  },
  'POST /api/console/bank-lines/reopen': context => {
    const { line_id, remark } = context.body
    const run = lines.reopenLine
    return decided(context, line_id, {
      action: 'bank_line.reopen',
      done: '已重新打开',
      remark,
      run,
    })
  },
} satisfies ConsoleHandlers
