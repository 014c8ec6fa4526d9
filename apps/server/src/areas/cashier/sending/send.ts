// Hands payouts to their providers and asks how they stand. A payout keeps its number, so asking
// again after an unknown outcome is the same payout to the provider; it never goes to another one.
import { transaction, type Tx } from '@tianping/database'
import { openNumber } from '../../../kernel/cardNumber.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Services } from '../../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../../kernel/jobs/eachAlone.ts'
import { anyCard } from '../../cards/cards.ts'
import { ProviderRefused, ProviderUnreached } from '../../providers/providers.ts'
import { sendingProvider, type SendingProvider } from '../provider.ts'
import { secondFromFen } from '../secondApproval.ts'
import { latestPayout } from '../store/payouts.sql.ts'
import {
  backInQueue,
  duePayouts,
  lockProviderPayout,
  noteLooked,
  noteNext,
  openForProviders,
  providerPayout,
  takeTurn,
  type PayoutKey,
  type ProviderPayout,
} from '../store/providerPayout.sql.ts'
import { lockWithdrawal } from '../store/withdrawal.sql.ts'
import { approveAutomatically } from './automatic.ts'
import { failPayout, takeWord, type Word } from './settle.ts'
import { payoutSetting } from './setting.ts'
import { refuseUnsent, takeForProvider } from './take.ts'

const AT_ONCE = 20
/** A turn is over after this long, whatever became of whoever had it. */
const TURN_MS = 60_000
const FIRST_MS = 5_000
const LONGEST_MS = 600_000
/** Some two days of questions; then it is for two persons. */
export const MOST_TRIES = 300
/** Calls that reached nobody; then a person pays. */
const MOST_UNREACHED = 5

/** One turn: what is approved without a person, what goes out, and how the open ones stand. */
export const runPayouts = (services: Services): Promise<number> =>
  partsAlone([
    () => approveAutomatically(services),
    () => takeOpen(services),
    () => advanceDue(services),
  ])

async function advanceDue(services: Services): Promise<void> {
  const { db, clock } = services
  const now = clock.now()
  const due = await duePayouts(db, now, MOST_TRIES, AT_ONCE)
  await eachAlone(due, async ({ payoutNo }) => {
    try {
      await advancePayout(services, payoutNo)
    } catch (error) {
      const nextAt = new Date(now.getTime() + LONGEST_MS)
      await noteNext(db, { payoutNo, said: '未能处理，稍后再试', nextAt })
      throw error
    }
  })
}

async function takeOpen(services: Services): Promise<number> {
  const { db, clock } = services
  const { sendUpToFen } = (await payoutSetting(db)).value
  if (sendUpToFen === 0) return 0
  const second = await secondFromFen(db)
  // What takes two persons is sent by one.
  const most = BigInt(sendUpToFen) < second ? BigInt(sendUpToFen) : second - 1n
  const done = await eachAlone(await openForProviders(db, most, AT_ONCE), async key => {
    const now = clock.now()
    // Noted beforehand: one that fails comes last as well.
    await noteLooked(db, key, now)
    return unlessRefused(() => transaction(db, tx => takeOne(tx, services, key, now)))
  })
  return done.filter(Boolean).length
}

async function takeOne(tx: Tx, services: Services, key: PayoutKey, now: Date): Promise<boolean> {
  const { memberId, withdrawalNo } = key
  const order = await lockWithdrawal(tx, memberId, withdrawalNo)
  const attempt = await latestPayout(tx, memberId, withdrawalNo, now)
  if (attempt?.state !== 'open' || attempt.provider !== 'by hand' || attempt.claimedBy !== '')
    return false
  await takeForProvider(tx, services, { order, attempt, by: '', now })
  return true
}

