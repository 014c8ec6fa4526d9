// Thousands of random deeds, a hundred thousand by `npm run soak`: members with limits, breaks and
// exclusions, who return and open further accounts; operators, payments that come late, nightly
// jobs, and a venue that loses answers; over two servers on one database whose time zones differ.
// However the deeds fall together, a blocked member neither plays nor deposits nor is rewarded, a
// limit is passed by nothing that begins under it, and money can be asked for.
import { rows, sql } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { assertBooksHold } from '../support/books.ts'
import {
  anyCall,
  atOnce,
  evening,
  knocking,
  neverMade,
  packets,
  pairs,
  raising,
  register,
  type Deed,
} from './journeys/deeds.ts'
import { isBlocked, spansOf } from './journeys/model.ts'
import { calm, disturb, play } from './journeys/play.ts'
import { endLinked, staff, work, workAll } from './journeys/staff.ts'
import { heldNow, watch } from './journeys/watch.ts'
import {
  active,
  below,
  call,
  chance,
  clock,
  count,
  counts,
  DAY_MS,
  DEEDS,
  everybody,
  gift,
  keepCounts,
  LAST_OF_SEVERAL,
  HOUR_MS,
  moveTo,
  never,
  note,
  owner,
  pass,
  pick,
  ZONES,
  type Member,
} from './journeys/world.ts'

afterAll(() => assertBooksHold(owner))
/** What ends a run that hangs; a hundred thousand deeds on a busy machine are no failure. */
const BUSY_MS = 1_200_000 + DEEDS * 200
const MEMBERS = 10
/** So many members act at a time; who has been blocked for long makes room. */
const MOST = 16

const MINUTE_MS = 60_000
const HALF_YEAR_MS = 184 * DAY_MS
/** What a member is about to do. */
const plans = new Map<Member, Deed[]>()
/** The last minutes of a day, a week or a month in Beijing, and the first that follow. */
function toBoundary(): number {
  const now = clock.now().getTime()
  const tomorrow = (spansOf(now)['day'] ?? 0) + DAY_MS
  return tomorrow - now > 3 * MINUTE_MS ? tomorrow - now - 2 * MINUTE_MS : 3 * MINUTE_MS
}
/** A quarter of an hour into the red packets of the next day. */
function toPackets(): number {
  const now = clock.now().getTime()
  const today = spansOf(now)['day'] ?? 0
  const opens = today + 10 * HOUR_MS + 15 * MINUTE_MS
  return (opens > now ? opens : opens + DAY_MS) - now
}
function planEach(members: Member[], plan: () => Deed[]): void {
  for (const each of members) plans.set(each, plan())
}
async function timePasses(): Promise<void> {
  moveTo(pick(ZONES))
  const jumps = [
    toPackets,
    toBoundary,
    toBoundary,
    toBoundary,
    () => HOUR_MS + below(5) * HOUR_MS,
    () => 25 * HOUR_MS,
    () => below(8 * 24) * HOUR_MS,
    () => (chance(0.08) ? 190 * DAY_MS : HOUR_MS),
  ]
  const jump = pick(jumps)
  const ms = jump()
  note(`${Math.round(ms / MINUTE_MS)} minutes pass`)
  await pass(ms)
  // Whose term is over meanwhile asks to come back.
  if (ms > HALF_YEAR_MS)
    planEach(
      active.filter(({ memberId }) => isBlocked(memberId)),
      knocking,
    )
  if (jump === toPackets) planEach(active, packets)
}

async function population(): Promise<void> {
  if (active.length >= MOST) {
    const resting = active.filter(each => isBlocked(each.memberId))
    const at = active.indexOf(pick(resting.length > 0 ? resting : active))
    active.splice(at, 1)
  }
  await register()
}

