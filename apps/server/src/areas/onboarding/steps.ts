import type { Given } from '@tianping/contract'
import { cardKind } from '@tianping/contract/cards/facts'
import { topicOf } from '@tianping/contract/protection/facts'
import { yuanOf } from '@tianping/money'
import type { Services } from '../../kernel/http/services.ts'
import { hasOncePayPassword } from '../account/account.ts'
import { shownTitles } from '../activity/activity.ts'
import { boundCards } from '../cards/cards.ts'
import { firstCredited, newestWaiting } from '../cashier/cashier.ts'
import { lobbySetting } from '../games/games.ts'
import {
  careOf,
  limitsOf,
  protectionSetting,
  standingOf,
  stoppedAmong,
  whoMayBenefit,
} from '../protection/protection.ts'
import { beginSteps, shownOf, type Show } from './store/onboarding.sql.ts'

type Steps = Given<'POST /api/onboarding'>
type Asked = Pick<Services, 'db' | 'clock'> & { memberId: bigint }

/** What is answered to whom no steps are shown: nothing of the member's stands in it. */
export const NO_STEPS: Steps = {
  shown: 'none',
  safety: { state: 'todo', limit: null, change: false },
  card: { state: 'todo', label: '' },
  deposit: { state: 'todo', amount: null, activity: null },
}

async function safetyOf({ db, clock, memberId }: Asked): Promise<Steps['safety']> {
  const [care, limits, setting, change] = await Promise.all([
    careOf(db, memberId),
    limitsOf(db, memberId, clock.now()),
    protectionSetting(db),
    hasOncePayPassword(db, memberId),
  ])
  const set = limits.find(({ kind, amount }) => topicOf(kind) === 'deposit' && amount !== null)
  // Put off counts as asked: the question comes once more before the second deposit.
  const asked =
    set !== undefined ||
    care.promptAnsweredAt !== null ||
    care.promptSkips > 0 ||
    !setting.depositPrompt
  return {
    state: asked && !change ? 'done' : 'todo',
    limit: set && set.amount !== null ? { kind: set.kind, amount: yuanOf(set.amount) } : null,
    change,
  }
}

async function cardOf({ db, memberId }: Asked): Promise<Steps['card']> {
  const [card] = await boundCards(db, memberId)
  if (!card) return { state: 'todo', label: '' }
  const name = card.kind === cardKind.usdt ? 'USDT 地址' : card.bank
  return { state: 'done', label: `${name} 尾号 ${card.numberTail}` }
}

async function depositOf(asked: Asked, first: boolean): Promise<Steps['deposit']> {
  const { db, memberId } = asked
  if (first) return { state: 'done', amount: null, activity: null }
  const waiting = await newestWaiting(db, memberId)
  if (waiting) return { state: 'waiting', amount: yuanOf(waiting.amountFen), activity: null }
  return { state: 'todo', amount: null, activity: await activityOf(asked) }
}

/** The activity of first deposits while it is shown, for members who may be rewarded. */
async function activityOf({ db, clock, memberId }: Asked) {
  const { firstActivity } = await lobbySetting(db)
  if (firstActivity === 0) return null
  const may = await whoMayBenefit(db, [memberId], clock.now())
  if (may.length === 0) return null
  return (await shownTitles(db, clock.now())).find(({ id }) => id === firstActivity) ?? null
}

/** Nothing leads to a deposit who is on a break, excluded, leaving, or left alone with offers. */
async function isLeftAlone({ db, clock, memberId }: Asked): Promise<boolean> {
  const { blocked, closingAt } = await standingOf(db, memberId, clock.now())
  return blocked || closingAt !== null || (await stoppedAmong(db, [memberId])).size > 0
}

const shownNow = (show: Show, done: boolean): Steps['shown'] => {
  if (show === 'closed') return 'none'
  return done ? 'done' : show
}

/**
 * The steps of a member. They begin before the first deposit only: members of longer standing are
 * not led through what they have done otherwise.
 */
export async function stepsOf(asked: Asked): Promise<Steps> {
  const { db, clock, memberId } = asked
  const known = await shownOf(db, memberId)
  if (known === 'closed' || !(await lobbySetting(db)).onboarding) return NO_STEPS
  const first = (await firstCredited(db, memberId)) !== undefined
  if (known === undefined && first) return NO_STEPS
  if (await isLeftAlone(asked)) return NO_STEPS
  if (known === undefined) await beginSteps(db, memberId, clock.now())
  const [safety, card, deposit] = await Promise.all([
    safetyOf(asked),
    cardOf(asked),
    depositOf(asked, first),
  ])
  const done = [safety, card, deposit].every(({ state }) => state === 'done')
  return { shown: shownNow(known ?? 'steps', done), safety, card, deposit }
}
