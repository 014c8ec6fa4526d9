import { sweepExpired } from './areas/account/store/session.sql.ts'
import {
  deliverDue,
  forwardLetters,
  postOffers,
  sweepContactCodes,
} from './areas/delivery/delivery.ts'
import { makeDueStatements } from './areas/agent/statements.ts'
import { runJackpots } from './areas/jackpots/jackpots.ts'
import { sendPlanned } from './areas/message/message.ts'
import { runBonusEnds } from './areas/bonus/bonus.ts'
import { runCampaigns } from './areas/campaigns/campaigns.ts'
import { runJourneys } from './areas/journeys/journeys.ts'
import { runTournaments, tellVenues } from './areas/tournaments/tournaments.ts'
import { runFreeRounds } from './areas/freeRounds/freeRounds.ts'
import { countGameHeat } from './areas/games/games.ts'
import { runDuties } from './areas/duties/duties.ts'
import { runClosing } from './areas/closing/job.ts'
import { endSilent } from './areas/tickets/tickets.ts'
import { runComplaints } from './areas/complaints/complaints.ts'
import {
  runCompliance,
  runComplianceDay,
  runReports,
  runRetentionDay,
} from './areas/compliance/compliance.ts'
import { runDataRights, runExports } from './areas/dataRights/dataRights.ts'
import { runReconciliations } from './areas/books/console/cases.ts'
import { scheduleRailDays } from './areas/books/railDays/schedule.ts'
import { scheduleReconciliation } from './areas/books/console/dailyJobs.ts'
import { runProgramCheck } from './kernel/security/programChecks.ts'
import type { Services } from './kernel/http/services.ts'
import { rollUpHouse } from './ledger/reconcile.ts'
import {
  checkHelpLinks,
  endOverdue,
  recallBlocked,
  runProtectionRequests,
} from './areas/responsible/responsible.ts'
import { runRebates } from './areas/rebate/calculateRebates.ts'
import { liftUnconfirmed } from './areas/cashier/cashier.ts'
import { runPayouts } from './areas/cashier/sending/send.ts'
import { runVipReview } from './areas/vip/vipReview.ts'
import { repeatRegister } from './areas/protection/nationalRegister.ts'
import { startChecks } from './areas/verification/checks.ts'
import { runVerificationDay } from './areas/verification/daily.ts'
import { runHarm } from './areas/harm/job.ts'
import { keepLiability, rollUpFacts, runScheduledReports } from './areas/figures/figures.ts'
import { runRisk } from './areas/risk/flags.ts'
import { leaveChain, runSigner, watchChain } from './areas/chain/chain.ts'
import { readRates } from './areas/rates/rates.ts'
import { runCases } from './areas/cases/cases.ts'
import { runScreening } from './areas/screening/jobs.ts'
import { lookAtBeacons } from './areas/venues/beacons.ts'
import { retryBets } from './areas/venues/bets/aside.ts'
import { feedTurn } from './areas/venues/feed.ts'
import { bringDueHome } from './areas/venues/leaving.ts'
import { countReturns } from './areas/venues/returns/countReturns.ts'
import { forgetRounds } from './areas/venues/store/transaction.sql.ts'
import { checkPendingTransfers } from './areas/venues/transfer.ts'
import { measureJobs } from './kernel/jobs/measured.ts'
import { poll, type Poller } from './kernel/jobs/poller.ts'
import { sealContacts } from './sealedColumns.ts'

