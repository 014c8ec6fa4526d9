import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '../http/refusal.ts'
import type { Handler, Services } from '../http/services.ts'
import { attempt } from '../http/throttle.ts'
import { readMember, type Member } from '../account/member.sql.ts'
import { insertTicket, takeTicket } from './agent.sql.ts'

/** From the answer to the first page of the agent site. */
const TICKET_MS = 60_000
const loginsByAddress = { attempts: 60, windowMs: 600_000 }

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** Refuses who is no agent; answers the member. */
export async function agentOf({ db }: Pick<Services, 'db'>, memberId: bigint): Promise<Member> {
  const member = await readMember(db, memberId)
  if (!member.isagent) throw new Refusal('仅限合营伙伴使用', 403, { rule: 'agent_only' })
  return member
}

/** The address of the agent site, with a ticket in its fragment, which no server's log sees. */
export const getAgentLoginUrl: Handler<'GET /api/getAgentLoginUrl'> = async ({ member, ...services }) => {
  await agentOf(services, member.memberId)
  const ticket = randomBytes(32).toString('hex')
  const now = services.clock.now()
  await insertTicket(services.db, { hash: hashOf(ticket), memberId: member.memberId, now, expiresAt: new Date(now.getTime() + TICKET_MS) })
  return { data: { url: `${services.settings.publicUrl}/agent/#ticket=${ticket}` } }
}

/** The same member, a session of its own: what ends one does not end the other, but a changed password ends both. */
export const agentLogin: Handler<'POST /api/agent/login'> = async ({ db, clock, sessions, body, caller }) => {
  const now = clock.now()
  await attempt(db, `agentlogin:${caller.address}`, loginsByAddress, now)
  const memberId = /^[0-9a-f]{64}$/.test(body.ticket) ? await takeTicket(db, hashOf(body.ticket), now) : undefined
  if (memberId === undefined) throw new Refusal('登录链接已失效，请重新进入', 401)
  return { message: '登录成功', data: { api_token: await sessions.open(memberId, caller) } }
}
