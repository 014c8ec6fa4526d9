import { endPlay } from '../venues/endPlay.ts'
import type { Handler } from '../http/services.ts'

export const logoff: Handler<'POST /api/logoff'> = async services => {
  const { sessions, bus, member, log } = services
  await sessions.end(member.tokenHash)
  bus.publish('session', [member.tokenHash])
  // Nobody waits for the venues to log off; what one does not answer is in the log.
  void endPlay(services, member.memberId).catch((error: Error) => log.error({ err: error }, 'games were not ended'))
  return { message: '退出成功', data: null }
}
