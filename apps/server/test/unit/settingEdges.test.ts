// One below, at and one above the numbers of rules that a function reads: harm, incidents, duties,
// providers, the windows of venues and confirmations.
import type { IncidentKind } from '@tianping/contract/compliance/facts'
import type { DutyKind } from '@tianping/contract/duties/facts'
import { addDays } from '@tianping/money/day'
import { describe } from 'vitest'
import { commissionOf, isActive, type Figures } from '../../src/areas/agent/commission.ts'
import { isBeyond } from '../../src/areas/agent/plans/together.ts'
import type { AgentRule } from '../../src/areas/agent/setting.ts'
import { payeeWhy } from '../../src/areas/cashier/batches/payees.ts'
import type { CashierSetting } from '../../src/areas/cashier/setting.ts'
import { neededFor, type ChainSetting } from '../../src/areas/chain/setting.ts'
import {
  dutiesOf,
  workingDaysLater,
  type Due,
  type Found,
} from '../../src/areas/compliance/incidents/duties.ts'
import type { ComplianceRule } from '../../src/areas/compliance/setting.ts'
import { latestDue, standOf } from '../../src/areas/duties/dutiesNow.ts'
import type { DutiesSetting } from '../../src/areas/duties/setting.ts'
import { asksCheck, levelOf, markersOf } from '../../src/areas/harm/markers.ts'
import type { HarmRule } from '../../src/areas/harm/setting.ts'
import { nextStep } from '../../src/areas/harm/steps.ts'
import type { Facts } from '../../src/areas/harm/store/facts.sql.ts'
import { sandboxValue } from '../../src/areas/providers/registry.ts'
import { pays, takes } from '../../src/areas/providers/route.ts'
import type { ProviderValue } from '../../src/areas/providers/setting.ts'
import { sandboxConnection, type ConnectionValue } from '../../src/areas/venues/connect/setting.ts'
import { judge } from '../../src/areas/rates/now.ts'
import type { RatesSetting } from '../../src/areas/rates/setting.ts'
import { isInWindow } from '../../src/areas/venues/connect/window.ts'
import { alikeDrives, examine, onFigure, onText, rulesInMemory } from '../boundaries/examine.ts'
import { agentEdges } from '../boundaries/tables/promotions.ts'
import { chainEdges, providerEdges, venueEdges } from '../boundaries/tables/outside.ts'
import { payeeEdges } from '../boundaries/tables/cashier.ts'
import { rateEdges } from '../boundaries/tables/service.ts'
import { calm, quiet } from '../support/harm.ts'
import {
  complianceEdges,
  dutyEdges,
  everyDays,
  foundHours,
  harmEdges,
  memberHours,
  workingDays,
} from '../boundaries/tables/watched.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const now = new Date('2026-11-20T04:00:00Z')

