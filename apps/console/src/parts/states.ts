// How states look in the back office: their names and labels are facts of the contract, their tones
// are of this app. The order of the tones is the order of a list's tabs.
import {
  disputeLabels,
  disputeState,
  depositState,
  payoutLabels,
  payoutState,
} from '@tianping/contract/cashier/facts'
import { ticketLabels, ticketState } from '@tianping/contract/tickets/facts'
import { complaintLabels, complaintState } from '@tianping/contract/complaints/facts'
import { dataRequestLabels, dataRequestState } from '@tianping/contract/dataRights/facts'
import { accountLabels } from '@tianping/contract/account/facts'
import { statementLabels, statementState } from '@tianping/contract/agent/facts'
import { adjustmentLabels, caseLabels, caseState } from '@tianping/contract/books/facts'
import { refundLabels, refundState, type DepositStage } from '@tianping/contract/stages'
import { deliveryLabels, deliveryState } from '@tianping/contract/delivery/facts'
import { grantLabels, grantState } from '@tianping/contract/freeRounds/facts'
import { campaignLabels, campaignState } from '@tianping/contract/campaigns/facts'
import { journeyLabels, journeyState } from '@tianping/contract/journeys/facts'
import { giveawayLabels, giveawayState } from '@tianping/contract/giveaways/facts'
import {
  prizeLabels,
  prizeState,
  tournamentLabels,
  tournamentState,
} from '@tianping/contract/tournaments/facts'
import { reviewLabels, reviewState } from '@tianping/contract/facts'
import { payRequestLabels } from '@tianping/contract/member/facts'
import { betLabels, betStatus } from '@tianping/contract/records/facts'
import { harmLabels, harmState } from '@tianping/contract/harm/facts'
import { flagLabels, flagState } from '@tianping/contract/risk/facts'
import { hitLabels, hitState } from '@tianping/contract/screening/facts'
import { requestLabels } from '@tianping/contract/staff/facts'
import { verificationLabels, verificationState } from '@tianping/contract/verification/facts'
import { releaseLabels } from '@tianping/contract/vip/facts'
import { transferLabels, transferState, type ReturnState } from '@tianping/contract/venues/facts'
import type { Tone } from '../ui/values/Status.tsx'

export type Shown = { text: string; tone: Tone }
export type State = Shown & { state: number }

const statesOf = <Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  labels: Readonly<Record<Name, string>>,
  tones: Readonly<Record<Name, Tone>>,
): readonly State[] =>
  (Object.keys(tones) as Name[]).map(name => ({
    state: numbers[name],
    text: labels[name],
    tone: tones[name],
  }))

const reviewTones = { waiting: 'waiting', approved: 'good', rejected: 'bad' } as const

export const orderStates = statesOf(reviewState, reviewLabels, reviewTones)
export const adjustmentStates = statesOf(reviewState, adjustmentLabels, reviewTones)
export const requestStates = statesOf(reviewState, requestLabels, reviewTones)
export const payRequestStates = statesOf(reviewState, payRequestLabels, reviewTones)
export const protectionRequestStates = statesOf(reviewState, reviewLabels, reviewTones)
export const releaseStates = statesOf(reviewState, releaseLabels, reviewTones)
export const payoutStates = statesOf(payoutState, payoutLabels, {
  open: 'waiting',
  paid: 'good',
  failed: 'bad',
})
export const disputeStates = statesOf(disputeState, disputeLabels, {
  open: 'waiting',
  won: 'good',
  lost: 'bad',
  accepted: 'plain',
  lifted: 'plain',
})
export const refundStates = statesOf(refundState, refundLabels, {
  waiting: 'waiting',
  done: 'good',
})

