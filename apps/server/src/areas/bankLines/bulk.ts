// Confirming many lines at once. Only lines that one order alone fits, each by the same steps and
// guards as alone, within the caps of all bulk work (`cashier.review.bulk`): what is above waits
// for its own confirmation, with the second person where the amount asks for one.
import { bulkOutcomes } from '@tianping/contract/cashier/facts'
import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { formatFen, yuanOf } from '@tianping/money'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import type { Caller, Operator, Services } from '../../kernel/http/services.ts'
import { attempt, type Limit } from '../../kernel/http/throttle.ts'
import { decide } from '../../kernel/operator/queue.ts'
import { cashierSetting, takeOnBulk } from '../cashier/cashier.ts'
import { assignLine, bankLines } from './decide.ts'
import { matchesOf } from './match.ts'
import { readLine, type BankLine } from './store/line.sql.ts'

export type Chosen = { lineId: bigint; depositNo: string }
type Working = Services & { operator: Operator; caller: Caller }
export type BulkItem = {
  line: BankLine
  depositNo: string
  outcome: keyof typeof bulkOutcomes
  why: string
}

const byOperator: Limit = { attempts: 30, windowMs: 3_600_000 }

/** Why a line is looked at alone; empty for one that may go. */
async function lookAt({ db }: Working, { lineId, depositNo }: Chosen, mostFen: bigint) {
  const line = existing(await readLine(db, lineId), 'bank.line_not_found')
  const { match, depositNo: alone } = (await matchesOf(db, [lineId]))(lineId)
  let why = ''
  if (line.state !== 'open') why = '已处理'
  else if (match !== 'one' || alone !== depositNo) why = '不是唯一匹配'
  else if (line.amountFen > mostFen) why = `超过单笔 ¥${formatFen(mostFen)}`
  return { line, depositNo, why }
}

async function assignOne(
  context: Working,
  { line, depositNo }: { line: BankLine; depositNo: string },
): Promise<BulkItem> {
  const { operator, caller } = context
  const key = `${caller.key}:${line.lineId}`
  const by = { operator, address: caller.address, key, remark: '' }
  let awaits = false
  try {
    await decide(context, bankLines, line.lineId, {
      action: 'bank_line.assign',
      note: '批量归单',
      done: '',
      run: async (tx, now) => {
        const outcome = await assignLine(tx, line.lineId, depositNo, { ...by, now })
        awaits = outcome.awaits !== null
        return { ...outcome, awaits: null, first: '' }
      },
    })
    return { line, depositNo, outcome: awaits ? 'confirmed' : 'approved', why: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { line, depositNo, outcome: 'left', why: error.said.text }
  }
}

/** Confirms what may go, and says of the rest why it was left. */
export async function assignMany(context: Working, chosen: Chosen[]): Promise<BulkItem[]> {
  const { db, clock, operator } = context
  await attempt(db, `console:bulk:${operator.operatorId}`, byOperator, clock.now())
  const rules = (await cashierSetting(db)).review.bulk
  const looked = []
  for (const each of chosen) looked.push(await lookAt(context, each, BigInt(rules.mostFen)))
  const ready = looked.filter(({ why }) => why === '')
  if (ready.length === 0) throw new Refusal(say('bank.bulk_none'))
  const totalFen = ready.reduce((sum, { line }) => sum + line.amountFen, 0n)
  await transaction(db, tx =>
    takeOnBulk(tx, { operator, now: clock.now(), rules, orders: ready.length, totalFen }),
  )
  const all: BulkItem[] = []
  // One after the other: a screen of a hundred does not take every connection.
  for (const each of looked)
    all.push(each.why === '' ? await assignOne(context, each) : { ...each, outcome: 'left' })
  return all
}

export const bulkAnswerOf = (all: readonly BulkItem[]) => {
  const done = all.filter(({ outcome }) => outcome !== 'left')
  return {
    items: all.map(({ line, depositNo, outcome, why }) => ({
      line_id: Number(line.lineId),
      deposit_no: depositNo,
      amount: yuanOf(line.amountFen),
      outcome,
      why,
    })),
    count: done.length,
    total: yuanOf(done.reduce((sum, { line }) => sum + line.amountFen, 0n)),
  }
}