async function unlessRefused(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Asks the provider of one payout, and books what it says. */
export async function advancePayout(services: Services, payoutNo: string): Promise<void> {
  const { db, clock, bus, log } = services
  const known = await providerPayout(db, payoutNo)
  if (!known) return
  const provider = await sendingProvider(services, known.provider)
  if (!(await begin(services, known, provider?.place ?? ''))) return
  const nextAt = new Date(clock.now().getTime() + waitOf(known.tries))
  const said = await ask(services, provider, known)
  if (said.kind === 'word') {
    await transaction(db, tx => takeWord(tx, known, said.word, clock.now()))
    await noteNext(db, { payoutNo, said: said.word.said, nextAt })
    bus.publish('member', [known.memberId.toString()])
    return
  }
  log.warn(
    { payout: payoutNo, provider: known.provider, said: said.said },
    'a payout is not settled',
  )
  // What may have been sent before is asked about until the provider says what became of it.
  if (said.kind === 'unreached' && known.state === 'queued') {
    if (known.tries + 1 < MOST_UNREACHED) await backInQueue(db, { payoutNo, ...said, nextAt })
    else await giveUp(services, known)
    return
  }
  await noteNext(db, { payoutNo, said: said.said, nextAt })
}

const waitOf = (tries: number) => Math.min(FIRST_MS * 2 ** Math.min(tries, 10), LONGEST_MS)

/** Takes the turn. What has not left yet is asked once more whether it may. */
async function begin(
  { db, clock }: Services,
  known: ProviderPayout,
  place: string,
): Promise<boolean> {
  const { payoutNo, memberId, withdrawalNo } = known
  const now = clock.now()
  return transaction(db, async tx => {
    const order = await lockWithdrawal(tx, memberId, withdrawalNo)
    const payout = await lockProviderPayout(tx, payoutNo)
    if (payout.state === 'queued') {
      try {
        await refuseUnsent(tx, order, payout.askedBy, now)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await failPayout(tx, payout, { said: error.message.slice(0, 300), says: '', by: '', now })
        return false
      }
    }
    return takeTurn(tx, { payoutNo, place, now, until: new Date(now.getTime() + TURN_MS) })
  })
}

async function giveUp(
  { db, clock }: Services,
  { payoutNo, memberId, withdrawalNo }: ProviderPayout,
) {
  await transaction(db, async tx => {
    await lockWithdrawal(tx, memberId, withdrawalNo)
    const payout = await lockProviderPayout(tx, payoutNo)
    if (payout.state === 'sent' && payout.says === '')
      await failPayout(tx, payout, {
        said: '通道无法连接，未汇出',
        says: '',
        by: '',
        now: clock.now(),
      })
  })
}

type Said = { kind: 'word'; word: Word } | { kind: 'unreached' | 'unknown'; said: string }

async function ask(
  services: Services,
  provider: SendingProvider | undefined,
  payout: ProviderPayout,
): Promise<Said> {
  const { port, place } = provider ?? {}
  if (!port?.payout || !port.queryPayout)
    return { kind: 'unknown', said: '通道没有付款接口、密钥或通过测试的配置' }
  try {
    if (payout.state === 'sent') {
      const { state, ...rest } = await port.queryPayout(payout.payoutNo)
      if (state !== 'none') return { kind: 'word', word: { outcome: state, ...rest } }
      if (payout.sentTo !== '' && payout.sentTo !== place)
        return { kind: 'unknown', said: '通道已换地址，新地址没有该付款，请向通道查明' }
    }
    const { state, ...rest } = await port.payout(await payeeOf(services, payout))
    if (state === 'none') return { kind: 'unknown', said: '通道未确认收到' }
    return { kind: 'word', word: { outcome: state, ...rest } }
  } catch (error) {
    return failure(error)
  }
}

function failure(error: unknown): Said {
  const said = (error instanceof Error ? error.message : String(error)).slice(0, 200)
  if (error instanceof ProviderRefused)
    return { kind: 'word', word: { outcome: 'failed', reference: '', amountFen: 0n, said } }
  return { kind: error instanceof ProviderUnreached ? 'unreached' : 'unknown', said }
}

/** Whom it reaches; the number is opened for the call and kept nowhere else. */
async function payeeOf({ db, settings }: Services, payout: ProviderPayout) {
  const { memberId, withdrawalNo, payoutNo, amountFen } = payout
  const { cardId } = await transaction(db, tx => lockWithdrawal(tx, memberId, withdrawalNo))
  const card = await anyCard(db, memberId, cardId)
  return {
    payoutNo,
    amountFen,
    bank: card.bank,
    owner: card.bankOwner,
    account: openNumber(settings.cardKey, memberId, card.numberSealed),
  }
}