describe('harm', () => {
  const { rule, set } = rulesInMemory<HarmRule>({ harm: { netCheck: { enabled: true } } })
  const marking = (facts: (figure: number, step: number) => Partial<Facts>) =>
    onFigure((figure, step) =>
      markersOf({ ...quiet, ...facts(figure, step) }, rule())
        .reasons.map(({ kind }) => kind)
        .join(),
    )
  /** Hours are read in tenths. */
  const seconds = (hours: number, step: number) => (hours - step) * 3_600 + step * 360
  const nudged = (days: number, step: number, score: number) =>
    nextStep(
      {
        ...calm,
        level: 1,
        score,
        nudgeScore: 40,
        nudgedAt: new Date(now.getTime() - (days - step) * DAY_MS - step),
      },
      rule(),
      now,
    )
  const level = onFigure(score => `level ${levelOf(score, rule())}`)
  examine(
    harmEdges,
    {
      'harm.strongPercent': onFigure(
        percent =>
          `${markersOf({ ...quiet, netFen: BigInt(percent * 20_000) }, rule()).reasons[0]!.points}`,
      ),
      'harm.sensitivePercent': marking(percent => ({ age: 20, netFen: BigInt(percent * 20_000) })),
      'harm.youngUntil': marking(age => ({ age, chased: 3 })),
      'harm.netDeposit.minFen': marking(fen => ({ netFen: BigInt(fen) })),
      'harm.depositGrowth.percent': marking(percent => ({
        usualFen: 1_000_00n,
        weekFen: BigInt(percent * 1_000),
      })),
      'harm.depositGrowth.minFen': marking(fen => ({ usualFen: 1n, weekFen: BigInt(fen) })),
      'harm.chasing.times': marking(chased => ({ chased })),
      'harm.stakesUp.percent': marking(raisedAfterLoss => ({
        bets: 100,
        losses: 100,
        raisedAfterLoss,
      })),
      'harm.stakesUp.bets': marking(bets => ({ bets, losses: 20, raisedAfterLoss: 20 })),
      'harm.longHours.hoursFrom': marking((hours, step) => ({
        playedSeconds: seconds(hours, step),
      })),
      'harm.night.hoursFrom': marking((hours, step) => ({ nightSeconds: seconds(hours, step) })),
      'harm.longStretch.hoursFrom': marking((hours, step) => ({
        longestSeconds: seconds(hours, step),
      })),
      'harm.limitRaises.times': marking(limitRaises => ({ limitRaises })),
      'harm.raisedAtLimit.times': marking(raisedAtLimit => ({ raisedAtLimit })),
      'harm.breaks.times': marking(breaks => ({ breaks })),
      'harm.words.times': marking(words => ({ words })),
      'harm.crisis.times': marking(crisis => ({ crisis })),
      'harm.bonusAsks.times': marking(bonusAsks => ({ bonusAsks })),
      'harm.complaints.times': marking(complaints => ({ complaints })),
      'harm.reversed.times': marking(reversed => ({ reversed })),
      'harm.backAgain.times': marking(backAgain => ({ backAgain })),
      'harm.methods.times': marking(methods => ({ methods })),
      'harm.failedDeposits.times': marking(failed => ({ failed })),
      'harm.levels.nudge': level,
      'harm.levels.task': level,
      'harm.levels.stop': level,
      'harm.escalateDays': onFigure((days, step) => nudged(days, step, 40)),
      'harm.nudgeAgainDays': onFigure((days, step) => nudged(days, step, 30)),
      'harm.risePercent': onFigure(score =>
        nextStep(
          {
            ...calm,
            level: 2,
            score,
            settledScore: 100,
            settledUntil: new Date(now.getTime() + DAY_MS),
          },
          rule(),
          now,
        ),
      ),
      'harm.netCheck.minFen': onFigure(fen =>
        asksCheck({ ...quiet, netFen: BigInt(fen) }, rule()) ? 'check' : '',
      ),
    },
    { set },
  )
})

/** A moment against the end of something. */
const against = (end: Date, at: number) => {
  if (at === end.getTime()) return 'at its end'
  return at < end.getTime() ? 'before' : 'over'
}

