// A quarter written down a second time: deposits, bets, claims, withdrawals and statements in plain
// lists, and every figure computed from them by loops. It shares no code with the engines; levels
// and rebates are the QuarterModel's.
import {
  QuarterModel,
  dayOf,
  nameOf,
  startOf,
  type ModelLevel,
} from '../promotions/rebateQuarterModel.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

export type Figures = { stake: bigint; valid: bigint; payout: bigint }
type Bet = Figures & {
  member: number
  venue: number
  /** When it first settled; null while it never has. */
  at: number | null
  settled: boolean
}
type Requirement = { openedAt: number; fen: bigint }
type Who = {
  cash: bigint
  held: bigint
  requirements: Requirement[]
  packets: { day: number; fen: bigint }[]
  promotions: { at: number; fen: bigint }[]
}
export type Activity = {
  from: number
  until: number
  maxTimes: number
  tiers: { from: bigint; claims: number }[]
}
export type CommissionRule = {
  carryNegative: boolean
  activeValid: bigint
  tiers: { from: bigint; active: number; hundredths: bigint }[]
  turnoverTimes: bigint
}
export type PlainStatement = {
  month: string
  base: bigint
  commissionable: bigint
  commission: bigint
  carried: bigint
  active: number
}

const sumOf = (values: Iterable<bigint>) => [...values].reduce((sum, each) => sum + each, 0n)

export class QuarterPlain extends QuarterModel {
  readonly who: Who[]
  readonly statements: PlainStatement[] = []
  private readonly all = new Map<string, Bet>()
  private readonly credits: { member: number; fen: bigint; at: number }[] = []
  private readonly activity: Activity
  private readonly commission: CommissionRule
  private readonly team: readonly number[]
  private readonly epochDay: number

  constructor(options: {
    members: number
    levels: ModelLevel[]
    startDay: number
    activity: Activity
    commission: CommissionRule
    team: readonly number[]
  }) {
    super(options.members, options.levels, options.startDay)
    this.activity = options.activity
    this.commission = options.commission
    this.team = options.team
    this.epochDay = options.startDay
    this.who = Array.from({ length: options.members }, () => ({
      cash: 0n,
      held: 0n,
      requirements: [],
      packets: [],
      promotions: [],
    }))
  }

  // ---- money that comes and goes

  private credit(member: number, fen: bigint, at: number, times: bigint) {
    const who = this.who[member]!
    who.cash += fen
    if (fen * times > 0n) who.requirements.push({ openedAt: at, fen: fen * times })
  }

  override deposit(member: number, fen: bigint, at: number) {
    super.deposit(member, fen, at)
    this.credits.push({ member, fen, at })
    this.credit(member, fen, at, 1n)
  }

  claimRebate(member: number, at: number): bigint {
    const fen = this.claim(member)
    if (fen > 0n) {
      this.credit(member, fen, at, 1n)
      this.who[member]!.promotions.push({ at, fen })
    }
    return fen
  }

  /** What a withdrawal of `fen` comes to now. */
  withdraw(member: number, fen: bigint): 'turnover' | 'balance' | 'held' {
    const who = this.who[member]!
    if (this.missing(member) > 0n) return 'turnover'
    if (who.cash - who.held < fen) return 'balance'
    who.held += fen
    return 'held'
  }

  decideWithdrawal(member: number, fen: bigint, pass: boolean) {
    const who = this.who[member]!
    who.held -= fen
    if (pass) who.cash -= fen
  }

  // ---- turnover requirements

  /**
   * What is missing: the settled bets, as they stand now, dealt out in their order to what was open
   * when each settled.
   */
  missing(member: number): bigint {
    const queue = this.who[member]!.requirements.toSorted((a, b) => a.openedAt - b.openedAt).map(
      each => ({ ...each, left: each.fen }),
    )
    for (const bet of this.settledBets(member).toSorted((a, b) => a.at! - b.at!)) {
      let spare = bet.valid
      for (const each of queue) {
        if (each.openedAt > bet.at!) break
        const part = spare < each.left ? spare : each.left
        each.left -= part
        spare -= part
      }
    }
    return sumOf(queue.map(each => each.left))
  }

  // ---- bets

  play(
    id: string,
    member: number,
    venue: number,
    status: 'OPEN' | 'SETTLED' | 'VOID',
    figures: Figures,
    at: number,
  ) {
    this.bet(id, member, venue, status, figures.valid, at)
    const settled = status === 'SETTLED'
    this.all.set(id, {
      ...figures,
      member,
      venue,
      at: this.all.get(id)?.at ?? (settled ? at : null),
      settled,
    })
  }

  private settledBets(member: number) {
    return [...this.all.values()].filter(each => each.member === member && each.settled)
  }

