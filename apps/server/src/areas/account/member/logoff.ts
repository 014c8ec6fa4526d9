import { endPlayInPassing } from '../../venues/venues.ts'
import type { Handler } from '../../../kernel/http/services.ts'

export const logoff: Handler<'POST /api/logoff'> = async services => {
  const { sessions, bus, member } = services
  await sessions.end(member.tokenHash)
  bus.publish('session', [member.tokenHash])
  await endPlayInPassing(services, member.memberId)
  return { message: '退出成功', data: null }
}
