// All rows, and the leaves that have no edge.
import { TAKEN, type Table } from './edge.ts'
import { activityEdges } from './tables/activity.ts'
import { cashierEdges, payeeEdges, payoutEdges } from './tables/cashier.ts'
import { chainEdges, paymentEdges, providerEdges, venueEdges } from './tables/outside.ts'
import {
  agentEdges,
  levelEdges,
  lobbyEdges,
  rebateEdges,
  redPacketDays,
  redPacketEdges,
  turnoverEdges,
  vipEdges,
} from './tables/promotions.ts'
import { protectionEdges, riskEdges, verificationEdges } from './tables/protection.ts'
import { retentionEdges, securityEdges } from './tables/security.ts'
import {
  complaintEdges,
  rateEdges,
  siteEdges,
  ticketEdges,
  venueLimitEdges,
} from './tables/service.ts'
import { careEdges, caseEdges, complianceEdges, dutyEdges, harmEdges } from './tables/watched.ts'

/** The next offer to a member who had so many: apps/server/test/rights/offers.test.ts. */
const FULL = '这些会员近 7 天收到的优惠已达上限（2 条）'
const offers: Table = { 'protection.offersAWeek': [2, TAKEN, FULL, FULL] }

/** What a day has cost with the greatest packet of a tier (test/redpacket/redpacket.test.ts). */
const redPackets: Table = {
  'redpacket.dayBudgetFen': [100_00, TAKEN, TAKEN, '今日红包已发完，明天请早'],
}

/** Stakes of a gift of free rounds, and what they won (test/promotions/freeRounds.test.ts). */
const freeRounds: Table = {
  'free_rounds.monthFen': [10_00, TAKEN, TAKEN, 'free_rounds.budget'],
  'free_rounds.secondFromFen': [
    10_00,
    TAKEN,
    'waits for another operator',
    'waits for another operator',
  ],
  'free_rounds.maxPaidFen': [1, 'paid whole', 'paid whole', 'paid as 1'],
}

/** A tournament's budget, and a bet that settles late (test/promotions/tournaments.test.ts). */
const tournaments: Table = {
  'tournaments.monthFen': [200_00, TAKEN, TAKEN, 'tournament.month_budget'],
  'tournaments.settleMinutes': [40, 'counts', 'counts', 'counts no more'],
}

/** Turnover at the last day of a gift (test/wagering/ends.test.ts). */
const wagering: Table = { 'wagering.giftDays': [3, 'counts', '', ''] }

/** A campaign's budget (test/promotions/campaigns.test.ts). */
const campaigns: Table = {
  'campaigns.monthFen': [200_00, TAKEN, TAKEN, 'campaign.month_budget'],
}

/** A journey's budget (test/promotions/journeys.test.ts). */
const journeys: Table = {
  'journeys.monthFen': [200_00, TAKEN, TAKEN, 'journey.month_budget'],
}

/** A giveaway's budget (test/promotions/packetWindows.test.ts). */
const giveaways: Table = {
  'giveaways.monthBudgetFen': [100_00, TAKEN, TAKEN, 'giveaway.month_budget'],
}

export const tables: Table[] = [
  offers,
  freeRounds,
  redPackets,
  tournaments,
  wagering,
  campaigns,
  journeys,
  giveaways,
  cashierEdges,
  payeeEdges,
  payoutEdges,
  harmEdges,
  complianceEdges,
  dutyEdges,
  providerEdges,
  venueEdges,
  chainEdges,
  securityEdges,
  retentionEdges,
  redPacketEdges,
  redPacketDays,
  levelEdges,
  vipEdges,
  rebateEdges,
  turnoverEdges,
  agentEdges,
  lobbyEdges,
  protectionEdges,
  riskEdges,
  verificationEdges,
  activityEdges,
  complaintEdges,
  ticketEdges,
  siteEdges,
  rateEdges,
  venueLimitEdges,
  careEdges,
  caseEdges,
  paymentEdges,
]

