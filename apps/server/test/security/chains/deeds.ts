// What members, thieves and operators do in the random chains.
import { rows, sql } from '@tianping/database'
import { reviewState } from '@tianping/contract/facts'
import type { Desk } from '../../console/support.ts'
import {
  accounts,
  actorIn,
  asksFactor,
  below,
  bind,
  call,
  codeOf,
  count,
  enter,
  letterOf,
  never,
  next,
  owner,
  pick,
  visit,
  type Account,
  type Actor,
} from './world.ts'

const cardOf = (of: Account, actor: Actor) =>
  pick([...of.cards].filter(([, by]) => by === actor.name))?.[0]
/** A guess that is wrong, also where chance would have it right. */
const guessOf = (secret: string) => (secret === '000000' ? '111111' : '000000')
const guards = (of: Account, actor: Actor) => of.now.totp !== '' && of.now.totp !== actor.known.totp

async function withdraw(of: Account, actor: Actor) {
  const bank = cardOf(of, actor)
  if (!bank) return
  const factor = of.now.totp === '' ? undefined : { kind: 'totp', code: codeOf(of, actor) }
  const sent = { amount: 100 + below(900), bank, password: actor.known.pay, factor }
  const { code } = await call(actor, 'POST /api/withdraw', sent)
  if (code !== 200 || of.now.totp === '' || !(await asksFactor(of))) return
  if (guards(of, actor)) never(`${actor.name} asked for a payout without the factor`)
  count('payout with the factor')
}

type Deed = (of: Account, actor: Actor) => Promise<unknown>

const factorOn: Deed = async (of, actor) => {
  const password = actor.known.login
  const begun = await call<{ secret: string }>(actor, 'POST /api/safety/totp/begin', { password })
  if (begun.code !== 200) return
  const { totp } = actor.known
  actor.known.totp = begun.data.secret
  const { code } = await call(actor, 'POST /api/safety/totp/confirm', { code: codeOf(of, actor) })
  if (code === 200) of.now.totp = actor.known.totp
  else actor.known.totp = totp
  count(`factor on ${code}`)
}
const factorOff: Deed = async (of, actor) => {
  if (of.now.totp === '') return
  const factor = { kind: 'totp', code: codeOf(of, actor) }
  const sent = { password: actor.known.login, factor }
  const { code } = await call(actor, 'POST /api/safety/totp/remove', sent)
  if (code !== 200) return
  if (guards(of, actor)) never(`${actor.name} took a factor away`)
  of.now.totp = ''
  count('factor off')
}
const changeContact: Deed = async (of, actor) => {
  const n = next()
  const said = await call(actor, 'POST /api/updateuserinfo', {
    email: `a${n}@example.cn`,
    mobile: `138${String(n).padStart(8, '0')}`,
    birthday: '1990-01-01',
  })
  if (said.code === 200) of.mailbox = actor.name
}
const proveContact: Deed = async (of, actor) => {
  const { id } = await letterOf(of)
  if ((await call(actor, 'POST /api/contacts/code', { channel: 'mail' })).code !== 200) return
  const { secret } = await letterOf(of, id)
  const code = of.mailbox === actor.name ? secret : guessOf(secret)
  const sent = { channel: 'mail', code, password: actor.known.login }
  const proved = await call(actor, 'POST /api/contacts/verify', sent)
  if (proved.code === 200 && of.mailbox !== actor.name) never(`${actor.name} proved a contact`)
  count(`contact proved ${proved.code}`)
}

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
  async (of, actor) => {
    const login = `login-${next()}`
    const sent = { password: actor.known.login, paypassword: login }
    if ((await call(actor, 'POST /api/editPassword', sent)).code !== 200) return
    of.now.login = actor.known.login = login
    await enter(of, actor)
  },
  async (of, actor) => {
    const pay = String(700_000 + next())
    const sent = { password: actor.known.pay, paypassword: pay }
    if ((await call(actor, 'POST /api/editPayPassword', sent)).code !== 200) return
    of.now.pay = actor.known.pay = pay
  },
  changeContact,
  proveContact,
  (of, actor) => pick([factorOn, factorOff])(of, actor),
]

/** Somebody comes into an account and does this and that; answers how many deeds it were. */
export async function goIn(of: Account, actor: Actor): Promise<number> {
  await enter(of, actor)
  const deeds = 1 + below(6)
  for (let n = 0; n < deeds; n += 1) await pick(inside)(of, actor)
  return deeds + 1
}

/**
 * Somebody asks for a code to recover the password, while a stranger does the same and guesses. It
 * opens to whoever reads the letters, and to nobody else.
 */
