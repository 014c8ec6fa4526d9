// A plain recomputation of levels and rebates, for comparison: loops over everything that ever
// happened, and nothing else. It shares no code with the engines.

const DAY_MS = 86_400_000
const BEIJING_MS = 8 * 3_600_000
export const dayOf = (ms: number) => Math.floor((ms + BEIJING_MS) / DAY_MS)
export const startOf = (day: number) => day * DAY_MS - BEIJING_MS
export const nameOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** What a level asks for and gives; percents in hundredths of a percent, by venue. */
export type ModelLevel = {
  recharge: bigint
  flow: bigint
  keep: bigint
  percents: Map<number, bigint>
}
type ModelBet = {
  member: number
  venue: number
  day: number | null
  valid: bigint
  settled: boolean
}
type Member = {
  vip: number
  peak: number
  since: number
  from: number
  to: number | null
  pending: bigint
  claimed: bigint
  levelOn: Map<number, number>
  history: string[]
}
type Row = { percent: bigint; given: bigint }

export class QuarterModel {
  readonly members: Member[]
  private readonly levels: ModelLevel[]
  private readonly bets = new Map<string, ModelBet>()
  private readonly deposits: { member: number; fen: bigint; at: number }[] = []
  private readonly rows = new Map<string, Row>()
  private reviewed: number

  constructor(members: number, levels: ModelLevel[], startDay: number) {
    this.levels = levels
    this.reviewed = startDay
    this.members = Array.from({ length: members }, () => ({
      vip: 1,
      peak: 1,
      since: 0,
      from: 0,
      to: null,
      pending: 0n,
      claimed: 0n,
      levelOn: new Map(),
      history: [],
    }))
  }

  deposit(member: number, fen: bigint, at: number) {
    this.deposits.push({ member, fen, at })
  }

  bet(
    id: string,
    member: number,
    venue: number,
    status: 'OPEN' | 'SETTLED' | 'VOID',
    valid: bigint,
    at: number,
  ) {
    const known = this.bets.get(id)
    const settled = status === 'SETTLED'
    this.bets.set(id, {
      member,
      venue,
      day: known?.day ?? (settled ? dayOf(at) : null),
      valid: settled ? valid : 0n,
      settled,
    })
  }

  claim(member: number): bigint {
    const who = this.members[member]!
    if (who.pending <= 0n) return 0n
    const fen = who.pending
    who.claimed += fen
    who.pending = 0n
    return fen
  }

  /**
   * What the jobs do at 01:00 or later of `today`: the reviews that are missing, in order, then all
   * rebates before today.
   */
  jobs(today: number) {
    while (this.reviewed < today) this.review(++this.reviewed)
    this.reckon(today)
  }

  private turnover(member: number, from: number, before: number): bigint {
    let sum = 0n
    for (const bet of this.bets.values())
      if (bet.settled && bet.member === member && bet.day! >= from && bet.day! < before)
        sum += bet.valid
    return sum
  }

  private review(day: number) {
    for (const [at, who] of this.members.entries()) {
      const next = this.levels[who.vip]
      const deposited = this.deposits
        .filter(each => each.member === at && each.at < startOf(day))
        .reduce((sum, each) => sum + each.fen, 0n)
      const meets =
        next !== undefined &&
        deposited >= next.recharge &&
        this.turnover(at, -Infinity, day) >= next.flow
      const lostBefore = who.vip < who.peak
      if (meets && (!lostBefore || this.turnover(at, who.since, day) >= next.keep))
        this.move(who, day, who.vip + 1, 'promoted')
      else if (who.vip > 1 && who.to !== null && who.to <= day) {
        const kept = this.turnover(at, who.from, who.to) >= this.levels[who.vip - 1]!.keep
        this.move(who, day, kept ? who.vip : who.vip - 1, kept ? 'kept' : 'relegated')
      }
      who.levelOn.set(day, who.vip)
    }
  }

  private move(who: Member, day: number, vip: number, kind: string) {
    who.peak = Math.max(who.peak, vip)
    if (vip !== who.vip) who.since = day
    who.vip = vip
    who.from = day
    who.to = vip > 1 ? day + 90 : null
    who.history.push(`${nameOf(day)} ${kind} ${vip}`)
  }

  private reckon(today: number) {
    const sums = new Map<string, { member: number; venue: number; day: number; valid: bigint }>()
    for (const bet of this.bets.values()) {
      if (bet.day === null || bet.day >= today) continue
      const key = `${bet.member} ${bet.venue} ${bet.day}`
      const sum = sums.get(key) ?? { member: bet.member, venue: bet.venue, day: bet.day, valid: 0n }
      sum.valid += bet.valid
      sums.set(key, sum)
    }
    for (const [key, { member, venue, day, valid }] of sums) {
      const who = this.members[member]!
      let row = this.rows.get(key)
      if (!row) {
        if (valid === 0n) continue
        const vip = who.levelOn.get(day) ?? 1
        row = { percent: this.levels[vip - 1]!.percents.get(venue)!, given: 0n }
        this.rows.set(key, row)
      }
      const due = (valid * row.percent) / 10_000n
      who.pending += due - row.given
      row.given = due
    }
  }
}
