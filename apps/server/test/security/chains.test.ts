// Thousands of random deeds, ten thousand by `npm run soak`: operators of every role who help
// whoever asks, members, thieves who know both of a member's passwords, and operators who go in
// with the password they reset. However the deeds fall together, money goes to a card that an
// intruder bound only after the wait or by the release of a second person, and no operator brings
// it about alone.
import { rows, run, sql } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { reviewState } from '@tianping/contract/facts'
import { bankCard, configure, give, openCashier } from '../cashier/support.ts'
import { desk, type Desk } from '../console/support.ts'
import { assertBooksHold } from '../support/books.ts'

const DEEDS = Number(process.env['SOAK_STEPS'] ?? 2_500)
const SEED = Number(process.env['SOAK_SEED'] ?? 20_261_123)
const HOUR_MS = 3_600_000
const WAIT_HOURS = 24

const { site, clock, owner } = await openCashier()
afterAll(() => assertBooksHold(owner))
await configure(site, setting => {
  setting.withdrawal.waitHours = WAIT_HOURS
  setting.withdrawal.perDay = 1_000
})

/** Mulberry32: the same deeds again from the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
const random = randomFrom(SEED)
const below = (n: number) => Math.floor(random() * n)
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T

type Known = { login: string; pay: string }
/** Whoever acts in a member's account; `known` are the passwords as this person believes them. */
type Actor = { name: string; device: string; token: string; since: number | null; known: Known }
type Account = {
  name: string
  memberId: bigint
  /** The passwords as they are. */
  now: Known
  actors: Map<string, Actor>
  /** Who bound a card, by its id. */
  cards: Map<number, string>
}
let serial = 0
const address = () => `10.${below(200)}.${below(250)}.${below(250)}`
const mark = (n: number) => n.toString(16).padStart(64, '0')

const roles = ['support', 'support', 'finance', 'finance', 'risk', 'admin'] as const
const operators: Desk[] = []
for (const role of roles) operators.push(await desk(site, role))
/** Those who may decide about money. */
const reviewers = operators.slice(roles.indexOf('finance'))

async function account(): Promise<Account> {
  const { name, memberId, token } = await site.member()
  await give(site, memberId, 100_000_000_00n)
  const known = { login: 'secret1', pay: '888888' }
  const own: Actor = { name, device: mark((serial += 1)), token, since: null, known }
  const now = { ...known }
  const made = { name, memberId, now, actors: new Map([[name, own]]), cards: new Map() }
  await bind(made, own)
  return made
}

/** The actor of a person in an account; a stranger knows nothing yet. */
function actorIn(of: Account, name: string): Actor {
  const there = of.actors.get(name)
  if (there) return there
  const device = mark((serial += 1))
  const made = { name, device, token: '', since: null, known: { login: '', pay: '' } }
  of.actors.set(name, made)
  return made
}

async function call(actor: Actor, name: string, body: object) {
  const said = await site.call<never>(name, body, { token: actor.token })
  if (said.code >= 500) throw new Error(`${name}: ${said.message}`)
  return said
}
async function enter(of: Account, actor: Actor) {
  const said = await site.call<{ api_token: string }>(
    'POST /api/login',
    { name: of.name, password: actor.known.login, code: 'abcd' },
    { headers: { 'x-forwarded-for': address(), cookie: `tianping_device=${actor.device}` } },
  )
  if (said.code !== 200) return
  actor.token = said.data.api_token
  actor.since ??= clock.now().getTime()
}
async function bind(of: Account, actor: Actor) {
  const number = `62220200${String((serial += 1)).padStart(8, '0')}`
  const card = { ...bankCard(number), pay_pass: actor.known.pay }
  if ((await call(actor, 'POST /api/bindcard', card)).code !== 200) return
  const { data } = (await call(actor, 'POST /api/getcard', { type: 1 })) as unknown as {
    data: { id: number }[]
  }
  const bound = data.at(-1)
  if (bound) of.cards.set(bound.id, actor.name)
}
const cardOf = (of: Account, actor: Actor) =>
  pick([...of.cards].filter(([, by]) => by === actor.name))?.[0]