export async function recover(of: Account, actor: Actor): Promise<void> {
  const ask = (who: Actor) =>
    visit<{ ticket: string }>(who, 'POST /api/recover/code', { name: of.name, channel: 'mail' })
  const answer = (who: Actor, code: string, ticket: string, password: string) =>
    visit(who, 'POST /api/recover', { name: of.name, code, password, ticket })
  const { id } = await letterOf(of)
  const asked = await ask(actor)
  if (asked.code !== 200) return
  const { secret } = await letterOf(of, id)
  const stranger = actorIn(of, 'stranger')
  const other = await ask(stranger)
  const ticket = other.code === 200 ? other.data.ticket : 'made-up'
  if ((await answer(stranger, '000000', ticket, 'stranger-7')).code === 200)
    never('a guess recovered a password')
  const reads = secret !== '' && of.mailbox === actor.name
  const login = `login-${next()}`
  const { code } = await answer(actor, reads ? secret : guessOf(secret), asked.data.ticket, login)
  if ((code === 200) !== reads) never(`${actor.name} recovered with ${code}`)
  if (!reads) return
  of.now.login = actor.known.login = login
  count('recovered')
}

const remark = '会员来电'
type AtDesk = (of: Account, who: Desk) => Promise<unknown>
/** An order that waits for a person. */
const waiting = async () =>
  pick(
    await rows(
      owner,
      sql<{ withdrawalNo: string }>`
      select withdrawal_no from withdrawal_order where state = ${sql.literal(reviewState.waiting)} order by created_at, member_id, card_id, amount_fen`,
    ),
  )?.withdrawalNo
const decide = (what: 'approve' | 'release' | 'reject') => async (_: Account, who: Desk) => {
  const out_trade_no = await waiting()
  if (!out_trade_no) return
  const { code } = await who.call(`POST /api/console/withdrawals/${what}`, { out_trade_no, remark })
  count(`${what} ${code}`)
}
/** What operators do, whatever they see and whoever calls. */
export const reviews: AtDesk[] = [
  decide('approve'),
  decide('approve'),
  decide('approve'),
  decide('release'),
  decide('reject'),
]

const proposeAdjustment: AtDesk = async (of, who) => {
  const { code } = await who.call('POST /api/console/adjustments/propose', {
    member: String(of.memberId),
    direction: pick(['give', 'take']),
    amount: String(1 + below(500)),
    reason: remark,
  })
  count(`adjustment proposed ${code}`)
}
const decideAdjustment =
  (what: 'approve' | 'reject'): AtDesk =>
  async (_, who) => {
    const found = await rows(
      owner,
      sql<{ adjustmentId: string }>`
      select adjustment_id::text from adjustment where state = ${sql.literal(reviewState.waiting)} order by proposed_at, member_id, amount_fen`,
    )
    const adjustment_id = pick(found)?.adjustmentId
    if (!adjustment_id) return
    const sent = { adjustment_id, remark }
    const { code } = await who.call(`POST /api/console/adjustments/${what}`, sent)
    count(`adjustment ${what} ${code}`)
  }
export const adjustments: AtDesk[] = [
  proposeAdjustment,
  decideAdjustment('approve'),
  decideAdjustment('approve'),
  decideAdjustment('reject'),
]

/** A secret from staff: the operator keeps or tells what the console shows; a letter is read. */
async function hand(of: Account, who: Desk, shown: string, which: 'login' | 'pay') {
  const secret = shown || (await letterOf(of)).secret
  of.now[which] = secret
  actorIn(of, shown ? pick([who.name, of.name]) : of.mailbox).known[which] = secret
  count(shown ? 'secret shown' : 'secret sent')
}
const ask = (which: 'login' | 'pay' | 'factor') => async (of: Account, who: Desk) => {
  const sent = { id: Number(of.memberId), which, remark }
  const given = await who.call('POST /api/console/members/password', sent)
  if (given.code === 200 && which === 'login') await hand(of, who, given.data.password, 'login')
}
const approveRequest: AtDesk = async (_, who) => {
  const { data } = await who.call('POST /api/console/members/pay-requests/list', { state: 1 })
  const open = pick(data?.data ?? [])
  if (!open) return
  const sent = { id: open.request_id, remark: '' }
  const made = await who.call('POST /api/console/members/pay-requests/approve', sent)
  const of = accounts.find(each => Number(each.memberId) === open.member_id)
  if (made.code !== 200 || !of) return
  count(`request approved: ${open.kind}`)
  if (open.kind === 'factor') of.now.totp = ''
  else await hand(of, who, made.data.password, 'pay')
}
export const help: AtDesk[] = [
  ask('factor'),
  approveRequest,
  ask('login'),
  ask('pay'),
  ask('factor'),
  approveRequest,
  approveRequest,
  (of, who) =>
    who.call('POST /api/console/members/logout', { id: Number(of.memberId), session: '', remark }),
  (of, who) => who.call('POST /api/console/members/unlock', { id: Number(of.memberId), remark }),
]