/** Leaves without an edge, by the reason; a rule's name alone stands for all its leaves. */
export const noEdge: Record<string, string[]> = {
  'a rate, a fee or a share: every amount is reckoned by it': [
    'cashier.methods[].channelFee',
    'cashier.usdtrate',
    'usdtRates.depositSpread',
    'usdtRates.withdrawSpread',
    'usdtRates.byHand.rate',
    'cashier.withdrawusdtrate',
    'vip_levels[].realperson',
    'vip_levels[].sport',
    'vip_levels[].e_sport',
    'vip_levels[].joker',
    'vip_levels[].electron',
    'vip_levels[].lottery',
    'agent.tiers[].hundredths',
    'activity.bonus.percent.hundredths',
    'profiles.rates.GBP',
    'profiles.rates.EUR',
    'provider.feeRate',
    'provider.feeFen',
    'provider.payoutFeeRate',
    'provider.payoutFeeFen',
  ],
  'an amount that is given as it is': [
    'activity.bonus.fixed.fen',
    'activity.bonus.by_vip.fen[]',
    'activity.bonus.by_streak.fen[]',
    'activity.bonus.per_friend.fen',
    'activity.bonus.per_friend.friendFen',
    'activity.bonus.free_rounds.stakeFen',
    'activity.bonus.free_rounds.rounds',
    'activity.bonus.free_rounds.days',
    'jackpots.pools[].shareHundredths',
    'jackpots.pools[].seedFen',
    'jackpots.pools[].boundFen',
    'free_rounds.levelGifts[].stakeFen',
    'free_rounds.levelGifts[].rounds',
    'free_rounds.levelGifts[].days',
    'free_rounds.levelGifts[].vip',
    'free_rounds.turnoverTimes',
  ],
  'points of a sum, whose levels have rows': [
    'harm.netDeposit.points',
    'harm.depositGrowth.points',
    'harm.chasing.points',
    'harm.stakesUp.points',
    'harm.longHours.points',
    'harm.night.points',
    'harm.longStretch.points',
    'harm.limitRaises.points',
    'harm.raisedAtLimit.points',
    'harm.breaks.points',
    'harm.words.points',
    'harm.crisis.points',
    'harm.bonusAsks.points',
    'harm.complaints.points',
    'harm.reversed.points',
    'harm.backAgain.points',
    'harm.methods.points',
    'harm.failedDeposits.points',
    'harm.vulnerable.points',
  ],
  'a weight: what counts is reckoned by it (test/wagering/weights.test.ts)': [
    'wagering.weights.realbet',
    'wagering.weights.sport',
    'wagering.weights.gaming',
    'wagering.weights.joker',
    'wagering.weights.concise',
    'wagering.weights.lottery',
    'wagering.overrides[].counts',
  ],
  'an order or a weight among several': ['provider.priority', 'provider.weight'],
  'the number of a row': [
    'lobby.firstActivity',
    'provider.key',
    'provider.previousKey',
    'venue.key',
    'venue.previousKey',
  ],
  'a place in a file': [
    'payout_layouts.layouts[].results.skipRows',
    'payout_layouts.layouts[].results.noColumn',
    'payout_layouts.layouts[].results.amountColumn',
    'payout_layouts.layouts[].results.statusColumn',
    'payout_layouts.layouts[].results.referenceColumn',
    'payout_layouts.layouts[].results.reasonColumn',
    'bank_layouts.layouts[].skipRows',
    'bank_layouts.layouts[].dateColumn',
    'bank_layouts.layouts[].amountColumn',
    'bank_layouts.layouts[].outColumn',
    'bank_layouts.layouts[].directionColumn',
    'bank_layouts.layouts[].payerColumn',
    'bank_layouts.layouts[].payerNoColumn',
    'bank_layouts.layouts[].referenceColumn',
    'bank_layouts.layouts[].noteColumn',
  ],
  'a pace or a size of work, whose result is the same': [
    'chain.blocksAtOnce',
    'venue.feedSeconds',
    'security.proofSteps',
    'usdtRates.sources[].timeoutMs',
    'usdtRates.everySeconds',
  ],
  'shown and nothing else': ['cashier.methods[].creditMinutes', 'verification.answerHours'],
}
