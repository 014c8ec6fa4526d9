import { endPlayInPassing } from '../../venues/venues.ts'
import { dropTickets } from '../store/ticket.sql.ts'
import type { Handler } from '../../../kernel/http/services.ts'

export const logoff: Handler<'POST /api/logoff'> = async services => {
  const { db, sessions, bus, member } = services
  await sessions.end(member.tokenHash)
  await dropTickets(db, member.memberId)
  bus.publish('session', [member.tokenHash])
  await endPlayInPassing(services, member.memberId)
  return { message: '退出成功', data: null }
}