const FEED_MS = 1_000
const VENUES_MS = 3_000
const TRANSFERS_MS = 1_000
/** How often money of games that were left is looked for. */
const HOME_MS = 1_000
/** How soon a provider is asked to check who a member is. */
const CHECKS_MS = 2_000
/** How soon a register that did not answer is asked again. */
const REGISTER_MS = 5_000
/** How soon a letter or a text message leaves. */
const DELIVERY_MS = 1_000
/** How often links to help are looked for that are due. */
const LINKS_MS = 600_000
/** How soon an offer begins to go out. */
const OFFERS_MS = 3_000
/** How often the clocks of complaints and of requests about data are looked at. */
const RIGHTS_MS = 60_000
/** How soon a copy of a member's data is begun. */
const EXPORT_MS = 3_000
/** How often an account that is being closed is looked for. */
const CLOSING_MS = 5_000
/** How often the calendar of duties is looked at. */
const DUTIES_MS = 3_600_000
/** How often deadlines of incidents and void rounds are looked at. */
const COMPLIANCE_MS = 30_000
/** How soon a report that was asked for is begun. */
const REPORTS_MS = 2_000
/** How often it is looked whether hot games are due to be counted. */
const HEAT_MS = 60_000
/** How soon free rounds go to their venue, and are paid once they are played. */
const FREE_ROUNDS_MS = 2_000
/** How often venues are asked for their pools, which members see no older than 30 s. */
const JACKPOTS_MS = 10_000
const BEACONS_MS = 30_000
/** How soon a settled bet is in a standing, after the facts. */
const TOURNAMENTS_MS = 3_000
/** How soon a bonus ends with an exclusion or after its last day, once all money is home. */
const BONUS_ENDS_MS = 10_000
/** How soon a campaign begins to give. */
const CAMPAIGNS_MS = 3_000
/** How soon a journey is looked at that is due. */
const JOURNEYS_MS = 5_000
/** How soon after its moment a planned letter is sent. */
const PLANNED_MS = 5_000
const SWEEP_MS = 600_000
const ROLL_UP_MS = 60_000
/** How soon what happened is in the figures of its day. */
const FACTS_MS = 5_000
/** How soon play ends whose limit of time is over. */
const OVERDUE_MS = 1_000
const RECALL_MS = 60_000
/** How often everybody is looked at by the rules of risk. */
const RISK_MS = 600_000
/** How often, from the start on, the program is compared with its release. */
const PROGRAM_MS = 86_400_000
/** How often bets are tried again that could not be kept. */
const ASIDE_MS = 60_000
/** How often what games returned is counted. */
const RETURNS_MS = 60_000
/** How soon a new member or name is compared with the lists, and alerts become cases. */
const SCREENING_MS = 3_000
/** How soon a new block is read, and a task goes to the signer. */
const CHAIN_MS = 2_000
/** How soon a source of the USDT rate is asked that is due. */
const RATES_MS = 2_000
/** How soon a payout goes to its provider, or is asked about. */
const PAYOUTS_MS = 2_000
/** How soon a dispute is lifted that nobody confirmed. */
const DISPUTES_MS = 30_000
const CASES_MS = 15_000
/** How often players are looked at by the markers of harm. */
const HARM_MS = 300_000
/** How soon a reconciliation that was asked for, by a person or by its hour, begins. */
const RECONCILIATION_MS = 3_000
/** How often the works of the day look whether their time has come. */
const DAILY_MS = 15_000

/** How often contacts are looked for that an earlier release has written plain. */
const CONTACTS_MS = 600_000

type Work = (services: Services) => Promise<number>

/**
 * What runs beside the calls: the name in the log, how often it is looked at, and the work. A work
 * that answers more than zero did a part of what is due and goes on at once.
 */
