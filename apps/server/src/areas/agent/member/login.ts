import { say } from '@tianping/contract/refusals'
import { createHash, randomBytes } from 'node:crypto'
import { explained, figures } from '../../../kernel/http/explain.ts'
import { sessionOver } from '../../../kernel/http/refusal.ts'
import type { Context, Handler, Services } from '../../../kernel/http/services.ts'
import { attemptFrom } from '../../../kernel/http/throttle.ts'
import {
  countTry,
  deviceNotice,
  insertTicket,
  factorsOfMember,
  markLogin,
  memberByName,
  readMember,
  takeTicket,
  type Member,
} from '../../account/account.ts'
import { announce } from '../../delivery/delivery.ts'
import { hasFactor } from '../../../kernel/secondFactor/secondFactor.ts'
import { inPasswordTurn } from '../../../kernel/passwords.ts'

/** From the answer to the first page of the agent site. */
const TICKET_MS = 60_000
const loginsByAddress = { attempts: 60, windowMs: 600_000 }

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

const agentOnly = () =>
  explained(say('agent.partners_only'), {
    rule: 'agent_only',
    version: 0,
    inputs: [figures.count('isagent', '合营伙伴', 0)],
  })

/** Refuses who is no agent; answers the member. */
export async function agentOf({ db }: Pick<Services, 'db'>, memberId: bigint): Promise<Member> {
  const member = await readMember(db, memberId)
  if (!member.isagent) throw agentOnly()
  return member
}

/** The address of the agent site, with a ticket in its fragment, which no server's log sees. */
export const getAgentLoginUrl: Handler<'GET /api/getAgentLoginUrl'> = async ({
  member,
  ...services
}) => {
  await agentOf(services, member.memberId)
  const ticket = randomBytes(32).toString('hex')
  const now = services.clock.now()
  const inserted = await insertTicket(services.db, {
    hash: hashOf(ticket),
    sessionHash: member.tokenHash,
    now,
    expiresAt: new Date(now.getTime() + TICKET_MS),
  })
  if (!inserted) throw sessionOver()
  return { data: { url: `${services.settings.publicUrl}/agent/#ticket=${ticket}` } }
}

/**
 * The same member, a session of its own: what ends one does not end the other, but a changed
 * password ends both.
 */
export const agentLogin: Handler<'POST /api/agent/login'> = async context => {
  const { db, clock, outward, sessions, body, caller, markDevice } = context
  const verified = body.ticket !== '' ? await byTicket(context) : await byPassword(context)
  const from = { ...caller, device: markDevice() }
  const { memberId } = verified
  const now = clock.now()
  const strange = body.ticket === '' && (await markLogin(db, memberId, now, from))
  const api_token = await sessions.open(verified, from)
  if (api_token === null) throw body.ticket !== '' ? ticketOver() : passwordWrong()
  if (strange) await announce(db, outward, deviceNotice(memberId, caller.address, now))
  return { message: '登录成功', data: { api_token } }
}

export const agentLogoff: Handler<'POST /api/agent/logoff'> = async ({ sessions, bus, member }) => {
  await sessions.end(member.tokenHash)
  bus.publish('session', [member.tokenHash])
  return { message: '退出成功', data: null }
}

type LoggingIn = Context<'POST /api/agent/login'>
type Verified = { memberId: bigint; passwordHash: string; begunAt?: Date | null }

const passwordWrong = () => explained(say('agent.login_wrong'), { rule: 'password', version: 0 })
const ticketOver = () =>
  explained(say('agent.ticket_over'), {
    rule: 'agent_ticket',
    version: 0,
    inputs: [figures.count('seconds', '链接有效秒数', TICKET_MS / 1_000)],
  })

async function byTicket({ db, clock, body, caller }: LoggingIn): Promise<Verified> {
  await attemptFrom(db, 'agentlogin', caller.address, loginsByAddress, clock.now())
  const verified = /^[0-9a-f]{64}$/.test(body.ticket)
    ? await takeTicket(db, hashOf(body.ticket), clock.now())
    : undefined
  if (!verified) throw ticketOver()
  await agentOf({ db }, verified.memberId)
  return verified
}

/**
 * Counted together with the log-ins of the app, so that this door gives no more tries than that
 * one.
 */
async function byPassword(context: LoggingIn): Promise<Verified> {
  const { db, body, caller } = context
  if (body.name === '' || body.password === '')
    throw explained(say('agent.login_missing'), { rule: 'form', version: 0 }, { field: 'name' })
  const { found, succeeded } = await inPasswordTurn(caller.address, async matches => {
    const named = await memberByName(db, body.name, caller.device)
    const whenRight = await countTry(context, {
      known: false,
      memberId: undefined,
      ...named,
      ...caller,
      ...body,
    })
    if (!(await matches(named?.passwordHash, body.password)) || !named) throw passwordWrong()
    return { found: named, succeeded: whenRight }
  })
  if (found.state !== 'active')
    throw explained(say('agent.login_locked'), { rule: 'account_locked', version: 0 })
  await agentOf({ db }, found.memberId)
  // The app asks for the second factor, and its ticket leads here.
  if (hasFactor(await factorsOfMember(db, found.memberId)))
    throw explained(say('agent.second_step'), { rule: 'second_step', version: 0 })
  await succeeded()
  return found
}