async function withdraw(of: Account, actor: Actor) {
  const bank = cardOf(of, actor)
  const sent = { amount: 100 + below(900), bank, password: actor.known.pay }
  if (bank) await call(actor, 'POST /api/withdraw', sent)
}

type Deed = (of: Account, actor: Actor) => Promise<unknown>
/** What can be done in an account by whoever is in it. */
const inside: Deed[] = [
  bind,
  bind,
  withdraw,
  withdraw,
  withdraw,
  withdraw,
  async (of, actor) => {
    const bank = cardOf(of, actor)
    if (bank && of.cards.size > 3) await call(actor, 'POST /api/delcard', { id: bank })
  },
  (_, actor) =>
    call(actor, 'POST /api/updateuserinfo', {
      email: `a${(serial += 1)}@example.cn`,
      mobile: `138${String(below(100_000_000)).padStart(8, '0')}`,
      birthday: '1990-01-01',
    }),
  async (of, actor) => {
    const next = `login-${(serial += 1)}`
    const sent = { password: actor.known.login, paypassword: next }
    if ((await call(actor, 'POST /api/editPassword', sent)).code !== 200) return
    of.now.login = actor.known.login = next
    await enter(of, actor)
  },
  async (of, actor) => {
    const next = String(700_000 + (serial += 1))
    const sent = { password: actor.known.pay, paypassword: next }
    if ((await call(actor, 'POST /api/editPayPassword', sent)).code !== 200) return
    of.now.pay = actor.known.pay = next
  },
]

/** An order that waits for a person. */
const waiting = async () =>
  pick(
    await rows(
      owner,
      sql<{ withdrawalNo: string }>`
      select withdrawal_no from withdrawal_order where state = ${sql.literal(reviewState.waiting)} order by created_at, member_id, card_id, amount_fen`,
    ),
  )?.withdrawalNo
const remark = '会员来电'
const decide = (what: 'approve' | 'release' | 'reject') => async (_: Account, who: Desk) => {
  const out_trade_no = await waiting()
  if (!out_trade_no) return
  const { code } = await who.call(`POST /api/console/withdrawals/${what}`, { out_trade_no, remark })
  count(`${what} ${code}`)
}
type AtDesk = (of: Account, who: Desk) => Promise<unknown>
/** What operators do, whatever they see and whoever calls. */
const reviews: AtDesk[] = [
  decide('approve'),
  decide('approve'),
  decide('approve'),
  decide('release'),
  decide('reject'),
]
const help: AtDesk[] = [
  async (of, who) => {
    const id = Number(of.memberId)
    const given = await who.call('POST /api/console/members/password', {
      id,
      which: 'login',
      remark,
    })
    if (given.code !== 200) return
    of.now.login = given.data.password
    // The operator keeps the password to oneself, or tells it to the member.
    actorIn(of, pick([who.name, of.name])).known.login = of.now.login
  },
  (of, who) =>
    who.call('POST /api/console/members/password', {
      id: Number(of.memberId),
      which: 'pay',
      remark,
    }),
  async (_, who) => {
    const { data } = await who.call('POST /api/console/members/pay-requests/list', { state: 1 })
    const open = pick(data?.data ?? [])
    if (!open) return
    const sent = { id: open.request_id, remark: '' }
    const made = await who.call('POST /api/console/members/pay-requests/approve', sent)
    const of = accounts.find(each => Number(each.memberId) === open.member_id)
    if (made.code === 200 && of) {
      count('pay password made')
      of.now.pay = made.data.password
      actorIn(of, pick([who.name, of.name])).known.pay = of.now.pay
    }
  },
  (of, who) =>
    who.call('POST /api/console/members/logout', { id: Number(of.memberId), session: '', remark }),
  (of, who) => who.call('POST /api/console/members/unlock', { id: Number(of.memberId), remark }),
]