/** Offers in the inbox of somebody who is blocked are those of before. */
async function inbox(of: Member): Promise<void> {
  const held = isBlocked(of.memberId)
  type Inbox = { data: { title: string }[] }
  const { data } = await call<Inbox>(of, 'POST /api/noticeList', { page: 1 })
  if (!held) return
  count('inbox of who is blocked')
  for (const { title } of data.data)
    if (/^优惠\d+ \d+$/.test(title)) never(`${of.memberId} sees the broadcast ${title}`)
}

function planFor({ memberId }: Member): Deed[] {
  if (isBlocked(memberId)) return knocking()
  return chance(0.2) ? raising() : evening()
}

async function oneDeed(of: Member): Promise<Member[]> {
  const planned = plans.get(of)?.shift()
  if (planned && chance(0.85)) {
    if ((await planned(of)) === 'in vain' && !isBlocked(of.memberId)) plans.delete(of)
    return [of]
  }
  const dice = below(100)
  if (dice < 36) plans.set(of, planFor(of))
  else if (dice < 44) await play(of)
  else if (dice < 70) await anyCall(of)
  else if (dice < 79) return pick(staff)(of)
  else if (dice < 86) await work()
  else if (dice < 89) disturb()
  else if (dice < 94) await timePasses()
  else if (dice < 95) await inbox(of)
  else if (dice < 96) await gift(of, 500_00n)
  else if (dice < 98) await population()
  return [of]
}

let acting: Member
/** Mostly somebody who may play; those who may not are seldom worth a visit. */
function someone(): Member {
  const free = active.filter(each => !isBlocked(each.memberId))
  return pick(free.length > 0 && chance(0.8) ? free : active)
}
/** The next deed, or two at once; answers how many they were. */
async function next(): Promise<number> {
  const busy = (plans.get(acting)?.length ?? 0) > 0
  if (chance(busy ? 0.04 : 0.3) || !active.includes(acting)) acting = someone()
  const of = acting
  await pass(3_000 + below(chance(0.1) ? 600_000 : 8_000))
  await endLinked()
  if (chance(0.05)) {
    const held = heldNow([of])
    const two = pick(pairs)
    const settled = await atOnce(two.map(deed => () => deed(of)))
    // What was begun at the same moment may have come before.
    await watch([of], held)
    settled()
    return two.length
  }
  const touched = await oneDeed(of)
  // A deed may have blocked somebody; nothing came to anybody else after that.
  await watch(touched, heldNow(touched))
  return 1
}

const auditTrail = () =>
  rows(owner, sql`select member_id from ledger.account where member_id <> 0 and posted_balance < 0`)

/** What one run reaches, and what only several do. */
const REACHED = ['bets under a limit', 'orders under a limit', 'break', 'exclusion']
const REACHED_LATER = [
  'bet 4102',
  'bet 4106',
  'bet 4107',
  'activity_bonus',
  'red_packet',
  'rebate',
  'gift 400',
  'return asked or taken back',
  'raise confirmed or dropped',
  'inbox of who is blocked',
  'registration of who is excluded 400',
  'withdrawal of who leaves 200',
  'paid: credited',
  'paid: credited_late',
  'application 200',
]
/** The deeds of this run, and at the end of several those of all, reached what they are about. */
function expectReached(): void {
  const all = LAST_OF_SEVERAL ? [...REACHED, ...REACHED_LATER] : REACHED
  expect(all.filter(what => !counts[what])).toEqual([])
  if (LAST_OF_SEVERAL) expect(neverMade()).toEqual([])
}

test(
  'no way leads around a block or a limit',
  async () => {
    for (let n = 0; n < MEMBERS; n += 1) await register()
    for (let done = 0, turn = 0; done < DEEDS; turn += 1) {
      done += await next()
      // Whoever no deed was about is looked at too, now and then.
      if (turn % 250 === 0) await watch(everybody, heldNow(everybody))
      if (turn % 10_000 === 9_999) console.log(done, JSON.stringify(counts))
    }
    calm()
    await workAll()
    await watch(everybody, heldNow(everybody))
    expect(await auditTrail()).toEqual([])
    console.log(JSON.stringify(counts))
    keepCounts()
    expectReached()
  },
  BUSY_MS,
)
