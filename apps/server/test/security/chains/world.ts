// The world of the random chains: a site with a clock that stands still, accounts, and everybody
// who acts in them. All chance comes from one seed.
import { row, run, sql } from '@tianping/database'
import { Secret, TOTP } from 'otpauth'
import { bankCard, configure, give, openCashier } from '../../cashier/support.ts'
import { desk, type Desk } from '../../console/support.ts'

export const DEEDS = Number(process.env['SOAK_STEPS'] ?? 2_500)
export const SEED = Number(process.env['SOAK_SEED'] ?? 20_261_123)
export const HOUR_MS = 3_600_000
export const WAIT_HOURS = 24
/** From this sum of a day on, payouts ask for the second factor. */
const FACTOR_FROM_FEN = 1_000_00

// Nobody listens there: letters stay in the outbox, where the tests read them.
const mail = { SMTP_URL: 'smtp://user:secret@127.0.0.1:9', MAIL_FROM: 'site@tianping.example' }
export const { site, clock, owner } = await openCashier(mail)
await configure(site, setting => {
  setting.withdrawal.waitHours = WAIT_HOURS
  setting.withdrawal.perDay = 1_000
  setting.withdrawal.factorFromFen = FACTOR_FROM_FEN
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
export const random = randomFrom(SEED)
export const below = (n: number) => Math.floor(random() * n)
export const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
let serial = 0
export const next = () => (serial += 1)
export const address = () => `10.${below(200)}.${below(250)}.${below(250)}`

export const counts: Record<string, number> = {}
export const count = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
/** What must never be: the chain that led there is repeated by the seed. */
export function never(what: string): never {
  throw new Error(`${what} (seed ${SEED})`)
}

/** Passwords and the authenticator's secret; empty for one that is not known, or not there. */
type Known = { login: string; pay: string; totp: string }
/** Whoever acts in a member's account; `known` are the secrets as this person believes them. */
export type Actor = {
  name: string
  device: string
  token: string
  since: number | null
  known: Known
}
export type Account = {
  name: string
  memberId: bigint
  /** The secrets as they are. */
  now: Known
  actors: Map<string, Actor>
  /** Who bound a card, by its id. */
  cards: Map<number, string>
  /** Who reads the letters to the address in the profile. */
  mailbox: string
}

export function newActor(name: string): Actor {
  const device = next().toString(16).padStart(32, '0')
  return { name, device, token: '', since: null, known: { login: '', pay: '', totp: '' } }
}
/** The actor of a person in an account; a stranger knows nothing yet. */
export function actorIn(of: Account, name: string): Actor {
  const actor = of.actors.get(name) ?? newActor(name)
  of.actors.set(name, actor)
  return actor
}

const cookie = (actor: Actor) => `tianping_device=${actor.device}`
/** A call in the actor's session and browser. */
export async function call<T = never>(actor: Actor, name: string, body: object = {}) {
  const said = await site.call<T>(name, body, {
    token: actor.token,
    headers: { cookie: cookie(actor) },
  })
  if (said.code >= 500) never(`${name}: ${said.message}`)
  return said
}
/** A call of somebody who is not logged in, from anywhere. */
export async function visit<T = never>(actor: Actor, name: string, body: object) {
  const headers = { 'x-forwarded-for': address(), cookie: cookie(actor) }
  const said = await site.call<T>(name, body, { headers })
  if (said.code >= 500) never(`${name}: ${said.message}`)
  return said
}

const STEP_MS = 30_000
const codeAt = (totp: string, steps = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(totp),
    timestamp: clock.now().getTime() + steps * STEP_MS,
  })

/**
 * The next code of the secret that the actor knows. Without the account's secret it is wrong, also
 * where chance would have it right.
 */
export function codeOf(of: Account, { known: { totp } }: Actor): string {
  if (totp !== '') clock.advance(STEP_MS)
  const typed = totp === '' ? '000000' : codeAt(totp)
  const own = of.now.totp
  if (own === '' || own === totp) return typed
  const right = [-2, -1, 0, 1, 2].map(steps => codeAt(own, steps))
  const wrong = [typed, '000000', '111111', '222222', '333333', '444444']
  return wrong.find(each => !right.includes(each))!
}

/** Logs in, with the second factor where there is one. */
export async function enter(of: Account, actor: Actor): Promise<void> {
  const typed = { name: of.name, password: actor.known.login, code: 'abcd' }
  let entered = await visit<{ api_token: string; ticket: string }>(actor, 'POST /api/login', typed)
  if (entered.code === 200 && of.now.totp !== '') never(`${actor.name} came in without the factor`)
  if (entered.code === 403 && entered.data.ticket) {
    const { ticket } = entered.data
    const code = codeOf(of, actor)
    entered = await visit(actor, 'POST /api/login/second', { ticket, kind: 'totp', code })
    count(`second step ${entered.code}`)
    if (entered.code === 200 && actor.known.totp !== of.now.totp)
      never(`${actor.name} came in by another factor`)
  }
  if (entered.code !== 200) return
  actor.token = entered.data.api_token
  actor.since ??= clock.now().getTime()
}

export async function bind(of: Account, actor: Actor): Promise<void> {
  const number = `62220200${String(next()).padStart(8, '0')}`
  const card = { ...bankCard(number), pay_pass: actor.known.pay }
  if ((await call(actor, 'POST /api/bindcard', card)).code !== 200) return
  const { data } = await call<{ id: number }[]>(actor, 'POST /api/getcard', { type: 1 })
  const bound = data.at(-1)
  if (bound) of.cards.set(bound.id, actor.name)
}

/** The newest code or password that was sent to the member; empty for none since `before`. */
export async function letterOf(of: Account, before = ''): Promise<{ id: string; secret: string }> {
  const found = await row(
    owner,
    sql<{ id: string; text: string }>`
    select id::text, payload->>'text' as text from ledger.outbox
    where member_id = ${of.memberId} and topic = 'delivery.mail.awaited' order by id desc limit 1`,
  )
  if (!found || found.id === before) return { id: before, secret: '' }
  return { id: found.id, secret: /(?:验证码 |密码：)([a-z0-9]+)/.exec(found.text)?.[1] ?? '' }
}

const roles = ['support', 'support', 'finance', 'finance', 'risk', 'admin'] as const
export const operators: Desk[] = []
for (const role of roles) operators.push(await desk(site, role))
/** Those who may decide about money. */
export const reviewers = operators.slice(roles.indexOf('finance'))

/** Time passes, and the operators stay at their desks. */
export async function pass(): Promise<void> {
  clock.advance(below(240) * 60_000)
  const now = clock.now()
  await run(
    owner,
    sql`update operator_session set last_seen_at = ${now}, expires_at = ${new Date(now.getTime() + 10 * HOUR_MS)}`,
  )
}

async function account(): Promise<Account> {
  const { name, memberId } = await site.member()
  await give(site, memberId, 100_000_000_00n)
  const own = newActor(name)
  const made: Account = {
    name,
    memberId,
    now: { login: 'secret1', pay: '888888', totp: '' },
    actors: new Map([[name, own]]),
    cards: new Map(),
    mailbox: name,
  }
  own.known = { ...made.now }
  await enter(made, own)
  await bind(made, own)
  return made
}

export const accounts: Account[] = []
for (let n = 0; n < 6; n += 1) accounts.push(await account())
// The accounts and their first cards are old by now.
clock.advance(100 * HOUR_MS)
await pass()
for (const each of accounts) await enter(each, actorIn(each, each.name))

/** Whether the sum of the member's day asks for the factor. */
export async function asksFactor(of: Account): Promise<boolean> {
  const since = new Date(clock.now().getTime() - 24 * HOUR_MS)
  const found = await row(
    owner,
    sql<{ fen: bigint }>`
    select coalesce(sum(amount_fen), 0)::bigint as fen from withdrawal_order
    where member_id = ${of.memberId} and created_at > ${since} and state <> 3`,
  )
  return (found?.fen ?? 0n) >= BigInt(FACTOR_FROM_FEN)
}