  /** `member day venue` with the sums of its settled bets. */
  turnoverLines(): string[] {
    const lines = new Map<string, Figures & { bets: number }>()
    for (const bet of this.all.values()) {
      if (!bet.settled) continue
      const key = `${bet.member} ${nameOf(dayOf(bet.at!))} ${bet.venue}`
      const sum = lines.get(key) ?? { bets: 0, stake: 0n, valid: 0n, payout: 0n }
      lines.set(key, {
        bets: sum.bets + 1,
        stake: sum.stake + bet.stake,
        valid: sum.valid + bet.valid,
        payout: sum.payout + bet.payout,
      })
    }
    return [...lines]
      .map(([key, { bets, stake, valid, payout }]) => `${key}: ${bets} ${stake} ${valid} ${payout}`)
      .toSorted()
  }

  // ---- red packets

  /** Claims the deposits of the day have earned, if they may be made at this moment. */
  private earned(member: number, at: number): number {
    const minute = Math.floor((at - startOf(dayOf(at))) / MINUTE_MS)
    if (minute < 600 || minute >= 720 || at < this.activity.from || at >= this.activity.until)
      return 0
    const midnight = startOf(dayOf(at))
    const counted = sumOf(
      this.credits
        .filter(
          each =>
            each.member === member &&
            each.at >= midnight - 12 * HOUR_MS &&
            each.at < midnight + 10 * HOUR_MS &&
            each.at >= this.activity.from &&
            each.at < this.activity.until,
        )
        .map(each => each.fen),
    )
    const claims = this.activity.tiers.filter(tier => counted >= tier.from).at(-1)?.claims ?? 0
    return Math.min(claims, this.activity.maxTimes)
  }

  mayClaimPacket(member: number, at: number): boolean {
    return (
      this.who[member]!.packets.filter(each => each.day === dayOf(at)).length <
      this.earned(member, at)
    )
  }

  packet(member: number, fen: bigint, at: number, times: bigint) {
    this.who[member]!.packets.push({ day: dayOf(at), fen })
    this.who[member]!.promotions.push({ at, fen })
    this.credit(member, fen, at, times)
  }

  // ---- the agent's months

  /** Every month that is over for an hour and has no statement yet. */
  state(now: number): PlainStatement[] {
    const made: PlainStatement[] = []
    for (
      let month = this.nextMonth();
      startOf(dayOf(Date.parse(`${after(month)}-01T00:00:00Z`))) + HOUR_MS <= now;
      month = this.nextMonth()
    ) {
      const until = dayOf(Date.parse(`${after(month)}-01T00:00:00Z`))
      const from = Math.max(this.epochDay, dayOf(Date.parse(`${month}-01T00:00:00Z`)))
      const base =
        sumOf(this.team.map(member => this.netTill(member, until))) -
        sumOf(this.statements.map(each => each.base))
      const active = this.team.filter(member => {
        const valid = sumOf(
          this.settledBets(member)
            .filter(bet => dayOf(bet.at!) >= from && dayOf(bet.at!) < until)
            .map(bet => bet.valid),
        )
        return valid > 0n && valid >= this.commission.activeValid
      }).length
      const commissionable =
        base + (this.commission.carryNegative ? (this.statements.at(-1)?.carried ?? 0n) : 0n)
      const tier = this.commission.tiers
        .filter(each => commissionable >= each.from && active >= each.active)
        .at(-1)
      const commission =
        tier && commissionable > 0n ? (commissionable * tier.hundredths) / 10_000n : 0n
      const one = {
        month,
        base,
        active,
        commissionable,
        commission,
        carried: this.commission.carryNegative && commissionable < 0n ? commissionable : 0n,
      }
      this.statements.push(one)
      made.push(one)
    }
    return made
  }

  payCommission(agent: number, fen: bigint, at: number) {
    this.credit(agent, fen, at, this.commission.turnoverTimes)
  }

  private nextMonth() {
    const last = this.statements.at(-1)?.month
    return last ? after(last) : nameOf(this.epochDay).slice(0, 7)
  }

  /** What the house has of a member for all days before `until`, as the bets stand now. */
  private netTill(member: number, until: number): bigint {
    const bets = this.settledBets(member).filter(
      bet => dayOf(bet.at!) >= this.epochDay && dayOf(bet.at!) < until,
    )
    const promotions = this.who[member]!.promotions.filter(
      each => each.at >= startOf(this.epochDay) && each.at < startOf(until),
    )
    return sumOf(bets.map(bet => bet.stake - bet.payout)) - sumOf(promotions.map(each => each.fen))
  }
}

const after = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7)

/** Days between two names, for the loops of tests. */
export const daysBetween = (first: string, last: string) =>
  (Date.parse(last) - Date.parse(first)) / DAY_MS
