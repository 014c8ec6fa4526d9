// A member turns out to be under age: what was paid in goes back, no win is paid, the account ends.
// One operator stops the member and proposes it, another approves; then the person's other accounts
// stop too.
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { DAY_MS, monthsLater, startOfDay } from '@tianping/money/day'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { newestProposal } from '../../kernel/operator/proposal.sql.ts'
import { notesOfKey } from '../../kernel/operator/settingForm.sql.ts'
import type { By, Kept } from '../../kernel/operator/settingForm.ts'
import { balances, lockMember, mustPost } from '../../ledger/ledger.ts'
import { notify } from '../message/message.ts'
import { ageBounds } from '../profiles/profiles.ts'
import { addBlock, blockAlike, writeAct } from '../protection/protection.ts'
import { leftOf } from './job.ts'
import { pendingLabels } from './pendingLabels.ts'
import { beginClosing, closingOf, paidOf, pendingOf, type Pending } from './store/closing.sql.ts'

export const underAgeKey = (memberId: bigint) => `underage:${memberId}`

const schema = z.object({
  /** The proven birthday, `YYYY-MM-DD`. */
  birthday: z.string(),
  evidence: z.string(),
  /** Returns what was paid in, voids what was won, ends the account. */
  ends: z.boolean(),
})
export type UnderAge = z.output<typeof schema>
const before: UnderAge = { birthday: '', evidence: '', ends: false }

/** A complaint may be about this very thing, and what free rounds win is not paid. */
const inNoWay: readonly (keyof Pending)[] = ['complaints', 'freeRounds']

async function refusePending(tx: Tx, memberId: bigint, venuesFen: bigint) {
  const pending = await pendingOf(tx, memberId)
  const kinds = (Object.keys(pendingLabels) as (keyof Pending)[]).filter(
    kind => pending[kind] > 0 && !inNoWay.includes(kind),
  )
  const what = kinds.map(kind => pendingLabels[kind])
  if (venuesFen !== 0n) what.push('未收回的场馆余额')
  if (what.length > 0)
    throw new Refusal(say('closing.under_age_pending', { what: what.join('、') }))
}

/** Brings the wallet to what was paid in and not paid out yet; answers both figures. */
async function settle(tx: Tx, memberId: bigint, by: By) {
  await lockMember(tx, memberId)
  const { cashFen, venuesFen } = leftOf(await balances(tx, memberId))
  await refusePending(tx, memberId, venuesFen)
  const { depositedFen, withdrawnFen } = await paidOf(tx, memberId)
  const owedFen = depositedFen > withdrawnFen ? depositedFen - withdrawnFen : 0n
  const differs = owedFen - cashFen
  if (differs === 0n) return { owedFen, cashFen }
  const [house, wallet] = [{ name: 'adjustment' }, { name: 'memberCash' }] as const
  await mustPost(tx, {
    memberId,
    key: underAgeKey(memberId),
    code: 'adjustment',
    from: differs > 0n ? house : wallet,
    to: differs > 0n ? wallet : house,
    amountFen: differs > 0n ? differs : -differs,
    source: { type: 'under_age', id: String(memberId) },
    actor: { type: 'operator', id: by.name },
    effectiveAt: by.at,
  })
  return { owedFen, cashFen }
}

/** Whoever is under age is so in every account: all of them stop until the day of coming of age. */
async function stopPerson(tx: Tx, memberId: bigint, { birthday, evidence }: UnderAge, by: By) {
  const { min_age } = await ageBounds(tx)
  const until = monthsLater(startOfDay(birthday), 12 * min_age)
  const days = Math.ceil((until.getTime() - by.at.getTime()) / DAY_MS)
  if (days < 1) return
  await addBlock(tx, {
    memberId,
    kind: 'staff',
    term: `days:${days}`,
    until,
    reason: evidence,
    setBy: by.name,
    setAt: by.at,
    endsService: true,
  })
  await blockAlike(tx, { memberId, now: by.at })
}

async function write(tx: Tx, memberId: bigint, value: UnderAge, by: By) {
  const { owedFen, cashFen } = await settle(tx, memberId, by)
  if (!(await beginClosing(tx, memberId, '未成年')))
    throw new Refusal(say('closing.under_age_known'))
  await stopPerson(tx, memberId, value, by)
  await writeAct(tx, {
    memberId,
    at: by.at,
    act: 'under_age',
    detail: { birthday: value.birthday, owed: Number(owedFen), cash: Number(cashFen) },
    by: by.name,
  })
  await notify(
    tx,
    memberId,
    '账户将注销',
    `经核实您未达到法定年龄。存款 ¥${formatFen(owedFen)} 已全部退回中心钱包，输赢不作数。请取出余额，之后账户将自动注销。`,
    by.at,
    { kind: 'safety', link: '/closing' },
  )
}

/** The operation on one member, as rules are proposed and approved. */
export async function underAgeOf(
  db: Db,
  memberId: bigint,
): Promise<Required<Pick<Kept, 'read'>> & Kept & { group: 'risk' }> {
  const key = underAgeKey(memberId)
  const done = (await closingOf(db, memberId)) !== undefined
  return {
    key,
    label: `未成年退款：会员 ${memberId}`,
    group: 'risk',
    schema,
    read: async on => ({
      version: (await notesOfKey(on, key)).length,
      value: done ? { ...before, ends: true } : before,
    }),
    versions: async () => [],
    write: (tx, value, by) => write(tx, memberId, schema.parse(value), by),
  }
}

/** `underage:7`, once it was proposed by its own call; undefined for any other key. */
export async function underAgeRule(db: Db, key: string) {
  const id = /^underage:(\d{1,15})$/.exec(key)?.[1]
  return id !== undefined && (await newestProposal(db, key))
    ? underAgeOf(db, BigInt(id))
    : undefined
}