describe('what follows an incident', () => {
  const none = { foundHours: 0, workingDays: 0, memberHours: 0, tellMembers: 'always' }
  const terms = Object.fromEntries(foundHours.map(leaf => [leaf.split('.')[2], none]))
  const { rule, set } = rulesInMemory<ComplianceRule>({
    compliance: { terms, holidays: ['2026-01-01'] },
  })
  // A Monday.
  const foundAt = new Date('2026-11-23T12:00:00+08:00')
  const found: Found = { kind: 'outage', foundAt, beganAt: foundAt, endedAt: null, highRisk: false }
  const due = (kind: string, duty: Due['duty']) =>
    dutiesOf({ ...found, kind: kind as IncidentKind }, rule()).find(each => each.duty === duty)!
  const kindOf = (leaf: string) => leaf.split('.')[2]!
  const inHours = (hours: number, step: number) =>
    foundAt.getTime() + (hours - step) * HOUR_MS + step
  examine(
    complianceEdges,
    {
      'compliance.earlyHours': onFigure((hours, step) => {
        const early = {
          ...rule(),
          terms: { ...rule().terms, outage: { ...rule().terms.outage, foundHours: 100 } },
        }
        const [{ dueAt, alarmAt }] = dutiesOf(found, early) as [Due]
        return against(alarmAt, dueAt.getTime() - (hours - step) * HOUR_MS + step)
      }),
      'compliance.outageHours': onFigure((hours, step) => {
        const long = {
          ...rule(),
          terms: { ...rule().terms, outage: { ...rule().terms.outage, foundHours: 100 } },
        }
        const endedAt = new Date(inHours(hours, step))
        return dutiesOf({ ...found, endedAt }, long)
          .map(({ duty }) => duty)
          .filter(duty => duty === 'authority')
          .join()
      }),
      'compliance.holidays[]': onText(day => {
        const dayBefore = new Date(`${addDays(day, -1)}T12:00:00+08:00`)
        const end = workingDaysLater(dayBefore, 1, rule().holidays)
        return end.getTime() === Date.parse(`${addDays(day, 1)}T00:00:00+08:00`) ? 'works' : 'off'
      }),
      ...alikeDrives(foundHours, leaf =>
        onFigure((hours, step) =>
          against(due(kindOf(leaf), 'authority').dueAt, inHours(hours, step)),
        ),
      ),
      // Tuesday, Wednesday, Thursday.
      ...alikeDrives(workingDays, leaf =>
        onFigure((_days, step) =>
          against(
            due(kindOf(leaf), 'authority').dueAt,
            Date.parse('2026-11-27T00:00:00+08:00') + step,
          ),
        ),
      ),
      ...alikeDrives(memberHours, leaf =>
        onFigure((hours, step) =>
          against(due(kindOf(leaf), 'members').dueAt, inHours(hours, step)),
        ),
      ),
    },
    { set },
  )
})

describe('the calendar of duties', () => {
  const { rule, set } = rulesInMemory<DutiesSetting>({ duties: {} })
  const DONE = '2026-11-20'
  const stateOn = (kind: DutyKind, today: string) => {
    const nextDue = latestDue(rule(), kind, DONE)!
    const record = { kind, subject: '', sha256: '', doneOn: DONE, nextDue, reference: '' }
    const duty = { kind, subject: '', sha256: '', since: DONE }
    return standOf(duty, record as never, { rule: rule(), today }).state
  }
  examine(
    dutyEdges,
    {
      ...alikeDrives(everyDays, leaf =>
        onFigure(days => stateOn(leaf.split('.')[1] as DutyKind, addDays(DONE, days))),
      ),
      'duties.soonDays': onFigure(days => stateOn('restore_drill', addDays(DONE, 90 - days))),
    },
    { set },
  )
})

describe('what a provider takes', () => {
  const { rule, set } = rulesInMemory<ProviderValue>({
    provider: { ...sandboxValue, live: true, payoutMaxFen: 1_000_00 },
  })
  const provider = () => ({ value: rule() }) as never
  const asked = {
    depositNo: 'D1',
    method: sandboxValue.methods[0]!,
    amountFen: 250_00n,
    tier: 0,
    now,
  }
  const taking = (change: object) => (takes(provider(), { ...asked, ...change }) ? 'takes' : '')
  const paying = onFigure(fen => (pays(provider(), BigInt(fen)) ? 'pays' : ''))
  const at = (time: string) => new Date(`2026-11-20T${time}:00+08:00`)
  examine(
    providerEdges,
    {
      'provider.minFen': onFigure(fen => taking({ amountFen: BigInt(fen) })),
      'provider.maxFen': onFigure(fen => taking({ amountFen: BigInt(fen) })),
      'provider.payoutMinFen': paying,
      'provider.payoutMaxFen': paying,
      'provider.from': onText(time => taking({ now: at(time) })),
      'provider.until': onText(time => taking({ now: at(time) })),
      'provider.minTier': onFigure(tier => taking({ tier })),
    },
    { set },
  )
})