const stageTones: Readonly<Record<DepositStage, Tone>> = {
  unpaid: 'plain',
  confirming: 'waiting',
  wrong_amount: 'waiting',
  credited: 'good',
  credited_late: 'good',
  rejected: 'bad',
  expired: 'plain',
  refunding: 'waiting',
  paid_again: 'waiting',
  refunded: 'plain',
}
/** A deposit as its member reads it. */
export const stageShown = (order: { stage: DepositStage; stage_words: string }): Shown => ({
  text: order.stage_words,
  tone: stageTones[order.stage],
})
export const statementStates = statesOf(statementState, statementLabels, {
  waiting: 'waiting',
  paid: 'good',
  rejected: 'bad',
  empty: 'plain',
})
/** How a game's return stands to its mathematics. */
export const returnTones: Readonly<Record<ReturnState, Tone>> = {
  within: 'good',
  over: 'bad',
  under: 'bad',
  unpublished: 'plain',
}
export const deliveryStates = statesOf(deliveryState, deliveryLabels, {
  waiting: 'waiting',
  sent: 'good',
  failed: 'bad',
  expired: 'plain',
})
export const caseStates = statesOf(caseState, caseLabels, { open: 'waiting', resolved: 'good' })
export const complaintStates = statesOf(complaintState, complaintLabels, {
  open: 'waiting',
  answered: 'good',
  deadlock: 'bad',
  withdrawn: 'plain',
})
export const grantStates = statesOf(grantState, grantLabels, {
  waiting: 'waiting',
  sending: 'waiting',
  open: 'good',
  settling: 'waiting',
  paid: 'plain',
  rejected: 'bad',
  forfeiting: 'waiting',
  forfeited: 'bad',
  failed: 'bad',
})
export const tournamentStates = statesOf(tournamentState, tournamentLabels, {
  waiting: 'waiting',
  approved: 'good',
  rejected: 'bad',
  frozen: 'waiting',
  closed: 'plain',
})
export const campaignStates = statesOf(campaignState, campaignLabels, {
  waiting: 'waiting',
  approved: 'good',
  rejected: 'bad',
  paused: 'bad',
  ended: 'plain',
})
export const journeyStates = statesOf(journeyState, journeyLabels, {
  waiting: 'waiting',
  approved: 'good',
  rejected: 'bad',
  paused: 'bad',
  ended: 'plain',
})
export const giveawayStates = statesOf(giveawayState, giveawayLabels, {
  waiting: 'waiting',
  approved: 'good',
  rejected: 'bad',
  stopped: 'plain',
})
export const prizeStates = statesOf(prizeState, prizeLabels, {
  none: 'plain',
  waiting: 'waiting',
  paid: 'good',
  forfeited: 'bad',
})
export const ticketStates = statesOf(ticketState, ticketLabels, {
  open: 'waiting',
  solved: 'good',
  complained: 'bad',
})
export const dataRequestStates = statesOf(dataRequestState, dataRequestLabels, {
  waiting: 'waiting',
  approved: 'good',
  rejected: 'bad',
})
export const flagStates = statesOf(flagState, flagLabels, {
  open: 'waiting',
  confirmed: 'bad',
  dismissed: 'good',
})
/** What a member still collects is in no list. */
export const verificationStates = statesOf(verificationState, verificationLabels, {
  waiting: 'waiting',
  more: 'plain',
  approved: 'good',
  rejected: 'bad',
  reversed: 'bad',
  collecting: 'plain',
}).filter(({ state }) => state !== verificationState.collecting)
export const hitStates = statesOf(hitState, hitLabels, {
  open: 'waiting',
  confirmed: 'bad',
  dismissed: 'good',
})
export const harmStates = statesOf(harmState, harmLabels, {
  open: 'waiting',
  eased: 'good',
  confirmed: 'bad',
})
export const transferStates = statesOf(transferState, transferLabels, {
  pending: 'waiting',
  done: 'good',
  failed: 'bad',
})
export const betStates = statesOf(betStatus, betLabels, {
  settled: 'good',
  open: 'waiting',
  void: 'plain',
})
/** States to choose from. */
export const optionsOf = (states: readonly Pick<State, 'state' | 'text'>[]) =>
  states.map(({ state, text }) => ({ value: state, label: text }))
export const betOptions = optionsOf(betStates)

/** The choice of every state beside the states themselves, by the number that a list takes. */
export const everyOf = (state: number): State => ({ state, text: '全部', tone: 'plain' })

/** How an item stands. */
export const statusIn = (states: readonly State[], state: number): Shown =>
  states.find(each => each.state === state) ?? { text: `状态 ${state}`, tone: 'plain' }

/** How an order stands. One that nobody has paid yet waits for the member, not for an operator. */
export const orderState = (state: number, waitsFor?: string): Shown =>
  state === depositState.waiting && waitsFor === 'provider'
    ? { text: '待付款', tone: 'plain' }
    : statusIn(orderStates, state)

type Decided = { state: number; proposed_by?: string; decided_by?: string }
/** How it was decided. Nobody decides on their own: what its proposer ended was taken back. */
export const decidedState = (states: readonly State[], item: Decided): Shown =>
  item.state === reviewState.rejected && item.proposed_by && item.decided_by === item.proposed_by
    ? { text: '已撤回', tone: 'plain' }
    : statusIn(states, item.state)

/** Whether an account that money is paid to is the member's own. */
export const holderStates = {
  match: { text: '与实名一致', tone: 'good' },
  differs: { text: '与实名不一致', tone: 'bad' },
  confirmed: { text: '会员已确认为本人地址', tone: 'good' },
  unconfirmed: { text: '未确认', tone: 'waiting' },
} as const satisfies Record<string, Shown>

/** How an account of a member or an operator stands. */
export const accountStates = {
  active: { text: accountLabels.active, tone: 'good' },
  locked: { text: accountLabels.locked, tone: 'bad' },
} as const satisfies Record<string, Shown>
