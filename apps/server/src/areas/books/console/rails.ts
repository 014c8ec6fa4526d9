// Books of rails as people read them: what each holds, its days beside ours, and settlements.
import { say } from '@tianping/contract/refusals'
import { parseYuan, yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import {
  abilitiesOf,
  allProviders,
  providerNames,
  type Provider,
} from '../../providers/providers.ts'
import { allRails } from '../../rails/rails.ts'
import * as store from '../store/railDays.sql.ts'

type Named = { providers: Provider[]; nameOf: (code: string) => string }

async function named(services: Pick<Services, 'db' | 'settings'>): Promise<Named> {
  const [providers, nameOf] = await Promise.all([allProviders(services), providerNames(services)])
  return { providers, nameOf }
}

const dayRowOf = (nameOf: Named['nameOf']) => (d: store.RailDay) => ({
  rail: d.code,
  rail_name: nameOf(d.code),
  day: d.day,
  source: d.source,
  compared_at: beijing(d.comparedAt),
  our_lines: d.ourLines,
  their_lines: d.theirLines,
  our_payments: yuanOf(d.ourPaymentsFen),
  their_payments: yuanOf(d.theirPaymentsFen),
  our_payouts: yuanOf(d.ourPayoutsFen),
  their_payouts: yuanOf(d.theirPayoutsFen),
  our_refunds: yuanOf(d.ourRefundsFen),
  their_refunds: yuanOf(d.theirRefundsFen),
  our_fees: yuanOf(d.ourFeesFen),
  their_fees: yuanOf(d.theirFeesFen),
  differences: d.differences,
})

const settlementRowOf = (nameOf: Named['nameOf']) => (s: store.Settlement) => ({
  settlement_id: Number(s.settlementId),
  rail: s.code,
  rail_name: nameOf(s.code),
  direction: s.amountFen > 0n ? ('out' as const) : ('in' as const),
  amount: yuanOf(s.amountFen > 0n ? s.amountFen : -s.amountFen),
  reference: s.reference,
  remark: s.remark,
  recorded_by: s.notedBy,
  recorded_at: beijing(s.notedAt),
  checked_by: s.confirmedBy,
  checked_at: s.confirmedAt ? beijing(s.confirmedAt) : '',
})

function driftOf({ theirFen, thenFen, openingFen }: store.RailStanding): number | null {
  if (theirFen === null || thenFen === null || openingFen === null) return null
  return yuanOf(theirFen - thenFen - openingFen)
}

const canBeAsked = (provider: Provider | undefined): boolean =>
  provider !== undefined && abilitiesOf(provider).includes('statement')

export const railHandlers = {
  'POST /api/console/rails/all': async context => {
    const { providers, nameOf } = await named(context)
    const found = await store.railStandings(context.db)
    return {
      data: found.map(each => ({
        rail: each.code,
        rail_name: nameOf(each.code),
        our_balance: yuanOf(each.ourFen),
        rail_fees: yuanOf(each.feesFen),
        their_balance: each.theirFen === null ? null : yuanOf(each.theirFen),
        asked_at: each.askedAt ? beijing(each.askedAt) : '',
        drift: driftOf(each),
        by_port: canBeAsked(providers.find(({ code }) => code === each.code)),
        last_day: each.lastDay ?? '',
        last_differences: each.differences ?? 0,
      })),
    }
  },
  'POST /api/console/rails/days/list': async context => {
    const { db, body } = context
    const paging = pagingOf(body, [], true)
    const [{ nameOf }, found] = await Promise.all([
      named(context),
      store.railDayRows(db, { ...narrowedOf(body), paging }),
    ])
    return keyedAnswer(paging, found, dayRowOf(nameOf))
  },
  'POST /api/console/rails/ask': async context => {
    const { body, clock, operator } = context
    const { rail, day } = body
    need(day, 'reconciliation.day_missing', 'day')
    if (day >= beijingDay(clock.now()))
      throw new Refusal(say('rail.day_not_over'), { field: 'day' })
    const { providers } = await named(context)
    if (!canBeAsked(providers.find(({ code }) => code === rail)))
      throw new Refusal(say('rail.no_statement'), { field: 'rail' })
    await runAction(context, async (tx, at) => {
      if (await store.openPortTask(tx, rail, day))
        throw new Refusal(say('reconciliation.under_way'))
      await store.addPortTask(tx, { provider: rail, day, by: operator.name, at })
      const entry = { action: 'reconciliation.ask', subject: `rail:${rail}`, after: { day } }
      return { answer: null, entry }
    })
    return { message: '已向通道取账单，完成后显示结果', data: null }
  },
  'POST /api/console/rails/settlements/list': async context => {
    const { db, body } = context
    const paging = pagingOf(body, ownIds, true)
    const [{ nameOf }, found] = await Promise.all([
      named(context),
      store.settlementRows(db, { ...narrowedOf(body), paging }),
    ])
    return keyedAnswer(paging, found, settlementRowOf(nameOf))
  },
  'POST /api/console/rails/settlements/note': async context => {
    const { body, operator, db } = context
    const fen = parseYuan(body.amount)
    const rail = (await allRails(db)).find(({ code }) => code === body.rail)
    if (!rail) throw new Refusal(say('rail.unknown'), { field: 'rail' })
    if (fen === null || fen <= 0n) throw new Refusal(say('rail.amount'), { field: 'amount' })
    need(body.reference, 'rail.reference_missing', 'reference')
    const amountFen = body.direction === 'out' ? fen : -fen
    await runAction(context, async (tx, at) => {
      const { reference, remark } = body
      const noted = { railNo: rail.railNo, amountFen, reference, remark, by: operator.name, at }
      if (!(await store.addSettlement(tx, noted)))
        throw new Refusal(say('rail.reference_used'), { field: 'reference' })
      const after = { rail: rail.code, amount_fen: amountFen, reference }
      return {
        answer: null,
        entry: { action: 'rail.settlement', subject: `rail:${rail.code}`, after, note: remark },
      }
    })
    return { message: '已登记，待另一位复核', data: null }
  },
  'POST /api/console/rails/settlements/confirm': async context => {
    const { body, operator } = context
    await runAction(context, async (tx, at) => {
      const found = existing(
        await store.lockSettlement(tx, body.settlement_id),
        'rail.settlement_unknown',
      )
      if (found.confirmedAt !== null)
        throw new Refusal(say('rail.settlement_done', { by: found.confirmedBy }))
      if (isSameOperator(found.notedBy, operator.name))
        throw new Refusal(say('rail.second_person'), { rule: 'two_persons' })
      const { settlementId } = found
      await store.confirmSettlement(tx, { settlementId, by: operator.name, at })
      const after = { amount_fen: found.amountFen, reference: found.reference }
      return {
        answer: null,
        entry: { action: 'rail.settlement_confirm', subject: `rail:${found.code}`, after },
      }
    })
    return { message: '已复核', data: null }
  },
} satisfies ConsoleHandlers