describe('the weekly maintenance of a venue', () => {
  const { rule, set } = rulesInMemory<ConnectionValue>({
    venue: { ...sandboxConnection, windowFrom: '12:00', windowUntil: '14:00' },
  })
  const state = (at: string) =>
    isInWindow(rule(), new Date(`${at}:00+08:00`)) ? 'maintenance' : ''
  examine(
    venueEdges,
    {
      // November 23, 2026 is a Monday.
      'venue.windowDay': onFigure(day => state(`2026-11-${22 + day}T13:00`)),
      'venue.windowFrom': onText(time => state(`2026-11-20T${time}`)),
      'venue.windowUntil': onText(time => state(`2026-11-20T${time}`)),
    },
    { set },
  )
})

describe('confirmations on a chain', () => {
  const { rule, set } = rulesInMemory<ChainSetting>({})
  examine(
    chainEdges,
    {
      'chain.confirmations[].fromUsdt': onFigure(usdt =>
        String(neededFor(rule(), BigInt(usdt) * 1_000_000n)),
      ),
    },
    { set },
  )
})

describe("the agents' commission", () => {
  const tiers = [
    { fromFen: 1, minActive: 1, hundredths: 3_500 },
    { fromFen: 500_000_00, minActive: 5, hundredths: 4_000 },
  ]
  const { rule, set } = rulesInMemory<AgentRule>({ agent: { tiers } })
  const none: Figures = { stakeFen: 0n, validFen: 0n, payoutFen: 0n, promotionsFen: 0n }
  const line = (validFen: number, stakeFen = validFen) => ({
    ...none,
    validFen: BigInt(validFen),
    stakeFen: BigInt(stakeFen),
    memberId: 1n,
    corrected: none,
  })
  /** The percentage of so many active members who lost so much together. */
  const percent = (active: number, fen: number) => {
    const others = Array.from({ length: active - 1 }, () => line(1_000_00, 0))
    return `${commissionOf(rule(), [line(1_000_00, fen), ...others], 0n).hundredths / 100}%`
  }
  examine(
    agentEdges,
    {
      'agent.activeValidFen': onFigure(fen =>
        isActive(rule(), line(fen)) ? 'active' : 'inactive',
      ),
      'agent.tiers[].fromFen': onFigure(fen => percent(20, fen)),
      'agent.tiers[].minActive': onFigure(active => percent(active, 500_000_00)),
      'agent.together.hundredths': onFigure(sum => (isBeyond(rule(), sum) ? 'beyond' : 'within')),
    },
    { set },
  )
})

describe('accounts that a file for the bank may pay', () => {
  const { rule, set } = rulesInMemory<CashierSetting>({ cashier: { batch: { onlyListed: true } } })
  examine(
    payeeEdges,
    {
      'cashier.batch.payeeHours': onFigure((hours, step) => {
        const listedAt = new Date(now.getTime() - hours * HOUR_MS - step)
        return payeeWhy(rule().batch, { listedAt }, now) ? 'waits' : ''
      }),
    },
    { set },
  )
})

describe('the rate of USDT', () => {
  const { rule, set } = rulesInMemory<RatesSetting>({})
  const judged = (said: { rate: string; at: Date }[]) => judge(rule(), said, now).closed
  examine(
    rateEdges,
    {
      'usdtRates.maxAgeSeconds': onFigure((_seconds, step) =>
        judged([{ rate: '7.2000', at: new Date(now.getTime() - 120_000 - step) }]),
      ),
      // 2 % of 7 yuan, by the ten-thousandth of a yuan.
      'usdtRates.maxApart': onFigure((_hundredths, step) =>
        judged([
          { rate: '7.0000', at: now },
          { rate: (7.14 + step / 10_000).toFixed(4), at: now },
        ]),
      ),
    },
    { set },
  )
})
