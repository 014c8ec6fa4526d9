// Looks at the rows themselves after every deed, and judges what is new by the model.
import { rows, sql } from '@tianping/database'
import { depositState } from '@tianping/contract/cashier/facts'
import { vi } from 'vitest'
import { hasPlayLimit, isBlocked, isClosing, limitOf, reasonsOf, spansOf } from './model.ts'
import { clock, count, DAY_MS, never, owner, venueDb, type Member } from './world.ts'

const WINDOW_MS = 32 * DAY_MS
const GAP_MS = 15 * 60_000
const SPANS = ['day', 'week', 'month'] as const

type Order = {
  memberId: bigint
  depositNo: string
  state: number
  amountFen: bigint
  creditedFen: bigint | null
  createdAt: Date
  expiresAt: Date | null
  decidedAt: Date | null
}
type Bet = {
  betId: string
  player: string
  code: string
  stake: bigint
  payout: bigint
  status: string
  placedAt: Date
  settledAt: Date | null
}
type Paid = { memberId: bigint; id: string; code: string }
type Letter = { memberId: bigint; id: bigint; title: string }
type Ending = { memberId: bigint; code: string; dueAt: Date | null }

const since = () => new Date(clock.now().getTime() - WINDOW_MS)
const ordersOf = (ids: bigint[]) =>
  rows(
    owner,
    sql<Order>`
    select member_id, deposit_no, state, amount_fen, credited_fen, created_at, expires_at, decided_at from deposit_order
    where member_id = any(${ids}::bigint[]) and (created_at > ${since()} or decided_at > ${since()})`,
  )
const transfersOf = (ids: bigint[]) =>
  rows(
    owner,
    sql<Paid>`
    select member_id, tx_id as id, 'venue' as code from venue_transfer
    where member_id = any(${ids}::bigint[]) and direction = 'IN' and created_at > ${since()}`,
  )
const paidTo = (ids: bigint[]) =>
  rows(
    owner,
    sql<Paid>`
    select t.member_id, t.transaction_id::text as id, t.code::text as code from ledger.transaction t
    where t.member_id = any(${ids}::bigint[]) and t.code in ('activity_bonus', 'red_packet', 'rebate', 'agent_commission')
      and t.effective_at > ${since()}`,
  )
const lettersTo = (ids: bigint[]) =>
  rows(
    owner,
    sql<Letter>`
    select member_id, message_id as id, title from message
    where member_id = any(${ids}::bigint[]) and title ~ '^优惠[0-9]' and created_at > ${since()}`,
  )
const endingsOf = (ids: bigint[]) =>
  rows(
    owner,
    sql<Ending>`
    select e.member_id, v.platname as code, e.due_at from play_end e join venue v using (venue_id) where e.member_id = any(${ids}::bigint[])`,
  )
const betsOf = (ids: bigint[]) =>
  rows(
    venueDb,
    sql<Bet>`
    select b.bet_id, b.player_id as player, d.venue_code as code, b.stake, b.payout, b.status, b.placed_at, b.settled_at
    from desk d join bet b using (desk_id)
    where b.player_id = any(${ids.map(String)}::text[]) and (b.placed_at > ${since()} or b.status = 'OPEN')
    order by b.placed_at, b.bet_id`,
  )

/** Games that were to be ended and whose venue has not said that they are, before the deed. */
let unended = new Set<string>()
/** Ends that are being asked for are waited for; those that a venue did not answer are left. */
async function settledEnds(ids: bigint[]): Promise<Ending[]> {
  const takenUntil = clock.now().getTime() + 20_000
  let found: Ending[] = []
  await vi.waitUntil(
    async () => {
      found = await endingsOf(ids)
      return found.every(({ dueAt }) => dueAt?.getTime() !== takenUntil)
    },
    { timeout: 60_000, interval: 2 },
  )
  return found
}

const seen = new Set<string>()
const fresh = (id: string) => !seen.has(id) && Boolean(seen.add(id))
const sum = (all: bigint[]) => all.reduce((total, each) => total + each, 0n)
const ms = (at: Date | null) => at?.getTime() ?? 0

function judgeOrder(order: Order, own: Order[], held: boolean): void {
  const { memberId, depositNo, state } = order
  count('orders')
  if (held) never(`${memberId} began deposit ${depositNo} while blocked`)
  if (state === depositState.rejected) return
  const at = clock.now().getTime()
  const starts = spansOf(at)
  for (const span of SPANS) {
    const limit = limitOf(memberId, `deposit_${span}`)
    if (limit === null) continue
    const from = starts[span] ?? 0
    const used = sum(
      own.map(each => {
        if (each.state === depositState.credited)
          return ms(each.decidedAt) >= from ? (each.creditedFen ?? 0n) : 0n
        const open =
          each.state === depositState.waiting &&
          (each.expiresAt === null || ms(each.expiresAt) > (starts['day'] ?? 0))
        return open && ms(each.createdAt) >= from ? each.amountFen : 0n
      }),
    )
    count('orders under a limit')
    if (used > limit) never(`${memberId} has deposits of ${used} in the ${span}, limit ${limit}`)
  }
}

