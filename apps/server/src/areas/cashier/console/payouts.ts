// What becomes of an approved withdrawal. Its approval moved the amount from the member's wallet to
// 210 withdrawalPayable; there it stays, owed, until it is paid (to 220 payoutBank) or given back
// (to the wallet). A failed attempt moves nothing.
import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { BATCH } from '../../providers/providers.ts'
import { CHAIN } from '../onChain/port.ts'
import { cardKind } from '@tianping/contract/cards/facts'
import { payoutLabels, payoutState } from '@tianping/contract/cashier/facts'
import { everyState, nameOf } from '@tianping/contract/facts'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { ownerOf } from '../store/order.sql.ts'
import { notPayer, postPaidOut, refuseLockedCard } from '../payout.ts'
import { goingOf } from '../review.ts'
import { addPayout, lockWithdrawal, readWithdrawal } from '../store/withdrawal.sql.ts'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { Caller, ConsoleHandlers, Operator, Services } from '../../../kernel/http/services.ts'
import { mustPost, type Actor } from '../../../ledger/ledger.ts'
import { refuseHeld } from '../../holds/holds.ts'
import { notify } from '../../message/message.ts'
import { aboutWithdrawals } from '../about.ts'
import { anyCard } from '../../cards/cards.ts'
import { maskedNumber, openNumber } from '../../../kernel/cardNumber.ts'
import { figuresOf } from '../../risk/risk.ts'
import {
  claim,
  decide,
  decideLocked,
  deciderOf,
  type Queue,
} from '../../../kernel/operator/queue.ts'
import { seesFull } from '../../../kernel/operator/unmask.ts'
import { maskedName } from '../../../kernel/operator/mask.ts'
import { narrowedOf, statesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { judgePayout, sendingOf } from '../sending/judge.ts'
import { refuseSaidPaid, takeForProvider } from '../sending/take.ts'
import {
  latestPayout,
  markReturned,
  payoutRows,
  payoutsOf,
  saidFailedBy,
  settlePayout,
  takeReference,
  type Payout,
  type PayoutListed,
  type PayoutState,
} from '../store/payouts.sql.ts'

/** The states of a list of payouts, as the statement takes them: the column holds the names. */
const payoutStatesOf = (body: { state?: number | undefined; states: string }): PayoutState[] =>
  statesOf(body, {
    resting: everyState,
    every: everyState,
    known: Object.values(payoutState),
  }).flatMap(each => nameOf(payoutState, each) ?? [])

const payoutRowOf = (row: PayoutListed) => ({
  out_trade_no: row.withdrawalNo,
  member_id: Number(row.memberId),
  username: row.username,
  method: row.method,
  amount: yuanOf(row.amountFen),
  receives:
    row.kind === cardKind.usdt
      ? `${formatFen(row.receivesCents)} USDT`
      : `${row.bank} ${maskedNumber(row.numberTail)}`,
  attempt: row.attemptNo,
  state: payoutState[row.state],
  provider: row.provider,
  reference: row.reference,
  created_at: beijing(row.createdAt),
  claimed_by: row.state === 'open' ? row.claimedBy : '',
  decided_by: deciderOf(row.state === 'open', row.settledBy),
  decided_at: row.settledAt ? beijing(row.settledAt) : '',
  remark: row.reason,
})

const subjectOf = (no: string) => `payout:${no}`
const membersOf = ({ memberId }: Pick<Payout, 'memberId'>) => [memberId]

const memberOf = async ({ db }: Pick<Services, 'db'>, no: string): Promise<bigint> =>
  existing(await ownerOf(db, 'withdrawal', no), 'order.not_found')

async function found({ db, clock }: Services, no: string): Promise<PayoutListed> {
  const memberId = await memberOf({ db }, no)
  return existing(await latestPayout(db, memberId, no, clock.now()), 'order.not_found')
}

/** What the signer or a provider has is settled by what became of it, and by nobody's word. */
function elsewhere(provider: string) {
  if (provider === 'by hand') return undefined
  if (provider === CHAIN) return { said: say('payout.on_chain') }
  if (provider === BATCH) return { said: say('payout.in_batch') }
  return { said: say('payout.with_provider', { provider }) }
}

/** An operator claims the withdrawal, whose newest attempt must be open. */
const claimed = (now: Date) => ({
  subjectOf: (payout: PayoutListed) => subjectOf(payout.withdrawalNo),
  lock: async (tx: Tx, { memberId, withdrawalNo }: PayoutListed) => {
    await lockWithdrawal(tx, memberId, withdrawalNo)
    return existing(await latestPayout(tx, memberId, withdrawalNo, now), 'payout.done')
  },
  closed: ({ state, provider }: PayoutListed) =>
    state === 'open' ? elsewhere(provider) : { said: say('payout.done') },
  membersOf,
})

/** The attempt that the operator saw, its order with the newest attempt, and later attempts. */
type Attempt = Payout & { order: PayoutListed; followed: boolean }
type AttemptId = { memberId: bigint; no: string; attempt: number }

async function lockAttempt(tx: Tx, id: AttemptId, now: Date): Promise<Attempt> {
  const { memberId, no, attempt } = id
  await lockWithdrawal(tx, memberId, no)
  const attempts = await payoutsOf(tx, memberId, no)
  const payout = attempts.find(each => each.attemptNo === attempt)
  const order = await latestPayout(tx, memberId, no, now)
  return {
    ...existing(payout, 'payout.not_found'),
    order: existing(order, 'payout.not_found'),
    followed: attempts.some(each => each.attemptNo > attempt),
  }
}

const attempts = (now: Date): Queue<AttemptId, Attempt> => ({
  subjectOf: ({ no }) => subjectOf(no),
  lock: (tx, id) => lockAttempt(tx, id, now),
  closed: ({ state, settledBy, provider }) => {
    if (state === 'open') return elsewhere(provider)
    const said = say('payout.settled', { by: settledBy || '系统', how: payoutLabels[state] })
    return { said, data: { state: payoutState[state] } }
  },
  membersOf,
  told: p => ({
    state: p.state,
    attempt: p.attemptNo,
    provider: p.provider,
    reference: p.reference,
    reason: p.reason,
  }),
})

/** Where to pay, in full for who may see it and has said why. */
async function payeeOf({ db, clock, settings }: Services, operator: Operator, row: PayoutListed) {
  const full = await seesFull(db, clock.now(), operator, subjectOf(row.withdrawalNo))
  const card = await anyCard(db, row.memberId, row.cardId)
  return {
    bank: card.bank,
    bank_owner: full || card.kind === cardKind.usdt ? card.bankOwner : maskedName(card.bankOwner),
    bank_no: full
      ? openNumber(settings.cardKey, row.memberId, card.numberSealed)
      : maskedNumber(card.numberTail),
  }
}

type Settling = Services & {
  operator: Operator
  caller: Caller
  body: { out_trade_no: string; attempt: number }
}
type How = {
  action: string
  state: 'paid' | 'failed'
  /** Another attempt follows. */
  reopens: boolean
  reference: string
  reason: string
  done: string
  follow: (tx: Tx, payout: PayoutListed, actor: Actor, now: Date) => Promise<void>
}

/**
 * Settles the open attempt that the operator saw, under the order's lock; what comes second finds
 * it settled.
 */
async function settle(context: Settling, how: How) {
  const {
    clock,
    operator,
    body: { out_trade_no: no, attempt },
  } = context
  const id = { memberId: await memberOf(context, no), no, attempt }
  const { state, reference, reason } = how
  const actor = { type: 'operator', id: operator.operatorId.toString() } as const
  const queue = attempts(clock.now())
  return decide(context, queue, id, {
    action: how.action,
    note: reason || reference,
    done: how.done,
    run: (tx, now) =>
      decideLocked(tx, queue, id, {
        by: { name: operator.name, now },
        repeats: payout => settledSo(payout, how, operator.name),
        apply: async payout => {
          const settled = { ...payout, state, reference, reason }
          await settlePayout(tx, { ...settled, by: operator.name, now })
          await how.follow(tx, payout.order, actor, now)
          return settled
        },
      }),
  })
}

const settledSo = (payout: Attempt, how: How, by: string) =>
  payout.state === how.state &&
  payout.settledBy === by &&
  payout.reference === how.reference &&
  payout.reason === how.reason &&
  payout.followed === how.reopens

/**
 * The letter and the posting that give a withdrawal back. Nothing more can be paid: no attempt is
 * open any longer.
 */
async function giveBack(
  tx: Tx,
  { memberId, withdrawalNo, amountFen }: PayoutListed,
  { actor, by, remark, now }: { actor: Actor; by: string; remark: string; now: Date },
) {
  await mustPost(tx, {
    memberId,
    key: `withdrawal:${withdrawalNo}:return`,
    code: 'withdrawal',
    from: { name: 'withdrawalPayable' },
    to: { name: 'memberCash' },
    amountFen,
    source: { type: 'withdrawal_order', id: withdrawalNo },
    actor,
    effectiveAt: now,
  })
  await markReturned(tx, { memberId, withdrawalNo, by, remark, now })
  await notify(
    tx,
    memberId,
    '取款未能汇出',
    `您的取款 ¥${formatFen(amountFen)} 未能汇出，金额已退回中心钱包，订单号 ${withdrawalNo}。\n原因：${remark}`,
    now,
    aboutWithdrawals,
  )
}

export const payoutHandlers = {
  'POST /api/console/payouts/list': async ({ db, clock, body }) => {
    const paging = pagingOf(body, [])
    const filter = { ...narrowedOf(body), states: payoutStatesOf(body), q: body.q, paging }
    const found = await payoutRows(db, filter, clock.now())
    return { data: keyedPage(paging, found, found.rows.map(payoutRowOf)) }
  },
  'POST /api/console/payouts/show': async ({ body, operator, ...services }) => {
    const row = await found(services, body.out_trade_no)
    const [order, card, attempts, member, sending] = await Promise.all([
      readWithdrawal(services.db, row.memberId, row.withdrawalNo),
      payeeOf(services, operator, row),
      payoutsOf(services.db, row.memberId, row.withdrawalNo),
      figuresOf({ ...services, operator }, row.memberId),
      sendingOf(services.db, row),
    ])
    return {
      data: {
        ...payoutRowOf(row),
        card,
        sending,
        approved_by: deciderOf(!order, order?.decidedBy ?? ''),
        not_payer: order ? await notPayer(services.db, order) : '',
        attempts: attempts.map(each => ({
          attempt: each.attemptNo,
          state: payoutState[each.state],
          reference: each.reference,
          reason: each.reason,
          created_at: beijing(each.createdAt),
          settled_at: each.settledAt ? beijing(each.settledAt) : '',
          settled_by: deciderOf(each.state === 'open', each.settledBy),
        })),
        member,
      },
    }
  },
  'POST /api/console/payouts/claim': async context => {
    const payout = await found(context, context.body.out_trade_no)
    return claim(context, claimed(context.clock.now()), payout, {
      action: 'payout.claim',
      refuse: tx => refuseLockedCard(tx, payout),
    })
  },
  'POST /api/console/payouts/pay': async context => {
    const {
      operator,
      body: { out_trade_no: no, reference },
    } = context
    need(reference, 'payout.reference_missing', 'reference')
    return settle(context, {
      action: 'payout.pay',
      state: 'paid',
      reopens: false,
      reference,
      reason: '',
      done: '已标记为已付款',
      follow: async (tx, payout, actor, now) => {
        await refuseLockedCard(tx, payout)
        await refuseSaidPaid(tx, payout, reference)
        const order = existing(await readWithdrawal(tx, payout.memberId, no), 'payout.not_found')
        await refuseHeld(tx, goingOf(order, now), operator.name)
        if ((await notPayer(tx, order)) === operator.name)
          throw new Refusal(say('payout.second_person'), {
            rule: 'two_persons',
          })
        const other = await takeReference(tx, { ...payout, reference })
        if (other !== no)
          throw new Refusal(say('payout.reference_used', { order: other }), { field: 'reference' })
        await postPaidOut(tx, payout, actor, now)
        await notify(
          tx,
          payout.memberId,
          '取款已汇出',
          `您的取款 ¥${formatFen(payout.amountFen)} 已汇出，订单号 ${no}。`,
          now,
          aboutWithdrawals,
        )
      },
    })
  },
  'POST /api/console/payouts/send': async context => {
    const {
      operator,
      settings,
      clock,
      body: { out_trade_no: no, attempt },
    } = context
    const id = { memberId: await memberOf(context, no), no, attempt }
    const queue = attempts(clock.now())
    return decide(context, queue, id, {
      action: 'payout.send',
      note: '',
      done: '已交通道付款，结果会自动更新',
      run: (tx, now) =>
        decideLocked(tx, queue, id, {
          by: { name: operator.name, now },
          repeats: () => false,
          apply: async payout => {
            const order = existing(
              await readWithdrawal(tx, payout.memberId, no),
              'payout.not_found',
            )
            await takeForProvider(
              tx,
              { settings },
              { order, attempt: payout, by: operator.name, now },
            )
            return lockAttempt(tx, id, now)
          },
        }),
    })
  },
  'POST /api/console/payouts/judge': async context => {
    const { body } = context
    const { out_trade_no: no, attempt, paid, reference, remark } = body
    if (paid) need(reference, 'payout.reference_missing', 'reference')
    else need(remark, 'payout.failure_missing', 'remark')
    const id = { memberId: await memberOf(context, no), no, attempt }
    return judgePayout(context, id, { paid, reference: paid ? reference : '', remark })
  },
  'POST /api/console/payouts/fail': async context => {
    const { out_trade_no: withdrawalNo, remark } = context.body
    need(remark, 'payout.failure_missing', 'remark')
    return settle(context, {
      action: 'payout.fail',
      state: 'failed',
      reopens: true,
      reference: '',
      reason: remark,
      done: '已标记为失败，等待再次付款',
      follow: async (tx, { memberId }, _actor, now) => {
        await addPayout(tx, {
          memberId,
          withdrawalNo,
          provider: 'by hand',
          state: 'open',
          reference: '',
          now,
        })
      },
    })
  },
  'POST /api/console/payouts/return': async context => {
    const {
      operator,
      body: { remark },
    } = context
    need(remark, 'payout.return_missing', 'remark')
    return settle(context, {
      action: 'payout.return',
      state: 'failed',
      reopens: false,
      reference: '',
      reason: remark,
      done: '已退回会员',
      follow: async (tx, payout, actor, now) => {
        await refuseSaidPaid(tx, payout)
        // Else one false word of the bank would pay outside and into the wallet.
        if ((await saidFailedBy(tx, payout, operator.name)) === 'handed over')
          throw new Refusal(say('payout.failed_by_you'), { rule: 'two_persons' })
        await giveBack(tx, payout, { actor, by: operator.name, remark, now })
      },
    })
  },
} satisfies ConsoleHandlers