const counts: Record<string, number> = {}
const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

async function pass() {
  clock.advance(below(240) * 60_000)
  const now = clock.now()
  await run(
    owner,
    sql`update operator_session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + 10 * HOUR_MS)}`,
  )
}

/** Somebody comes into an account and does this and that; answers how many deeds it were. */
async function visit(of: Account, actor: Actor): Promise<number> {
  await enter(of, actor)
  const deeds = 1 + below(6)
  for (let n = 0; n < deeds; n += 1) await pick(inside)(of, actor)
  return deeds + 1
}

/** What somebody does next; answers how many deeds it were. */
async function next(): Promise<number> {
  const of = pick(accounts)
  const own = actorIn(of, of.name)
  const chance = random()
  if (chance < 0.1) await pass()
  else if (chance < 0.4) await pick(reviews)(of, pick(reviewers))
  else if (chance < 0.48) await pick(help)(of, pick(operators))
  // A member who no longer comes in gets the passwords back in person.
  else if (chance < 0.53) own.known = { ...of.now }
  // A thief looks over the member's shoulder.
  else if (chance < 0.58) actorIn(of, 'thief').known = { ...of.now }
  else return visit(of, pick([own, ...of.actors.values()]))
  return 1
}

type Approved = {
  withdrawalNo: string
  memberId: bigint
  cardId: bigint
  decidedAt: Date
  people: string[]
  released: boolean
}
/** Approved payouts with everybody who had a hand in them. */
const approvedPayouts = () =>
  rows(
    owner,
    sql<Approved>`
    select w.withdrawal_no, w.member_id, w.card_id, w.decided_at,
      array_remove(array[w.decided_by] || array(select operator from first_approval where subject = 'withdrawal:' || w.withdrawal_no) || array(select operator from hold_release where subject = 'withdrawal:' || w.withdrawal_no)
        || array(select unnest(array[asked_by, decided_by]) from pay_password_request q where q.member_id = w.member_id and q.state = ${sql.literal(reviewState.approved)} and q.decided_at <= w.decided_at), '') as people,
      exists (select from hold_release where subject = 'withdrawal:' || w.withdrawal_no and hold = 'wait' and operator <> w.decided_by) as released
    from withdrawal_order w where w.state = ${sql.literal(reviewState.approved)}`,
  )

const accounts: Account[] = []
for (let n = 0; n < 6; n += 1) accounts.push(await account())
// The accounts and their first cards are old by now.
clock.advance(100 * HOUR_MS)
await pass()
for (const each of accounts) await enter(each, actorIn(each, each.name))

test(`no operator alone and no stolen password moves money to a new card (seed ${SEED})`, async () => {
  for (let done = 0; done < DEEDS;) done += await next()
  let toIntruders = 0
  for (const payout of await approvedPayouts()) {
    const of = accounts.find(each => each.memberId === payout.memberId)!
    const by = of.cards.get(Number(payout.cardId))!
    if (by === of.name) continue
    toIntruders += 1
    const since = of.actors.get(by)!.since!
    const waited = payout.decidedAt.getTime() >= since + WAIT_HOURS * HOUR_MS
    expect(waited || payout.released, `${payout.withdrawalNo} by ${by}`).toBe(true)
    expect(new Set([by, ...payout.people]).size, payout.withdrawalNo).toBeGreaterThan(1)
  }
  // The deeds reached what they are about.
  expect(toIntruders).toBeGreaterThan(0)
  expect(counts['approve 200']).toBeGreaterThan(DEEDS / 100)
  expect(counts['approve 409']).toBeGreaterThan(DEEDS / 200)
  expect(counts['pay password made']).toBeGreaterThan(0)
})