const launches = new Map<bigint, number[]>()
export const launched = (memberId: bigint) => {
  const before = launches.get(memberId) ?? []
  launches.set(memberId, [...before, clock.now().getTime()].slice(-400))
}
/** Minutes of play since an instant: launches and bets, with no gap above a quarter of an hour. */
function minutesSince(from: number, memberId: bigint, own: Bet[]): number {
  const times = [...(launches.get(memberId) ?? []), ...own.map(bet => ms(bet.placedAt))]
  let total = 0
  let [began, last] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of times.toSorted((a, b) => a - b)) {
    if (at - last > GAP_MS) began = at
    else if (at > from) total += at - Math.max(last, from, began)
    last = at
  }
  return total / 60_000
}

function judgeBet(memberId: bigint, bet: Bet, own: Bet[]): void {
  const at = ms(bet.placedAt)
  const starts = spansOf(at)
  const others = own.filter(each => each.betId !== bet.betId && ms(each.placedAt) <= at)
  const open = sum(others.filter(each => each.status === 'OPEN').map(each => each.stake))
  for (const span of SPANS) {
    const from = starts[span] ?? 0
    const [loss, stake, time] = ['loss', 'stake', 'time'].map(topic =>
      limitOf(memberId, `${topic}_${span}`),
    )
    const lost = sum(
      others
        .filter(each => each.status === 'SETTLED' && ms(each.settledAt) >= from)
        .map(each => each.stake - each.payout),
    )
    const staked = sum(others.filter(each => ms(each.placedAt) >= from).map(each => each.stake))
    const what = `${memberId} bets ${bet.stake} in ${bet.code}, ${span}`
    if (loss != null && lost + open + bet.stake > loss)
      never(`${what}: lost ${lost}, open ${open}, limit of losses ${loss}`)
    if (stake != null && staked + bet.stake > stake)
      never(`${what}: staked ${staked}, limit of stakes ${stake}`)
    if (time != null && minutesSince(from, memberId, own) > Number(time))
      never(`${what}: ${minutesSince(from, memberId, own)} minutes, limit of time ${time}`)
  }
  if (hasPlayLimit(memberId)) count('bets under a limit')
}

function judgeBets(memberId: bigint, own: Bet[], held: boolean): void {
  for (const bet of own) {
    if (!fresh(bet.betId)) continue
    count('bets')
    if (unended.has(`${memberId} ${bet.code}`)) {
      count('bets at a venue that did not end its games')
      continue
    }
    if (held) never(`${memberId} bets ${bet.stake} in ${bet.code} while blocked`)
    judgeBet(memberId, bet, own)
  }
}

const EARNED = 'agent_commission'
function judgeMoney(transfers: Paid[], paid: Paid[], letters: Letter[], held: Held): void {
  for (const { memberId, id } of transfers)
    if (fresh(id) && (held.block.has(memberId) || held.closing.has(memberId)))
      never(`${memberId} moved money into a venue while blocked: ${id}`)
  for (const { memberId, id, code } of paid) {
    if (!fresh(id)) continue
    count(code)
    if (held.block.has(memberId) || (code !== EARNED && held.closing.has(memberId)))
      never(`${memberId} was given ${code} while blocked: ${reasonsOf(memberId)}`)
  }
  for (const { memberId, id, title } of letters)
    if (fresh(`letter ${id}`) && held.block.has(memberId))
      never(`${memberId} was sent ${title} while blocked`)
}

type Held = { block: Set<bigint>; closing: Set<bigint> }
/** Who is blocked or closing, by the model as it is now. */
export const heldNow = (members: Member[]): Held => ({
  block: new Set(members.filter(each => isBlocked(each.memberId)).map(each => each.memberId)),
  closing: new Set(members.filter(each => isClosing(each.memberId)).map(each => each.memberId)),
})

/** Judges all that is new of some members; what came to them while `held` must not be. */
export async function watch(members: Member[], held: Held): Promise<void> {
  const ids = members.map(({ memberId }) => memberId)
  if (ids.length === 0) return
  const ends = await settledEnds(ids)
  const [orders, transfers, paid, letters, bets] = await Promise.all([
    ordersOf(ids),
    transfersOf(ids),
    paidTo(ids),
    lettersTo(ids),
    betsOf(ids),
  ])
  judgeMoney(transfers, paid, letters, held)
  for (const memberId of ids) {
    const stopped = held.block.has(memberId) || held.closing.has(memberId)
    const own = orders.filter(each => each.memberId === memberId)
    for (const order of own) if (fresh(order.depositNo)) judgeOrder(order, own, stopped)
    judgeBets(
      memberId,
      bets.filter(each => each.player === String(memberId)),
      stopped,
    )
  }
  const mine = new Set(ids)
  const others = [...unended].filter(key => !mine.has(BigInt(key.split(' ')[0] ?? '0')))
  unended = new Set([...others, ...ends.map(each => `${each.memberId} ${each.code}`)])
}