export const works: readonly [name: string, everyMs: number, work: Work][] = [
  ['pending transfers', TRANSFERS_MS, checkPendingTransfers],
  ['money of left games', HOME_MS, bringDueHome],
  ['offers by mail and SMS', OFFERS_MS, postOffers],
  ['planned letters', PLANNED_MS, sendPlanned],
  ['letters to browsers and mailboxes', DELIVERY_MS, forwardLetters],
  ['contacts to seal', CONTACTS_MS, sealContacts],
  ['vip', DAILY_MS, runVipReview],
  ['rebate', DAILY_MS, runRebates],
  ['verification', DAILY_MS, runVerificationDay],
  ['national register', REGISTER_MS, repeatRegister],
  ['identity checks', CHECKS_MS, startChecks],
  ['agent statements', DAILY_MS, makeDueStatements],
  [
    'house roll-up',
    ROLL_UP_MS,
    async services => {
      await rollUpHouse(services.db)
      return 0
    },
  ],
  ['facts', FACTS_MS, rollUpFacts],
  ['liability by day', FACTS_MS, keepLiability],
  ['scheduled reports', DAILY_MS, runScheduledReports],
  ['play over time', OVERDUE_MS, endOverdue],
  ['money of blocked members', RECALL_MS, recallBlocked],
  ['complaints', RIGHTS_MS, runComplaints],
  ['silent conversations', RIGHTS_MS, endSilent],
  ['protection requests', RIGHTS_MS, runProtectionRequests],
  ['links to help', LINKS_MS, checkHelpLinks],
  ['data rights', RIGHTS_MS, runDataRights],
  ['data exports', EXPORT_MS, runExports],
  ['compliance', COMPLIANCE_MS, runCompliance],
  ['compliance day', DAILY_MS, runComplianceDay],
  ['retention', DAILY_MS, runRetentionDay],
  ['reports', REPORTS_MS, runReports],
  ['closing', CLOSING_MS, runClosing],
  ['duties', DUTIES_MS, runDuties],
  ['harm', HARM_MS, runHarm],
  ['risk', RISK_MS, runRisk],
  ['bets set aside', ASIDE_MS, retryBets],
  ['game returns', RETURNS_MS, countReturns],
  ['free rounds', FREE_ROUNDS_MS, runFreeRounds],
  ['jackpots', JACKPOTS_MS, runJackpots],
  ['beacons', BEACONS_MS, lookAtBeacons],
  ['tournaments', TOURNAMENTS_MS, runTournaments],
  ['tournaments at venues', TOURNAMENTS_MS, tellVenues],
  ['bonuses that end', BONUS_ENDS_MS, runBonusEnds],
  ['campaigns', CAMPAIGNS_MS, runCampaigns],
  ['journeys', JOURNEYS_MS, runJourneys],
  ['game heat', HEAT_MS, countGameHeat],
  ['screening', SCREENING_MS, runScreening],
  ['cases', CASES_MS, runCases],
  ['chain', CHAIN_MS, watchChain],
  ['signer', CHAIN_MS, runSigner],
  ['usdt rates', RATES_MS, readRates],
  ['payouts', PAYOUTS_MS, runPayouts],
  ['disputes', DISPUTES_MS, liftUnconfirmed],
  [
    'reconciliation',
    RECONCILIATION_MS,
    async services => {
      await scheduleReconciliation(services)
      await scheduleRailDays(services)
      return runReconciliations(services)
    },
  ],
  [
    'program check',
    PROGRAM_MS,
    async services => {
      await runProgramCheck(services, 'job')
      return 0
    },
  ],
  [
    'sweep',
    SWEEP_MS,
    async services => {
      await sweepExpired(services.db, services.clock.now())
      await services.reads.sweep()
      await sweepContactCodes(services)
      await forgetRounds(services.db, services.clock.now())
      return 0
    },
  ],
]

/**
 * What runs beside the calls, on every instance: each work is leased or skips locked rows, so more
 * instances only share it.
 */
export function startJobs(services: Services): Poller {
  // While the time is in doubt nothing is begun that goes by it.
  const sure = (work: () => Promise<number>) => async () =>
    services.clock.sure === false ? 0 : work()
  const measured = measureJobs(services.metrics)
  const turn = (name: string, everyMs: number, work: () => Promise<number>) =>
    poll(name, everyMs, services.log, measured(name, everyMs, sure(work)))
  const feeds = new Map<number, Poller>()
  // Each venue's feed has a poller of its own, so that a slow venue holds up no other; venues may
  // be added while we run.
  const readNewVenues = async () => {
    for (const venue of await services.venues.all()) {
      if (!feeds.has(venue.venueId))
        feeds.set(venue.venueId, turn(`feed ${venue.platname}`, FEED_MS, feedTurn(services, venue)))
    }
    return 0
  }
  const pollers = [
    poll('venues', VENUES_MS, services.log, readNewVenues),
    ...services.outward.ways.map(channel =>
      turn(`delivery by ${channel}`, DELIVERY_MS, () => deliverDue(services, channel)),
    ),
    ...works.map(([name, everyMs, work]) => turn(name, everyMs, () => work(services))),
  ]
  return {
    stop: async () => {
      await Promise.all(pollers.map(each => each.stop()))
      await Promise.all([...feeds.values()].map(each => each.stop()))
      await leaveChain(services)
    },
  }
}
